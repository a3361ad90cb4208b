/** Where rows are put out with their placeholders, and the edits in them where these are wanted. */
import { NOTES_EDITS, policy, ROWS } from "./row-policy";

/** The integers of rows; after those, what is put out. */
export const ROW: i32 = 160;
export const MOST_ROWS: i32 = 1024;
export const OUT: i32 = ROWS + ROW * MOST_ROWS;

/** Edits, where they are wanted: a text's place, that of its placeholder in what is put out, and the bytes of that. */
const EDITS: i32 = OUT + 2 * 1024 * 1024;
const EDIT: i32 = 16;
const MOST_EDITS: i32 = 16_384;
/** Of the flags of a result: it is in a block of its message. */
const IN_BLOCK: i32 = 2;

/** Where the output ends. */
export let rowsOut: i32 = 0;
/** The edits of the rows so far. */
export let edits: i32 = 0;

/** Whether only placeholders are put out, one after another. */
let isSparse: bool = false;

/** Begins with nothing put out: rows, or where it `hasNoRows` placeholders alone. */
export function beginOutput(hasNoRows: bool): void {
  isSparse = hasNoRows;
  rowsOut = policy + OUT;
  edits = 0;
}

/** Takes back what was put out since the output ended there, with as many edits. */
export function takeBack(end: i32, count: i32): void {
  rowsOut = end;
  edits = count;
}

/** Notes an edit before it is put out, if that is wanted; false where it takes more than these numbers. */
export function noteEdit(result: i32, from: i32, to: i32, written: i32): bool {
  const isWanted = load<i32>(policy, NOTES_EDITS) != 0;
  if (!isWanted && !isSparse) return true;
  if (isWanted && (load<i32>(result, 8) & IN_BLOCK) != 0) return false;
  if (edits == MOST_EDITS || written > policy + EDITS - rowsOut) return false;
  const edit = policy + EDITS + edits * EDIT;
  store<i32>(edit, from);
  store<i32>(edit, to, 4);
  store<i32>(edit, rowsOut, 8);
  store<i32>(edit, written, 12);
  edits++;
  return true;
}

/** Puts out bytes of a row as they are. */
export function putRow(from: i32, to: i32): void {
  if (!isSparse) put(from, to);
}

/** Puts out bytes as they are. */
export function put(from: i32, to: i32): void {
  memory.copy(rowsOut, from, to - from);
  rowsOut += to - from;
}
