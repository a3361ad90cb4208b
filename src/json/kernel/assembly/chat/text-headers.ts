/**
 * The headers of texts that are tool answers, in AssemblyScript: see formats/shared/observation-headers.ts.
 */
import { BACKSLASH, LETTER_U, OPEN_BRACE, OPEN_BRACKET } from "../bytes/codes";
import { after, isString, TOKEN } from "../tape/tape-tokens";
import {
  isExecution,
  isMask,
  isObservation,
  isOfTool,
  isReturnCode,
  isTerminal,
} from "./header-forms";
import {
  API_OUTPUT,
  CURRENT_TERMINAL,
  EXECUTION,
  EXECUTION_OUTPUT,
  EXIT_CODE,
  HIDDEN,
  IN_SMALL,
  NEW_TERMINAL,
  OBSERVAT,
  OUTPUT_OF_OS,
  RETURN_CODE,
  TOOL_OUTPUT,
  TOOL_OUTPUT_MASKED,
  TOOL_RESPONSE,
  TOOL_RESULT,
  begins,
} from "./header-words";
import { mayBePacked } from "./long-texts";

/** Whether a string begins with a header: 1, 0, or -1 if that cannot be decided here. */
export function isHeader(from: i32, to: i32): i32 {
  if (from >= to) return 0;
  const first = <i32>load<u8>(from);
  if (first == BACKSLASH) return <i32>load<u8>(from, 1) == 0x75 ? -1 : 0;
  if ((first | 0x20) == 0x6f) return isObservation(from, to);
  if (first == 0x3c) {
    if (begins(from, to, HIDDEN)) return 1;
    if (begins(from, to, TOOL_OUTPUT_MASKED)) return -1;
    if (!begins(from, to, TOOL_RESPONSE)) return isReturnCode(from, to);
    // esponse>
    return to - from >= 15 && load<u64>(from, 7) == 0x3e65736e6f707365 ? 1 : 0;
  }
  if (first == 0x45) return isExecution(from, to);
  if (first == 0x4e || first == 0x43 || first == 0x50) return isTerminal(from, to);
  // ut:_
  if (first == 0x41) return begins(from, to, API_OUTPUT) && load<u32>(from, 8) == 0x203a7475 ? 1 : 0;
  if ((first | 0x20) == 0x74) return isOfTool(from, to);
  if (first == 0x5b) return isMask(from, to) ? 1 : to - from < 2 ? 0 : -1;
  // BEGIN_DI, of dispatch results.
  return first == 0x42 && to - from > 8 && load<u64>(from) == 0x49445f4e49474542 ? -1 : 0;
}

/**
 * Whether a string may begin like a result of a conversation that has no calls: with a header, or as the JSON of one.
 * False is certain.
 */
export function mayBeResult(text: i32): bool {
  const from = load<i32>(text, 4) + 1;
  const to = load<i32>(text, 8) - 1;
  const first = <i32>load<u8>(from);
  if (first == OPEN_BRACKET && isNamed(<i32>load<u8>(from, 1))) return true;
  if (first == OPEN_BRACE || first == OPEN_BRACKET) return mayBePacked(text);
  if (isSpelledOut(from, to)) return true;
  if ((first | 0x20) == 0x74) return mayBeOfTool(from, to);
  if (to - from < 8) return false;
  const head = load<u64>(from);
  if ((first | 0x20) == 0x6f) return (head | IN_SMALL) == OBSERVAT;
  if (first == 0x3c) return head == TOOL_RESPONSE || head == RETURN_CODE;
  if (first == 0x45) return head == EXECUTION || head == EXECUTION_OUTPUT || head == EXIT_CODE;
  return head == NEW_TERMINAL || head == CURRENT_TERMINAL || head == API_OUTPUT;
}

/** Whether a letter of the header that a string may begin with is spelled out. */
function isSpelledOut(from: i32, to: i32): bool {
  const stop = min(to, from + MOST_HEADER);
  // \u00
  for (let at = from; at < stop; at++)
    if (<i32>load<u8>(at) == BACKSLASH && load<u32>(at) == 0x3030755c) return true;
  return false;
}

/** Bytes of the longest header that is found by its first eight, each spelled out. */
const MOST_HEADER: i32 = 48;

/** The weight of a text that may be such a result: 1 if people may begin so as well, 2 otherwise. */
export function weightOfAnswer(text: i32): i32 {
  const from = load<i32>(text, 4) + 1;
  const to = load<i32>(text, 8) - 1;
  if (isSpelledOut(from, to)) return 2;
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
