/** The output of rows with their placeholders, and of their edits if wanted. */
import { placeholderRef } from "./row-placeholders";
import { EDIT, EDITS, MOST_EDITS, NOTES_EDITS, OUT, policy } from "../policy/row-policy";

/** A flag of a result: its text is in a block of its message. */
const IN_BLOCK: i32 = 2;

/** The end of the output. */
export let rowsOut: i32 = 0;
/** The edits of the rows so far. */
export let edits: i32 = 0;

/** Whether only placeholders are written, one after another. */
let isSparse: bool = false;

/** Starts with empty output: for rows, or with `hasNoRows` for placeholders only. */
export function beginOutput(hasNoRows: bool): void {
  isSparse = hasNoRows;
  rowsOut = policy + OUT;
  edits = 0;
}

/** Truncates the output and the edits. */
export function takeBack(end: i32, count: i32): void {
  rowsOut = end;
  edits = count;
}

/**
 * Adds an edit before its placeholder is written, if wanted; false if the edit does not fit, or needs more
 * than these numbers.
 */
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
  store<i32>(edit, placeholderRef, 16);
  edits++;
  return true;
}

/** Copies bytes of a row to the output. */
export function putRow(from: i32, to: i32): void {
  if (!isSparse) put(from, to);
}

/** Copies bytes to the output. */
export function put(from: i32, to: i32): void {
  memory.copy(rowsOut, from, to - from);
  rowsOut += to - from;
}
