import { ARRANGED_STATES, type KernelArranged } from "../../json/kernel/kernel-arranged.ts";
import type { Splice } from "../../json/splice/splice.ts";
import {
  ASCII_LINE,
  baseFor,
  MOST_NOTES,
  NOTE,
  NOTE_STRIDE,
  NOTED_MASKED,
  type NoteMasker,
} from "../../json/tape/noted-lines.ts";
import type { NotedResults } from "../edits/splice-notes.ts";
import { NoteTable } from "./note-table.ts";

/**
 * The masked results of a session as notes, from which the kernel writes the output; undefined if one of them
 * needs several splices. `splicesOf` has the splices of results that a format's reader found.
 */
export function sessionNotes(
  kernel: KernelArranged,
  splicesOf: ReadonlyMap<number, readonly Splice[]>,
  notes: NoteMasker,
): NotedResults | undefined {
  const table = new NoteTable({ areNumbered: false });
  const { masked, byFormat, isAscii } = ARRANGED_STATES;
  const { starts, lengths, states, resultParts, partChars, resultTotal } = kernel.exports;
  const { integers } = kernel;
  const at = {
    ...{ starts: starts.value >> 2, lengths: lengths.value >> 2, states: states.value >> 2 },
    ...{ parts: resultParts.value >> 2, chars: partChars.value >> 2 },
  };
  const batch = new Int32Array(MOST_NOTES * NOTE_STRIDE);
  let results = 0;
  let base: number | undefined;
  let count = 0;
  const take = () => {
    table.take({ notes: batch, results, written: NOTHING }, base ?? 0);
    results = 0;
  };
  for (let k = 0; k < resultTotal.value; k++) {
    const state = integers[at.states + k] ?? 0;
    if ((state & masked) === 0) continue;
    count++;
    if ((state & byFormat) !== 0) {
      take();
      if (!replaced(table, splicesOf.get(k))) return undefined;
      continue;
    }
    const start = (integers[at.starts + k] ?? 0) >>> 0;
    const own = baseFor(start, base);
    if (results === MOST_NOTES || own !== base) take();
    base = own;
    const note = results++ * NOTE_STRIDE;
    batch[note + NOTE.chars] = integers[at.chars + (integers[at.parts + k] ?? 0)] ?? 0;
    batch[note + NOTE.start] = start - own;
    batch[note + NOTE.length] = integers[at.lengths + k] ?? 0;
    batch[note + NOTE.about] = NOTED_MASKED | ((state & isAscii) === 0 ? 0 : ASCII_LINE);
    batch[note + NOTE.written] = 0;
  }
  if (count === 0) return undefined;
  take();
  return { chunks: table.chunks, byHand: table.byHand, notes, masked: count };
}

const NOTHING = Buffer.alloc(0);

/** Adds the splice of a result; false if it needs several. */
function replaced(table: NoteTable, splices: readonly Splice[] = []): boolean {
  const [splice, ...others] = splices;
  if (splice === undefined || others.length > 0 || splice.archived !== undefined) return false;
  table.replace(splice);
  return true;
}
