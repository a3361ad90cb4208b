/**
 * The chars of a conversation by role, kind and tool, in AssemblyScript: filled while its messages are read where that is
 * wanted, see `CHAT_SUMS` in json/tape/chat-table.ts.
 */

// The kinds of parts, as in `CHAT_SUMS`.
export const TEXT: i32 = 0;
export const REASONING: i32 = 1;
const CALL: i32 = 2;
const RESULT: i32 = 3;

// Where the parts of the sums are: chars of each kind for each role; the chars before each of the newest tool turns, by
// its number; for each tool, and at last for those without a name, its calls and results with their chars.
const TURNS: i32 = 64;
const TURN_MASK: i32 = 31;
const TOOLS: i32 = TURNS + 128;
const TOOL: i32 = 16;
const NAMELESS: i32 = 64;

/** Where the sums are; 0 where none are wanted. */
let sums: i32 = 0;
let byRole: i32 = 0;

/** Bits of `note`. */
export let chatNotes: i32 = 0;

/** There is more than the sums count: an image, or more tools than are numbered. */
export const UNCOUNTED: i32 = 1;
/** There may be something that the API of its provider refuses, or an id that several open calls have. */
export const REFUSABLE: i32 = 2;

/** Notes something about the conversation. */
export function note(what: i32): void {
  chatNotes |= what;
}

/** Whether sums are wanted. */
@inline
export function areSummed(): bool {
  return sums != 0;
}

/** Begins with a conversation whose sums are written from `at` on; 0: none are wanted. */
export function beginSums(at: i32): void {
  sums = at;
  byRole = at;
  chatNotes = 0;
  if (at == 0) return;
  memory.fill(at, 0, TURNS);
  memory.fill(at + TOOLS + NAMELESS * TOOL, 0, TOOL);
}

/** Begins with a message of a role. */
@inline
export function sumRole(role: i32): void {
  byRole = sums + ((role - 1) << 4);
}

/** Adds chars of a kind to the message at hand. */
@inline
export function sumChars(kind: i32, chars: i32): void {
  if (sums == 0) return;
  const at = byRole + (kind << 2);
  store<i32>(at, load<i32>(at) + chars);
}

/** Tool turn number `toolTurn` begins after these chars. */
export function sumToolTurn(toolTurn: i32, charsBefore: i32): void {
  if (sums != 0) store<i32>(sums + TURNS + ((toolTurn & TURN_MASK) << 2), charsBefore);
}

/** Begins with a tool of a number. */
export function beginTool(tool: i32): void {
  if (sums != 0) memory.fill(sums + TOOLS + tool * TOOL, 0, TOOL);
}

/** Adds a call of a tool, by its number, negative where it has no name. */
export function sumCall(tool: i32, chars: i32): void {
  sumChars(CALL, chars);
  addTo(tool, 0, chars);
}

/** Adds a result in the same way. */
export function sumResult(tool: i32, chars: i32): void {
  sumChars(RESULT, chars);
  addTo(tool, 8, chars);
}

function addTo(tool: i32, place: i32, chars: i32): void {
  if (sums == 0) return;
  const at = sums + TOOLS + (tool < 0 ? NAMELESS : tool) * TOOL + place;
  store<i32>(at, load<i32>(at) + 1);
  store<i32>(at, load<i32>(at, 4) + chars, 4);
}
