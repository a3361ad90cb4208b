/**
 * The headers of texts that are tool answers, in AssemblyScript: see formats/shared/observation-headers.ts.
 */
import { BACKSLASH, LETTER_U, OPEN_BRACE, OPEN_BRACKET } from "../bytes/codes";
import { after, isString, TOKEN } from "../tape/tape-tokens";
import { mayBePacked } from "./long-texts";

/** Whether a string begins with a header: 1, 0, or -1 if that cannot be decided here. */
export function isHeader(from: i32, to: i32): i32 {
  if (from >= to) return 0;
  const first = <i32>load<u8>(from);
  if (first == BACKSLASH) return <i32>load<u8>(from, 1) == 0x75 ? -1 : 0;
  if ((first | 0x20) == 0x6f) return isObservation(from, to);
  if (first == 0x3c) {
    if (begins(from, to, HIDDEN)) return 1;
    const isLeft = begins(from, to, TOOL_RESPONSE) || begins(from, to, TOOL_OUTPUT_MASKED);
    return isLeft ? -1 : isReturnCode(from, to);
  }
  if (first == 0x45) {
    const isLeft = begins(from, to, EXECUTION_OUTPUT) || begins(from, to, EXIT_CODE);
    return isLeft ? -1 : isExecution(from, to);
  }
  if (first == 0x4e) return begins(from, to, NEW_TERMINAL) ? -1 : 0;
  if (first == 0x43) return begins(from, to, CURRENT_TERMINAL) ? -1 : 0;
  if (first == 0x41) return begins(from, to, API_OUTPUT) ? -1 : 0;
  if ((first | 0x20) == 0x74) return mayBeOfTool(from, to) ? -1 : 0;
  if (first == 0x5b) return isMask(from, to) ? 1 : to - from < 2 ? 0 : -1;
  // BEGIN_DI, of dispatch results.
  return first == 0x42 && to - from > 8 && load<u64>(from) == 0x49445f4e49474542 ? -1 : 0;
}

/** The first bytes of headers that few sets have: these are not decided here. */
const TOOL_RESPONSE: u64 = 0x65725f6c6f6f743c; // <tool_re
const TOOL_OUTPUT_MASKED: u64 = 0x756f5f6c6f6f743c; // <tool_ou
const HIDDEN: u64 = 0x3e44454b53414d3c; // <MASKED>
const EXECUTION_OUTPUT: u64 = 0x6f69747563657845; // Executio
const EXIT_CODE: u64 = 0x646f632074697845; // Exit cod
const NEW_TERMINAL: u64 = 0x6d7265542077654e; // New Term
const OUTPUT_OF_OS: u64 = 0x7074756f20656874; // the outp, in any case
const TOOL_RESULT: u64 = 0x736572206c6f6f74; // tool res, in any case
const TOOL_OUTPUT: u64 = 0x74756f206c6f6f74; // tool out
const CURRENT_TERMINAL: u64 = 0x20746e6572727543; // Current_
const API_OUTPUT: u64 = 0x7074756f20495041; // API outp
const OBSERVAT: u64 = 0x746176726573626f; // observat, in any case
const RETURN_CODE: u64 = 0x636e72757465723c; // <returnc
const EXECUTION: u64 = 0x4f49545543455845; // EXECUTIO
/** Makes letters small. */
const IN_SMALL: u64 = 0x2020202020202020;

/**
 * Whether a string may begin like a result of a conversation that has no calls: with a header, or as the JSON of one.
 * False is certain if no letter of it is spelled out.
 */
export function mayBeResult(text: i32): bool {
  const from = load<i32>(text, 4) + 1;
  const to = load<i32>(text, 8) - 1;
  const first = <i32>load<u8>(from);
  if (first == OPEN_BRACKET && isNamed(<i32>load<u8>(from, 1))) return true;
  if (first == OPEN_BRACE || first == OPEN_BRACKET) return mayBePacked(text);
  // A sign may be spelled out.
  if (first == BACKSLASH) return <i32>load<u8>(from, 1) == LETTER_U;
  if ((first | 0x20) == 0x74) return mayBeOfTool(from, to);
  if (to - from < 8) return false;
  const head = load<u64>(from);
  if ((first | 0x20) == 0x6f) return (head | IN_SMALL) == OBSERVAT;
  if (first == 0x3c) return head == TOOL_RESPONSE || head == RETURN_CODE;
  if (first == 0x45) return head == EXECUTION || head == EXECUTION_OUTPUT || head == EXIT_CODE;
  return head == NEW_TERMINAL || head == CURRENT_TERMINAL || head == API_OUTPUT;
}

/** The weight of a text that may be such a result: 1 if people may begin so as well, 2 otherwise. */
export function weightOfAnswer(text: i32): i32 {
  const from = load<i32>(text, 4) + 1;
  const to = load<i32>(text, 8) - 1;
  const first = <i32>load<u8>(from) | 0x20;
  if (first == 0x74) return (load<u64>(from) | IN_SMALL) == OUTPUT_OF_OS ? 2 : 1;
  if (first != 0x6f) return 2;
  // A line may end after `Observation:`.
  for (let at = from + 8; at < min(to, from + 13); at++) if (load<u8>(at) == BACKSLASH) return 2;
  return 1;
}

