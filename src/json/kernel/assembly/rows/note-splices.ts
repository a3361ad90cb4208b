/**
 * Masks the results in notes, in AssemblyScript: marks those outside the window, and writes a part of the
 * input with their placeholders.
 */
import { DIGEST_BYTES, HAS_DIGEST, IS_ASCII, NOTE, NOTE_REASON } from "./line-notes";
import { IN_WINDOW, MASKED_BEFORE, NOT_EDITABLE } from "../policy/row-keepers";
import { writeOfLength } from "../placeholders/row-placeholders";

/** The result is masked. */
const MASKED: i32 = 0x800;
/** Its placeholder is stored elsewhere. */
const BY_HAND: i32 = 0x1000;

// The integers of the sums of notes, as of a row: see `ROW`.
const MASKED_COUNT: i32 = 8;
const SAVED: i32 = 12;
const MASKED_BEFORE_COUNT: i32 = 16;
const CHARS: i32 = 20;
const MASKED_TURNS: i32 = 24;
const REASONS: i32 = 32;

let latestTurn: i32 = 0;
/** Not 0 if a result follows one of a later tool turn: turns are then counted elsewhere. */
export let notesAreMixed: i32 = 0;

/** Starts the notes of a conversation. */
export function beginNotes(): void {
  latestTurn = 0;
  notesAreMixed = 0;
}

/**
 * Marks which of `count` notes are masked, because they are outside the window, and adds their sums at
 * `into`.
 */
export function maskNotes(notes: i32, count: i32, limit: i32, into: i32): void {
  const end = notes + count * NOTE;
  for (let note = notes; note < end; note += NOTE) {
    const chars = load<i32>(note);
    const said = load<i32>(note, 16);
    let reason = said & NOTE_REASON;
    add(into, CHARS, chars);
    if (reason == MASKED_BEFORE) add(into, MASKED_BEFORE_COUNT, 1);
    else if (reason != NOT_EDITABLE) {
      const isOutside = load<i32>(note, 4) <= limit;
      if (isOutside && reason == 0) {
        store<i32>(note, said | MASKED, 16);
        add(into, MASKED_COUNT, 1);
        add(into, SAVED, load<i32>(note, 28));
        countTurn(into, load<i32>(note, 20));
        continue;
      }
      if (!isOutside) reason = IN_WINDOW;
    }
    add(into, REASONS + (reason << 3), 1);
    add(into, REASONS + (reason << 3) + 4, chars);
  }
}

function countTurn(into: i32, turn: i32): void {
  if (turn < latestTurn) notesAreMixed = 1;
  else if (turn > latestTurn) {
    add(into, MASKED_TURNS, 1);
    latestTurn = turn;
  }
}

function add(into: i32, place: i32, number: i32): void {
  store<i32>(into + place, load<i32>(into + place) + number);
}

// Results of `spliceNotes`: the end of the input written, the notes done and the bytes of their placeholders,
// the edits.
export let notesAt: i32 = 0;
export let notesDone: i32 = 0;
export let notesWritten: i32 = 0;
export let notesEdits: i32 = 0;

/**
 * Bytes of an edit: the range of the text, the offset and length of its placeholder, the note's flags, and
 * the offset of its digest.
 */
const EDIT: i32 = 24;

/**
 * Writes the bytes `[start, end)` of an input to `out`, with the placeholders of the masked results among
 * `count` notes. Offsets of texts are relative to `base`; placeholders are at `written`. Stops before a text
 * that crosses the end, if `isWhole`; before a text whose placeholder is stored elsewhere; and after the last
 * note, unless `isLast`. `notesAt` tells where it stopped. Edits are written at `edits`. Returns the end of
 * the output.
 */
export function spliceNotes(
  start: i32,
  end: i32,
  notes: i32,
  count: i32,
  base: i32,
  written: i32,
  out: i32,
  edits: i32,
  isWhole: i32,
  isLast: i32,
): i32 {
  let at = start;
  let to = out;
  let text = written;
  let edit = edits;
  let stop = isLast != 0 ? end : start;
  let k: i32 = 0;
  for (; k < count; k++) {
    const note = notes + k * NOTE;
    const said = load<i32>(note, 16);
    const length = load<i32>(note, 24);
    const kept = length + ((said & HAS_DIGEST) != 0 ? DIGEST_BYTES : 0);
    if ((said & MASKED) != 0) {
      const from = base + load<i32>(note, 8);
      const next = from + load<i32>(note, 12);
      stop = min(from, end);
      if (from >= end || (said & BY_HAND) != 0 || (isWhole != 0 && next > end)) break;
      memory.copy(to, at, from - at);
      to += from - at;
      const bytes = length == 0 ? writeOfLength(load<i32>(note), (said & IS_ASCII) != 0, to) : length;
      if (length != 0) memory.copy(to, text, length);
      store<i32>(edit, from);
      store<i32>(edit, next, 4);
      store<i32>(edit, to, 8);
      store<i32>(edit, bytes, 12);
      store<i32>(edit, said, 16);
      store<i32>(edit, text + length, 20);
      edit += EDIT;
      to += bytes;
      at = next;
      stop = isLast != 0 ? end : next;
    }
    text += kept;
  }
  if (stop > at) {
    memory.copy(to, at, stop - at);
    to += stop - at;
    at = stop;
  }
  notesAt = at;
  notesDone = k;
  notesWritten = text - written;
  notesEdits = (edit - edits) / EDIT;
  return to;
}
