/**
 * Finds why a result of a row stays, in AssemblyScript: by the current policy, or because it is already a
 * placeholder.
 */
import { areSame } from "../bytes/bytes";
import { lastCharacter, lastLength, mayBeAsciiOrSpace } from "../bytes/characters";
import { HAS_CALL, IS_ERROR, JOINED } from "../chat/chat-results";
import { isOddValue } from "../chat/odd-values";
import { ask, IS_SHOWN_ERROR, KEEPER } from "../tape/questions";
import {
  ASKS_TOOLS,
  ERRORS,
  FIRST,
  IN_TEXTS,
  IN_WORDS,
  LARGER,
  LASTS,
  ORPHANS,
  policy,
  SIGN_BYTES,
  START,
  START_AT,
  TOOLS,
  TOOLS_END,
} from "./row-policy";
import { mayShowError, surelyShowsError } from "./signs";
import { ESCAPED, isContainer, tokenOf } from "../tape/tape-tokens";

// The reasons, by the numbers of kernel-rows.ts.
export const IN_WINDOW: i32 = 0;
export const ERROR: i32 = 1;
export const FIRST_ONES: i32 = 5;
export const LARGE: i32 = 6;
export const ORPHAN: i32 = 7;
export const NOT_DUE: i32 = 8;
export const NOT_SHORTER: i32 = 9;
export const TOO_LITTLE: i32 = 10;
export const MASKED_BEFORE: i32 = 11;
export const NOT_EDITABLE: i32 = 12;
export const NO_MASKING: i32 = 13;

/** The most bytes of a char: the ends of joined texts are counted in chars, those of a string in bytes. */
const BYTES_OF_CHAR: i32 = 6;

/** A backslash and a u. */
const SPELLED: i32 = 0x755c;

/** Why result `k`, number `number` of the transcript, stays outside the window; 0 if nothing keeps it. */
export function keeperOf(result: i32, text: i32, k: i32, number: i32): i32 {
  const errors = load<i32>(policy, ERRORS);
  if (errors != 0) {
    const flags = load<i32>(result, 8);
    if ((flags & IS_ERROR) != 0) return ERROR;
    const isOdd = isOddValue(text, flags);
    const from = load<i32>(text, 4) + 1;
    if (errors == IN_TEXTS && !isOdd && surelyShowsError(from)) return ERROR;
    const to = load<i32>(text, 8) - 1;
    const room = load<i32>(policy, SIGN_BYTES) * ((flags & JOINED) != 0 ? BYTES_OF_CHAR : 1);
    const mayBe =
      errors == IN_WORDS || (errors == IN_TEXTS && (isOdd || mayShowError(from, to, room)));
    if (mayBe && ask(IS_SHOWN_ERROR, k) != 0) return ERROR;
  }
  const keeper = load<i32>(policy, ASKS_TOOLS) != 0 ? keeperOfTool(result, k) : 0;
  if (keeper != 0) return keeper;
  if (number < load<i32>(policy, FIRST)) return FIRST_ONES;
  if (load<i32>(result, 4) > load<i32>(policy, LARGER)) return LARGE;
  return load<i32>(policy, ORPHANS) != 0 && (load<i32>(result, 8) & HAS_CALL) == 0 ? ORPHAN : 0;
}

/** The rule that keeps the results of a tool, asked once for each name; 0 for none. */
function keeperOfTool(result: i32, k: i32): i32 {
  const node = load<i32>(result, 24);
  if (node < 0) return ask(KEEPER, k);
  const name = tokenOf(node);
  const from = load<i32>(name, 4);
  const length = load<i32>(name, 8) - from;
  let tool = policy + TOOLS;
  for (; load<i32>(tool) != 0; tool += load<i32>(tool))
    if (load<i32>(tool) == length + 8 && areSame(tool + 8, from, length))
      return load<i32>(tool, 4);
  const keeper = ask(KEEPER, k);
  if (length + 12 <= policy + TOOLS_END - tool) {
    store<i32>(tool, length + 8);
    store<i32>(tool, keeper, 4);
    memory.copy(tool + 8, from, length);
    store<i32>(tool + length + 8, 0);
  }
  return keeper;
}

/** Whether a text may be a placeholder, by its last two characters or its start: see json/splice/edges.ts. */
export function mayBePlaceholder(text: i32, chars: i32): bool {
  if (isContainer(text)) return true;
  if (chars == 0) return false;
  const start = load<i32>(text, 4) + 1;
  const end = load<i32>(text, 8) - 1;
  const hasEscapes = (load<i32>(text) & ESCAPED) != 0;
  const last = lastCharacter(start, end, hasEscapes);
  const before = lastCharacter(start, end - lastLength, hasEscapes) & 0x7f;
  const lasts = policy + LASTS + (last << 4);
  if (((load<u8>(lasts + (before >> 3)) >> (before & 7)) & 1) != 0) return true;
  const length = load<i32>(policy, START);
  for (let k: i32 = 0; k < length; k++) {
    const byte = load<u8>(start + k);
    if (byte == load<u8>(policy + START_AT + k)) continue;
    return load<u16>(start + k) == SPELLED && mayBeAsciiOrSpace(start + k);
  }
  return true;
}