/** Whether a value, or a string in it, may begin like such a result. */
export function mayHoldResult(value: i32): bool {
  const stop = after(value);
  for (let at = value; at < stop; at += TOKEN) if (isString(at) && mayBeResult(at)) return true;
  return false;
}

/** Whether a character after a bracket may be of a tool's name, as in `[read_file for 'a.txt'] Result:`. */
function isNamed(character: i32): bool {
  return character == 0x5f || character == BACKSLASH || (character >= 0x61 && character <= 0x7a);
}

/** Whether it may begin with `Tool result:` or its like, or with `The output of the OS`. */
function mayBeOfTool(from: i32, to: i32): bool {
  const word = to - from < 8 ? 0 : load<u64>(from) | IN_SMALL;
  return word == OUTPUT_OF_OS || word == TOOL_RESULT || word == TOOL_OUTPUT;
}

@inline
function begins(from: i32, to: i32, word: u64): bool {
  return to - from >= 8 && load<u64>(from) == word;
}

/**
 * Whether it begins like a default placeholder: others in brackets, and names of Cline's tools, are not decided here.
 */
function isMask(from: i32, to: i32): bool {
  if (to - from < 28) return false;
  if (load<u64>(from) == OLD_TOOL) return load<u64>(from, 8) == RESULT && load<u16>(from, 16) == 0x203a;
  if (load<u64>(from) != OBSERVATION || load<u64>(from, 8) != MASKED) return false;
  if (load<u32>(from, 16) != 0x2064656b) return false; // ked_
  if (load<u32>(from, 20) == 0x209480e2) return true; // A dash and a space; the same with the dash spelled out.
  return load<u64>(from, 19) == 0x2034313032755c20;
}

const OLD_TOOL: u64 = 0x6f6f7420646c6f5b; // [old too
const RESULT: u64 = 0x746c75736572206c; // l result
const OBSERVATION: u64 = 0x6176726573626f5b; // [observa
const MASKED: u64 = 0x73616d206e6f6974; // tion mas

/** Whether it begins with `OBSERVATION:` in any case and a space; -1 for SWE-agent's own mask. */
function isObservation(from: i32, to: i32): i32 {
  if (to - from < 12) return 0;
  if ((load<u64>(from) | IN_SMALL) != OBSERVAT) {
    // Old envi
    return load<u64>(from) == 0x69766e6520646c4f ? -1 : 0;
  }
  // ion:
  if ((load<u32>(from, 8) | 0x00202020) != 0x3a6e6f69) return 0;
  if (to - from < 13) return 0;
  const next = <i32>load<u8>(from, 12);
  if (next == 0x20) return 1;
  if (next >= 0x80) return -1;
  if (next != BACKSLASH) return 0;
  const letter = <i32>load<u8>(from, 13);
  if (letter == 0x6e || letter == 0x72 || letter == 0x74 || letter == 0x66) return 1;
  return letter == 0x75 ? -1 : 0;
}

/** Whether it begins like `<returncode>0</returncode>`. */
function isReturnCode(from: i32, to: i32): i32 {
  if (to - from < 12) return 0;
  // ode>
  if (load<u64>(from) != RETURN_CODE || load<u32>(from, 8) != 0x3e65646f) return 0;
  let at = from + 12;
  if (<i32>load<u8>(at) == 0x2d) at++;
  const digits = at;
  while (at < to && <u32>(<i32>load<u8>(at) - 0x30) < 10) at++;
  if (at == digits) return 0;
  // </return, code>; other spellings are not decided here.
  const isEnd =
    to - at >= 13 &&
    load<u64>(at) == 0x6e72757465722f3c &&
    load<u32>(at, 8) == 0x65646f63 &&
    load<u8>(at, 12) == 0x3e;
  return isEnd ? 1 : -1;
}

/** Whether it begins like `EXECUTION RESULT of [bash]:`. */
function isExecution(from: i32, to: i32): i32 {
  if (to - from < 21) return 0;
  // N RESULT, of [
  if (load<u64>(from) != EXECUTION || load<u64>(from, 8) != 0x544c55534552204e) return 0;
  if (load<u32>(from, 16) != 0x20666f20 || load<u8>(from, 20) != 0x5b) return 0;
  let at = from + 21;
  const stop = min(to, at + MOST_NAME);
  while (at < stop && <i32>load<u8>(at) != 0x5d) {
    if (<i32>load<u8>(at) == BACKSLASH) return -1;
    at++;
  }
  if (at == stop) return stop == to ? 0 : -1;
  return at > from + 21 && at + 1 < to && <i32>load<u8>(at, 1) == 0x3a ? 1 : 0;
}

/** The most bytes of a name to search. */
const MOST_NAME: i32 = 200;
