/** The first bytes of headers of tool answers, in AssemblyScript. */

export const TOOL_RESPONSE: u64 = 0x65725f6c6f6f743c; // <tool_re
export const TOOL_OUTPUT_MASKED: u64 = 0x756f5f6c6f6f743c; // <tool_ou
export const HIDDEN: u64 = 0x3e44454b53414d3c; // <MASKED>
export const EXECUTION_OUTPUT: u64 = 0x6f69747563657845; // Executio
export const EXIT_CODE: u64 = 0x646f632074697845; // Exit cod
export const NEW_TERMINAL: u64 = 0x6d7265542077654e; // New Term
export const OUTPUT_OF_OS: u64 = 0x7074756f20656874; // the outp, in any case
export const TOOL_RESULT: u64 = 0x736572206c6f6f74; // tool res, in any case
export const TOOL_OUTPUT: u64 = 0x74756f206c6f6f74; // tool out
export const CURRENT_TERMINAL: u64 = 0x20746e6572727543; // Current_
export const API_OUTPUT: u64 = 0x7074756f20495041; // API outp
export const OBSERVAT: u64 = 0x746176726573626f; // observat, in any case
export const RETURN_CODE: u64 = 0x636e72757465723c; // <returnc
export const EXECUTION: u64 = 0x4f49545543455845; // EXECUTIO
/** Makes letters small. */
export const IN_SMALL: u64 = 0x2020202020202020;

/** Whether a string begins with one. */
@inline
export function begins(from: i32, to: i32, word: u64): bool {
  return to - from >= 8 && load<u64>(from) == word;
}
