/** The bytes of copies that rows have next to results, in AssemblyScript. */
import { chatMessages, resultsFound } from "../chat/chat-results";
import { BY_ITEMS, policy, READER } from "../policy/row-policy";

/** As in learned-steps.ts: a copy is of the result before it, or in a prompt that is stored whole. */
const OF_LATEST: i32 = 1;
const OF_PROMPT: i32 = 2;

/** The most results. */
const MOST: i32 = 16 * 1024;

/** Whether results have copies, whose bytes are in the memory, or there are such prompts. */
export let itemsHaveCopies: bool = false;
let memoryAt: i32 = 0;
let promptBytes: i32 = 0;

/** Starts a conversation, with memory for the bytes. */
export function beginCopies(at: i32): void {
  memoryAt = at;
  itemsHaveCopies = false;
  promptBytes = 0;
}

/** Adds a copy; false if it is not known of what. */
export function addCopy(kind: i32, bytes: i32): bool {
  if (kind != OF_LATEST && (kind != OF_PROMPT || chatMessages == 0)) return false;
  if (!itemsHaveCopies) memory.fill(memoryAt, 0, 4 * MOST);
  itemsHaveCopies = true;
  if (kind == OF_PROMPT) {
    promptBytes += bytes;
    return true;
  }
  const at = memoryAt + ((resultsFound() - 1) << 2);
  store<i32>(at, load<i32>(at) + bytes);
  return true;
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
