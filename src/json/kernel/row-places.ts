import { EDIT_STRIDE } from "../tape/masked-rows.ts";
import { CHAT_RESULTS } from "./kernel-chat.ts";

// The layout of the memory of rows, as in row-policy.ts: a policy; answers; the integers of rows or notes;
// the output; edits.
export const SHAPES = 128;
export const LASTS = SHAPES + 4096;
export const TOOLS = LASTS + 4096;
export const MARK = TOOLS + 4096;
export const START = MARK + 64;
export const PIECES = START + 64;
export const PIECES_OF = 64;
export const KINDS = PIECES + 4 * PIECES_OF;
export const KINDS_OF = 8;
export const ASKED = KINDS + 2 * KINDS_OF;
export const WRITTEN = ASKED + 1024;
export const TEXTS = WRITTEN + 12 * 1024;
export const ROWS = 49_152;
const ROW_INTEGERS = 43;
export const OUT = ROWS + ROW_INTEGERS * 4 * 1024;

export const EDITS = OUT + 2 * 1024 * 1024;
export const MOST_EDITS = 16_384;

/** Bytes for the joined texts of a result, see assembly/rows/row-texts.ts. */
const JOINED_BYTES = 1024 * 1024 + 1024;

/**
 * Bytes for the counts of turns, or for messages and calls, see assembly/chat/noted-messages.ts; and for what masking
 * each result saves: see assembly/policy/row-pressure.ts.
 */
export const TURN_BYTES = 24 * 4097;
const SAVED_BYTES = 4 * CHAT_RESULTS;

/** The integers of a message that is noted, and the most messages. */
export const NOTED_MESSAGE = 2;
export const NOTED_MESSAGES = 6144;

export const TURNS = EDITS + 4 * EDIT_STRIDE * MOST_EDITS + JOINED_BYTES;

export const SAVED = TURNS + TURN_BYTES;

/** Bytes of all of it; rows longer than the output are read by other code. */
export const ROW_BYTES = SAVED + SAVED_BYTES;
