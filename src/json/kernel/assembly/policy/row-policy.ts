/** The policy for the results of rows, in AssemblyScript: data that kernel-rows.ts writes. */

import { MOST_TURNS, TURN } from "../chat/chat-turns";

// The integers of the policy, by offset, as in kernel-rows.ts.
export const COLUMN: i32 = 0;
export const SIZE: i32 = 4;
export const EVERY: i32 = 8;
export const MIN_GAIN: i32 = 12;
export const ERRORS: i32 = 16;
export const SIGN_BYTES: i32 = 20;
export const FIRST: i32 = 24;
export const ORPHANS: i32 = 28;
export const ASKS_TOOLS: i32 = 32;
export const START: i32 = 36;
/** The reader of conversations: 0 for chat-columns.ts, or one of these. */
export const READER: i32 = 40;
export const MARK: i32 = 44;
export const FIELDS: i32 = 48;
export const COUNTS_TURNS: i32 = 52;
export const MAIN_KEYS: i32 = 56;
export const CODE_CHARS: i32 = 60;
export const LARGER: i32 = 64;
export const BUDGET: i32 = 68;
export const NOTES_EDITS: i32 = 72;
/** Whether there is a shorter placeholder, and its fields. */
export const HAS_SHORTER: i32 = 76;
export const TAKES_ROWS: i32 = 80;
export const SHORTER_FIELDS: i32 = 84;
/** Whether there is a trigger; the trigger, the least saving and the target, see row-pressure.ts. */
export const PRESSURE: i32 = 88;
export const TRIGGER: i32 = 92;
export const MIN_SAVINGS: i32 = 96;
export const TARGET: i32 = 100;
/** The least gain of a mask: less than that by which a shorter placeholder is chosen, where a budget is missed. */
export const LEAST_GAIN: i32 = 104;

/** block-columns.ts, and item-rows.ts. */
export const BY_BLOCKS: i32 = 1;
export const BY_ITEMS: i32 = 2;

// Where to look for errors: in the flags of results only, also at the ends of texts, or in whole texts as
// well.
export const IN_TEXTS: i32 = 2;
export const IN_WORDS: i32 = 3;

// The parts of the policy after its integers: the shapes of rows; the ends of placeholders; tools; the mark
// of dispatch results; the placeholder for ASCII and for UTF-8, as chars and then an offset and a length for
// each piece, and the shorter one; the kinds of their fields, the value of a field that JavaScript gave, and
// the current placeholder.
export const SHAPES: i32 = 128;
export const SHAPES_END: i32 = SHAPES + 4096;
export const LASTS: i32 = SHAPES_END;
export const TOOLS: i32 = LASTS + 4096;
export const TOOLS_END: i32 = TOOLS + 4096;
export const MARK_AT: i32 = TOOLS_END;
export const START_AT: i32 = MARK_AT + 64;
export const PIECES: i32 = START_AT + 64;
export const PIECES_OF: i32 = 64;
export const KINDS: i32 = PIECES + 4 * PIECES_OF;
export const KINDS_OF: i32 = 8;
export const ASKED: i32 = KINDS + 2 * KINDS_OF;
export const WRITTEN: i32 = ASKED + 1024;
/** The integers of rows; the output follows. */
export const ROWS: i32 = 49152;
export const ROW: i32 = 172;
export const MOST_ROWS: i32 = 1024;
export const OUT: i32 = ROWS + ROW * MOST_ROWS;

/**
 * Edits, if wanted: the range of the text, the offset of its placeholder in the output, its length, and the
 * bytes of it before its ref.
 */
export const EDITS: i32 = OUT + 2 * 1024 * 1024;
export const EDIT: i32 = 20;
export const MOST_EDITS: i32 = 16_384;

/** The token of a result's text that is in several blocks, and its bytes: see row-texts.ts. */
export const JOINED_AT: i32 = EDITS + EDIT * MOST_EDITS;

/**
 * The counts at the start of each turn, or where there is a budget the messages and calls, see noted-messages.ts; and
 * the chars that masking each result saves, see row-pressure.ts.
 */
export const TURNS_AT: i32 = JOINED_AT + 1024 * 1024 + 1024;
export const SAVED_AT: i32 = TURNS_AT + TURN * (MOST_TURNS + 1);

/** The address of the current policy. */
export let policy: i32 = 0;

/** Sets the current policy. */
export function turnToPolicy(from: i32): void {
  policy = from;
}
