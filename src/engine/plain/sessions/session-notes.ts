import { ARRANGED_STATES, type KernelArranged } from "../../../json/kernel/kernel-arranged.ts";
import type { Splice } from "../../../json/splice/splice.ts";
import {
  ASCII_LINE,
  baseFor,
  MOST_NOTES,
  MOST_WRITTEN,
  NOTE,
  NOTE_STRIDE,
  NOTED_MASKED,
  NOTED_REF_BITS,
  type NoteMasker,
} from "../../../json/tape/noted-lines.ts";
import type { NotedResults } from "../../edits/splice-notes.ts";
import { NoteTable } from "../results/note-table.ts";
import type { SessionWritten, WrittenPlaceholder } from "./session-written.ts";

/**
 * The masked results of a session as notes, from which the kernel writes the output; undefined if one of them
 * needs several splices.
 */
export function sessionNotes(
  kernel: KernelArranged,
  { splicesOf, written }: SessionSplices,
  notes: NoteMasker,
): NotedResults | undefined {
  const table = new NoteTable({ areNumbered: false });
  const batch = new SessionNotes(table);
  const { masked, byFormat, isAscii } = ARRANGED_STATES;
  const { starts, lengths, states, resultParts, partChars, resultTotal } = kernel.exports;
  const { integers } = kernel;
  const at = {
    ...{ starts: starts.value >> 2, lengths: lengths.value >> 2, states: states.value >> 2 },
    ...{ parts: resultParts.value >> 2, chars: partChars.value >> 2 },
  };
  let count = 0;
  for (let k = 0; k < resultTotal.value; k++) {
    const state = integers[at.states + k] ?? 0;
    if ((state & masked) === 0) continue;
    count++;
    const isOfLength = (state & byFormat) === 0;
    const placeholder = isOfLength ? undefined : written.at(k);
    if (isOfLength || placeholder !== undefined) {
      const chars = integers[at.chars + (integers[at.parts + k] ?? 0)] ?? 0;
      const length = placeholder?.length ?? integers[at.lengths + k] ?? 0;
      const start = (integers[at.starts + k] ?? 0) >>> 0;
      batch.add({ chars, length, start, isAscii: (state & isAscii) !== 0 }, placeholder);
    } else {
      batch.end();
      if (!replaced(table, splicesOf.get(k))) return undefined;
    }
  }
  if (count === 0) return undefined;
  batch.end();
  return { chunks: table.chunks, byHand: table.byHand, notes, masked: count };
}

/** The notes of results that the kernel read, which are added to a table many at a time. */
class SessionNotes {
  private readonly table: NoteTable;
  private readonly notes: Int32Array;
  private readonly written: Buffer;
  private base: number | undefined;
  private results = 0;
  private filled = 0;

  constructor(table: NoteTable) {
    this.table = table;
    memory ??= {
      notes: new Int32Array(MOST_NOTES * NOTE_STRIDE),
      written: Buffer.allocUnsafeSlow(MOST_WRITTEN),
    };
    this.notes = memory.notes;
    this.written = memory.written;
  }

  /** Adds a masked result, whose placeholder is made of its length unless it is given. */
  add(
    { chars, length, start, isAscii }: ReadResult,
    { bytes = NOTHING, ref = 0 }: Partial<WrittenPlaceholder> = {},
  ): void {
    const base = baseFor(start, this.base);
    const isFull = this.results === MOST_NOTES || this.filled + bytes.length > MOST_WRITTEN;
    if (isFull || base !== this.base) this.end();
    this.base = base;
    const { notes } = this;
    const note = this.results++ * NOTE_STRIDE;
    notes[note + NOTE.chars] = chars;
    notes[note + NOTE.start] = start - base;
    notes[note + NOTE.length] = length;
    notes[note + NOTE.about] = NOTED_MASKED | (isAscii ? ASCII_LINE : 0) | (ref << NOTED_REF_BITS);
    notes[note + NOTE.written] = bytes.length;
    this.written.set(bytes, this.filled);
    this.filled += bytes.length;
  }

  /** Ends the notes that go together. */
  end(): void {
    const { notes, results, written, filled, base = 0 } = this;
    this.table.take({ notes, results, written: written.subarray(0, filled) }, base);
    this.results = 0;
    this.filled = 0;
  }
}

/** Memory that the notes of one session after another are collected in: the table has a copy. */
let memory: { readonly notes: Int32Array; readonly written: Buffer } | undefined;

/** A masked result that the kernel read; `start` is an offset of the input. */
interface ReadResult {
  readonly chars: number;
  readonly length: number;
  readonly start: number;
  readonly isAscii: boolean;
}

const NOTHING = Buffer.alloc(0);

/** The splices of results that a format's reader found, and the placeholders that the kernel wrote. */
interface SessionSplices {
  readonly splicesOf: ReadonlyMap<number, readonly Splice[]>;
  readonly written: SessionWritten;
}

/** Adds the splice of a result; false if it needs several. */
function replaced(table: NoteTable, splices: readonly Splice[] = []): boolean {
  const [splice, ...others] = splices;
  if (splice === undefined || others.length > 0 || splice.archived !== undefined) return false;
  table.replace(splice);
  return true;
}
