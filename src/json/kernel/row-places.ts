import { EDIT_STRIDE } from "../tape/masked-rows.ts";

// Where the parts of the memory of rows are, as in row-policy.ts: a policy; what is asked for; the numbers of rows or
// notes; what is put out; edits.
export const SHAPES = 128;
export const LASTS = SHAPES + 4096;
export const HEADS = LASTS + 4096;
export const ESCAPE_ENDS = HEADS + 256;
export const TOOLS = ESCAPE_ENDS + 256;
export const MARK = TOOLS + 4096;
export const START = MARK + 64;
export const PIECES = START + 64;
export const PIECES_OF = 64;
export const KINDS = PIECES + 2 * PIECES_OF;
export const ASKED = KINDS + 16;
export const DIGEST = ASKED + 1024;
export const WRITTEN = DIGEST + 64;
export const TEXTS = WRITTEN + 12 * 1024;
export const ROWS = 49_152;
export const ROW_INTEGERS = 40;
export const OUT = ROWS + ROW_INTEGERS * 4 * 1024;

export const EDITS = OUT + 2 * 1024 * 1024;
export const MOST_EDITS = 16_384;

/** Bytes for all of it; rows of more than are put out at a time are read in other ways. */
export const ROW_BYTES = EDITS + 4 * EDIT_STRIDE * MOST_EDITS;
