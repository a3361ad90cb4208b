/** The bytes of copies that rows have next to results, in AssemblyScript. */
import { headIn } from "../chat/text-heads";
import { chatMessages, resultsFound } from "../chat/chat-results";
import { BY_ITEMS, policy, READER } from "../policy/row-policy";
import { argument, token } from "../sessions/learned-path";
import { noteCopy, noteRead, OF_RESULT } from "../sessions/line-reads";
import { KEY_TEXT, useOf } from "../sessions/session-keys";
import { after, ARRAY, bytesOf, ESCAPED, isString, OBJECT, TOKEN } from "../tape/tape-tokens";

/** The originals of copies, as in learned-steps.ts. */
const OF_LATEST: i32 = 1;
const OF_PROMPT: i32 = 2;
const OF_REPLY: i32 = 3;

/** The most results. */
const MOST: i32 = 16 * 1024;

/** Whether results have copies, whose bytes are in the memory, or there are such prompts. */
export let itemsHaveCopies: bool = false;
/** The memory: by result the bytes of its copies; the number of the reply that it follows, and its content; heads. */
let memoryAt: i32 = 0;
const REPLIES: i32 = 4 * MOST;
const HEADS: i32 = REPLIES + 8 * MOST;
export const COPY_BYTES: i32 = HEADS + 512;
let promptBytes: i32 = 0;
/** The number of replies so far. */
let replies: i32 = 0;
/** The first result that no copy looked at. */
let nextResult: i32 = 0;

/** Whether the current array has copies alone; the number of its item, from 1, if it has one for each reply. */
let areCopies: bool = false;
let isNumbered: bool = false;
let itemNumber: i32 = 0;

/** Chars of a copy that distinguish it, as in formats/swe-agent.ts. */
const COPY_CHARS: i32 = 60;

/** Starts a conversation, with memory for the bytes. */
export function beginCopies(at: i32): void {
  memoryAt = at;
  itemsHaveCopies = false;
  promptBytes = 0;
  replies = 0;
  nextResult = 0;
}

/** Starts an array of messages, or of copies. */
export function beginItems(list: i32, haveCopies: bool): void {
  areCopies = haveCopies;
  isNumbered = haveCopies && hasItemOfEach(list);
  itemNumber = 0;
}

/** Goes on to the next item of the array. */
export function turnToItem(): void {
  if (isNumbered) itemNumber++;
}

/** Reads a copy, of the answer before it, of one of the reply with its item's number, or in a prompt. */
export function readCopy(): bool {
  const copy = token(0);
  if (areCopies) noteCopy(copy);
  else noteRead(copy, OF_RESULT);
  if (argument(1) == OF_REPLY) return addCopyOfReply(copy, itemNumber);
  return addCopy(argument(1), bytesOf(copy));
}

/** Adds a copy; false if it is not known of what. */
function addCopy(kind: i32, bytes: i32): bool {
  if (kind != OF_LATEST && (kind != OF_PROMPT || chatMessages == 0)) return false;
  if (kind == OF_LATEST) addBytes(resultsFound() - 1, bytes);
  else {
    beginBytes();
    promptBytes += bytes;
  }
  return true;
}

function addBytes(result: i32, bytes: i32): void {
  beginBytes();
  const at = memoryAt + (result << 2);
  store<i32>(at, load<i32>(at) + bytes);
}

function beginBytes(): void {
  if (!itemsHaveCopies) memory.fill(memoryAt, 0, 4 * MOST);
  itemsHaveCopies = true;
}

/** Counts a reply. */
export function countReply(): void {
  replies++;
}

/** Whether an array has an item for each reply. */
function hasItemOfEach(list: i32): bool {
  const stop = after(list);
  let items: i32 = 0;
  for (let item = list + TOKEN; item < stop; item = after(item)) items++;
  return items == replies;
}

/** Notes which reply the latest result follows, and its content, 0 for none. */
export function noteReply(content: i32): void {
  const at = memoryAt + REPLIES + ((resultsFound() - 1) << 3);
  store<i32>(at, replies);
  store<i32>(at, content, 4);
}

/**
 * Adds a copy of a result of the reply with a number, from 1; copies are added in order. 0: of none. It is of the first
 * such result that begins like it; without one it is part of a prompt. False if only its reader can tell.
 */
function addCopyOfReply(copy: i32, reply: i32): bool {
  const count = resultsFound();
  if (reply > 0)
    for (; nextResult < count; nextResult++) {
      const at = memoryAt + REPLIES + (nextResult << 3);
      const own = load<i32>(at);
      if (own > reply) break;
      if (own < reply) continue;
      const is = isCopy(copy, load<i32>(at, 4));
      if (is < 0) return false;
      if (is == 0) continue;
      addBytes(nextResult++, bytesOf(copy));
      return true;
    }
  return addCopy(OF_PROMPT, bytesOf(copy));
}

/** Whether a result has the text of a copy, perhaps after a header: 1, 0, or -1 if only its reader can tell. */
function isCopy(copy: i32, content: i32): i32 {
  let text = content;
  if (content != 0 && load<u8>(content) == ARRAY) {
    text = after(content) > content + TOKEN ? textOf(content + TOKEN) : 0;
    if (text < 0) return -1;
  }
  if (!isString(copy) || !isString(text)) return 0;
  return headIn(copy, text, COPY_CHARS, memoryAt + HEADS);
}

/** The value of a block's text; 0 for none, -1 if a key may be spelled in another way. */
function textOf(block: i32): i32 {
  if (load<u8>(block) != OBJECT) return 0;
  const stop = after(block);
  let text: i32 = 0;
  for (let key = block + TOKEN; key < stop; key = after(key + TOKEN)) {
    if ((load<i32>(key) & ESCAPED) != 0) return -1;
    if (useOf(key) == KEY_TEXT) text = key + TOKEN;
  }
  return text;
}

/** Bytes of the copies of a result; 0 where another reader read the conversation. */
export function copiesOf(k: i32): i32 {
  return haveCopies() ? load<i32>(memoryAt + (k << 2)) : 0;
}

/** Bytes of the prompts, whatever is masked. */
export function promptCopies(): i32 {
  return haveCopies() ? promptBytes : 0;
}

function haveCopies(): bool {
  return itemsHaveCopies && load<i32>(policy, READER) == BY_ITEMS;
}
