/**
 * The forms of headers of tool answers, in AssemblyScript: see formats/shared/observation-headers.ts. Each tells whether a
 * string begins so: 1, 0, or -1 if that cannot be decided here.
 */
import { BACKSLASH, LETTER_U } from "../bytes/codes";
import {
  CURRENT_TERMINAL,
  EXECUTION,
  EXECUTION_OUTPUT,
  EXIT_CODE,
  IN_SMALL,
  NEW_TERMINAL,
  OBSERVAT,
  OUTPUT_OF_OS,
  RETURN_CODE,
  TOOL_OUTPUT,
  TOOL_RESULT,
  begins,
} from "./header-words";

/**
 * Whether it begins like a default placeholder: others in brackets, and names of Cline's tools, are not decided here.
 */
export function isMask(from: i32, to: i32): bool {
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
export function isObservation(from: i32, to: i32): i32 {
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
export function isReturnCode(from: i32, to: i32): i32 {
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

/**
 * Whether it begins like `EXECUTION RESULT of [bash]:` or `Execution output of [bash]:`, or with an exit code before
 * that.
 */
export function isExecution(from: i32, to: i32): i32 {
  if (begins(from, to, EXECUTION)) return load<u64>(from, 8) == N_RESULT ? isOfName(from + 16, to) : 0;
  const at = begins(from, to, EXIT_CODE) ? afterExitCode(from, to) : from;
  if (at < 0) return -1;
  if (!begins(at, to, EXECUTION_OUTPUT) || load<u64>(at, 8) != N_OUTPUT) return 0;
  return isOfName(at + 16, to);
}

const N_RESULT: u64 = 0x544c55534552204e;
const N_OUTPUT: u64 = 0x74757074756f206e;

/** The place after `Exit code: 1` and a line break; `to` if there is none, -1 if it is spelled otherwise. */
function afterExitCode(from: i32, to: i32): i32 {
  // e:_
  if ((load<u32>(from, 8) & 0xffffff) != 0x203a65) return to;
  let at = from + 11;
  if (<i32>load<u8>(at) == 0x2d) at++;
  const digits = at;
  while (at < to && <u32>(<i32>load<u8>(at) - 0x30) < 10) at++;
  if (at == digits || at + 2 > to || <i32>load<u8>(at) != BACKSLASH) return to;
  const letter = <i32>load<u8>(at, 1);
  return letter == 0x6e ? at + 2 : letter == LETTER_U ? -1 : to;
}

/** Whether ` of [`, a name, and `]:` follow. */
function isOfName(from: i32, to: i32): i32 {
  // _of_
  if (to - from < 5 || load<u32>(from) != 0x20666f20 || load<u8>(from, 4) != 0x5b) return 0;
  let at = from + 5;
  const stop = min(to, at + MOST_NAME);
  while (at < stop && <i32>load<u8>(at) != 0x5d) {
    if (<i32>load<u8>(at) == BACKSLASH) return -1;
    at++;
  }
  if (at == stop) return stop == to ? 0 : -1;
  return at > from + 5 && at + 1 < to && <i32>load<u8>(at, 1) == 0x3a ? 1 : 0;
}

/** Whether it begins with `The output of the OS`, and says what or that it is empty. */
function isOfSystem(from: i32, to: i32): i32 {
  // The outp, ut of th, e OS
  const begins = load<u64>(from) == 0x7074756f20656854 && load<u64>(from, 8) == 0x687420666f207475;
  if (to - from < 21 || !begins || load<u32>(from, 16) != 0x534f2065) return 0;
  // :; _is empt, y
  if (<i32>load<u8>(from, 20) == 0x3a) return 1;
  const isEmpty = load<u64>(from, 20) == 0x74706d6520736920 && load<u8>(from, 28) == 0x79;
  return to - from >= 29 && isEmpty ? 1 : 0;
}

/** Whether it begins like `Tool result:`, in any case, with up to 80 more characters before the colon. */
export function isOfTool(from: i32, to: i32): i32 {
  if (to - from < 13) return 0;
  const word = load<u64>(from) | IN_SMALL;
  if (word == OUTPUT_OF_OS) return isOfSystem(from, to);
  // result, output, or response, from the third letter on.
  const rest = load<u32>(from, 7) | <u32>IN_SMALL;
  let at = from + 11;
  if (word == TOOL_RESULT && rest == 0x746c7573) at = from + 11;
  else if (word == TOOL_OUTPUT && rest == 0x74757074) at = from + 11;
  else if (word == TOOL_RESULT && rest == 0x6e6f7073 && isSmall(from + 11, 0x73) && isSmall(from + 12, 0x65))
    at = from + 13;
  else return 0;
  if (isSmall(at, 0x73)) at++;
  return at < to && isInWord(<i32>load<u8>(at)) ? 0 : isColonWithin(at, to);
}

/** Whether a colon and white space follow on the line, within 80 characters. */
function isColonWithin(from: i32, to: i32): i32 {
  const stop = min(to, from + 81);
  let at = from;
  for (; at < stop && <i32>load<u8>(at) != 0x3a; at++) {
    const code = <i32>load<u8>(at);
    if (code >= 0x80) return -1;
    if (code == BACKSLASH) return <i32>load<u8>(at, 1) == 0x6e ? 0 : -1;
  }
  if (at >= stop || at + 1 >= to) return 0;
  const next = <i32>load<u8>(at, 1);
  if (next == 0x20) return 1;
  if (next != BACKSLASH) return next >= 0x80 ? -1 : 0;
  const letter = <i32>load<u8>(at, 2);
  if (letter == 0x6e || letter == 0x72 || letter == 0x74 || letter == 0x66) return 1;
  return letter == LETTER_U ? -1 : 0;
}

@inline
function isSmall(at: i32, letter: i32): bool {
  return (<i32>load<u8>(at) | 0x20) == letter;
}

/** Whether a character is of a word, as `\b` sees it. */
function isInWord(code: i32): bool {
  const small = code | 0x20;
  return code == 0x5f || <u32>(code - 0x30) < 10 || <u32>(small - 0x61) < 26;
}

/** Whether it begins with a header of Terminus, and a line break. */
export function isTerminal(from: i32, to: i32): i32 {
  const colon = from + terminalHeader(from);
  if (colon == from || colon + 2 >= to || <i32>load<u8>(colon, 1) != BACKSLASH) return 0;
  const letter = <i32>load<u8>(colon, 2);
  return letter == 0x6e ? 1 : letter == LETTER_U ? -1 : 0;
}

/** The place of the colon of such a header; 0 if there is none. Behind a text is memory, whatever is in it. */
function terminalHeader(from: i32): i32 {
  const head = load<u64>(from);
  const next = load<u64>(from, 8);
  // inal Out, put:
  if (head == NEW_TERMINAL && next == 0x74754f206c616e69)
    return load<u32>(from, 16) == 0x3a747570 ? 19 : 0;
  // Terminal, _Screen:
  if (head == CURRENT_TERMINAL && next == 0x6c616e696d726554)
    return load<u64>(from, 16) == 0x3a6e656572635320 ? 23 : 0;
  // terminal, l state:
  if (head == CURRENT_TERMINAL && next == 0x6c616e696d726574)
    return load<u64>(from, 15) == 0x3a6574617473206c ? 22 : 0;
  // Previous, _respons, e had wa, arnings:
  if (head != 0x73756f6976657250 || next != 0x736e6f7073657220) return 0;
  if (load<u64>(from, 16) != 0x6177206461682065) return 0;
  return load<u64>(from, 23) == 0x3a73676e696e7261 ? 30 : 0;
}

/** The most bytes of a name to search. */
const MOST_NAME: i32 = 200;
