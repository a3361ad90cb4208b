/**
 * The chars of a conversation by role, kind and tool, in AssemblyScript. Summed while messages are read, if
 * wanted: see `CHAT_SUMS` in json/tape/chat-table.ts.
 */

// The kinds of parts, as in `CHAT_SUMS`.
export const TEXT: i32 = 0;
export const REASONING: i32 = 1;
const CALL: i32 = 2;
const RESULT: i32 = 3;

// The layout of the sums: chars of each kind for each role; the chars before each of the newest tool turns,
// by its number; for each tool, and last for calls without a name, the calls and results with their chars.
const TURNS: i32 = 64;
const TURN_MASK: i32 = 31;
const TOOLS: i32 = TURNS + 128;
const TOOL: i32 = 16;
const NAMELESS: i32 = 64;

/** The address of the sums; 0 if none are wanted. */
let sums: i32 = 0;
let byRole: i32 = 0;

/** Bits of `note`. */
export let chatNotes: i32 = 0;

/** The sums are incomplete: there is an image, or more tools than are numbered. */
export const UNCOUNTED: i32 = 1;
/** The provider's API may refuse something, or several open calls may share an id. */
export const REFUSABLE: i32 = 2;
/** The text of a result is not one string: see `addResult`. */
export const HAS_ODD: i32 = 4;
/** A message has tags. */
export const HAS_TAGS: i32 = 8;

/** Notes something about the conversation. */
export function note(what: i32): void {
  chatNotes |= what;
}

/** Whether sums are wanted. */
@inline
export function areSummed(): bool {
  return sums != 0;
}

/** Starts a conversation whose sums are written at `at`; 0: none are wanted. */
export function beginSums(at: i32): void {
  sums = at;
  byRole = at;
  chatNotes = 0;
  if (at == 0) return;
  memory.fill(at, 0, TURNS);
  memory.fill(at + TOOLS + NAMELESS * TOOL, 0, TOOL);
}

/** Starts a message of a role. */
@inline
export function sumRole(role: i32): void {
  byRole = sums + ((role - 1) << 4);
}

/** Adds chars of a kind to the current message. */
@inline
export function sumChars(kind: i32, chars: i32): void {
  if (sums == 0) return;
  const at = byRole + (kind << 2);
  store<i32>(at, load<i32>(at) + chars);
}

/** Stores the chars before tool turn number `toolTurn`. */
export function sumToolTurn(toolTurn: i32, charsBefore: i32): void {
  if (sums != 0) store<i32>(sums + TURNS + ((toolTurn & TURN_MASK) << 2), charsBefore);
}

/** Clears the sums of a numbered tool. */
export function beginTool(tool: i32): void {
  if (sums != 0) memory.fill(sums + TOOLS + tool * TOOL, 0, TOOL);
}

/** Adds a call of a tool, by its number; negative if it has no name. */
export function sumCall(tool: i32, chars: i32): void {
  sumChars(CALL, chars);
  addTo(tool, 0, chars);
}

/** Adds a result of a tool in the same way. */
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
