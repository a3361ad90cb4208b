/**
 * The words of a chat format in memory, in AssemblyScript: data that kernel-chat.ts writes, see chat-table.ts.
 */
import { isClean, tellsNothing } from "./result-words";
import { ESCAPED, isContainer, isString, TOKEN, WORD_SHIFT } from "../tape/tape-tokens";

// The uses of keys, as in chat-table.ts.
export const KEY_MESSAGES: i32 = 1;
export const KEY_ROLE: i32 = 2;
export const KEY_CONTENT: i32 = 3;
export const KEY_CALLS: i32 = 4;
export const KEY_RESULT_ID: i32 = 5;
export const KEY_NAME: i32 = 6;
export const KEY_TEXT: i32 = 7;
export const KEY_REASONING: i32 = 8;
export const KEY_REASONING_TOO: i32 = 9;
export const KEY_TAGS: i32 = 10;
export const KEY_ID: i32 = 11;
export const KEY_MADE: i32 = 12;
export const KEY_MADE_TOO: i32 = 13;
export const KEY_ARGUMENTS: i32 = 14;
export const KEY_ARGUMENTS_TOO: i32 = 15;
export const KEY_BLOCK_TEXT: i32 = 16;
export const KEY_BLOCK_TEXT_TOO: i32 = 17;
export const KEY_BLOCK_TEXT_LAST: i32 = 18;
export const KEY_IMAGE: i32 = 19;
export const KEY_EXTRA: i32 = 20;
export const KEY_KIND: i32 = 21;
export const KEY_PAIR_ID: i32 = 24;
export const KEY_PAIR_ROLE: i32 = 25;
export const KEY_SYSTEM: i32 = 26;
export const KEY_ROW_ID: i32 = 27;
export const KEY_REASONING_BLOCKS: i32 = 28;
export const KEY_CALL_IN_ORDER: i32 = 29;
export const KEY_MORE: i32 = 30;

// Roles, as in chat-table.ts.
export const SYSTEM: i32 = 1;
export const USER: i32 = 2;
export const ASSISTANT: i32 = 3;
export const TOOL: i32 = 4;
/** Not a role: the word that makes a message of the assistant a call. */
export const CALL: i32 = 5;
/** Nor is this: a message with it is a call without an id. */
export const CALL_ROLE: i32 = 6;

/**
 * The table: by the number of a word, its use as a key and its meaning as a role; then keys and roles without a number.
 */
export const TABLE: i32 = 45056;
const ROLES: i32 = TABLE + 512;
const LONG_KEYS: i32 = TABLE + 1024;
/** Added to the role of a word among them. */
const LONG_ROLE: i32 = 0x80;
const BLOCKS: i32 = TABLE + 1536;

/** The kind of a block of text, as in chat-table.ts. */
export const TEXT_BLOCK: i32 = 1;

/** The use of a key; negative if unknown because it has escapes. */
@inline
export function useOf(key: i32): i32 {
  const header = load<i32>(key);
  const word = header >>> WORD_SHIFT;
  if (word != 0) return load<u8>(TABLE + word);
  if ((header & ESCAPED) != 0) return -1;
  const use = load<i32>(key, 12) > 15 ? meaningOfLong(key) : 0;
  return use < LONG_ROLE ? use : 0;
}

/** The use of a key without a number, or the role of such a word. */
function meaningOfLong(key: i32): i32 {
  const length = load<i32>(key, 12);
  const from = load<i32>(key, 4) + 1;
  for (let at = LONG_KEYS; ; ) {
    const size = <i32>load<u8>(at);
    if (size == 0) return 0;
    if (size == length && memory.compare(from, at + 2, size) == 0) return load<u8>(at, 1);
    at += size + 2;
  }
  return 0;
}

/** The role that a value names; 0 if the table does not have it. */
export function roleOf(value: i32): i32 {
  if (!isString(value)) return 0;
  const header = load<i32>(value);
  const word = header >>> WORD_SHIFT;
  if (word != 0) return load<u8>(ROLES + word);
  if ((header & ESCAPED) != 0 || load<i32>(value, 12) < 16) return 0;
  return max(0, meaningOfLong(value) - LONG_ROLE);
}

/** The kind of a block, by the value of its type; 0 if the table does not have it. */
export function kindOfBlock(value: i32): i32 {
  const word = isString(value) ? load<i32>(value) >>> WORD_SHIFT : 0;
  return word == 0 ? 0 : <i32>load<u8>(BLOCKS + word);
}

/** Whether the format, or any format, may have this key in a message with a value of this kind. */
export function isToldBy(use: i32, key: i32): bool {
  const value = key + TOKEN;
  if (use == 0) return tellsNothing(key) && (!isContainer(value) || isClean(value, 0));
  if (use == KEY_MORE) return false;
  if (use == KEY_TAGS || use == KEY_CALL_IN_ORDER) return !isString(value);
  if (use == KEY_CONTENT || use == KEY_CALLS || use == KEY_EXTRA || use >= KEY_PAIR_ID) return true;
  if (use == KEY_ID) return isString(value);
  return use >= KEY_ROLE && use <= KEY_REASONING_TOO && !isContainer(value);
}
