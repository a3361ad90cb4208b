import type { Output } from "../../io/output.ts";
import { readInto, readStore, type Store } from "../../io/store/store.ts";
import {
  NOTE,
  NOTE_STRIDE,
  NOTED_MASKED,
  type NoteChunk,
  type NoteMasker,
  type SplicedPart,
} from "../../json/tape/noted-lines.ts";
import type { UnitRecording } from "./unit-recording.ts";

/** The results of an input as notes, with marks on the masked ones. */
export interface NotedResults {
  readonly chunks: readonly NoteChunk[];
  /** The placeholders not in chunks, as JSON, by the number of their result. */
  readonly byHand: ReadonlyMap<number, string>;
  readonly notes: NoteMasker;
  /** How many are masked. */
  readonly masked: number;
}

/** The text of the results, `[start, end)` of a store, the output, and the recorder of the recipe. */
interface SplicingOf {
  readonly store: Store;
  readonly start: number;
  readonly end: number;
  readonly output: Output;
  readonly recording: UnitRecording | undefined;
}

/** Bytes of the input processed at a time: what JavaScript does for each part takes as long as copying 100 kB. */
const PART_BYTES = 768 * 1024;

/** Writes a text with the placeholders of masked results. Yields after each part. */
export function* spliceNotes(noted: NotedResults, about: SplicingOf): Iterable<void> {
  const { chunks, notes } = noted;
  const { end } = about;
  const splicing = new NoteSplicing(noted, about);
  let first = 0;
  for (const [c, chunk] of chunks.entries()) {
    notes.open(chunk);
    const isLast = c === chunks.length - 1;
    for (let done = 0; isLast ? splicing.at < end : done < chunk.count; ) {
      done = splicing.part({ chunk, done, first, isLast });
      yield;
    }
    first += chunk.count;
  }
}

/** Writes the parts of an input, and records them if there is an archive. */
class NoteSplicing {
  /** The text up to there was put out. */
  at: number;
  private readonly noted: NotedResults;
  private readonly about: SplicingOf;
  private edits = 0;

  constructor(noted: NotedResults, about: SplicingOf) {
    this.noted = noted;
    this.about = about;
    this.at = about.start;
  }

  /**
   * Writes the next part by the notes of the open chunk, whose first result is number `first`; returns the number
   * of notes processed.
   */
  part({ chunk, done, first, isLast }: PartOfChunk): number {
    const { notes, byHand } = this.noted;
    const { store, end, output, recording } = this.about;
    const areWhole = recording !== undefined;
    const next = areWhole || byHand.size > 0 ? nextMasked(chunk, done) : undefined;
    const json =
      next?.note === done && next.start === this.at ? byHand.get(first + done) : undefined;
    if (next !== undefined && json !== undefined) {
      this.replaceByHand(next, json);
      notes.skip();
      return done + 1;
    }
    const isInPart = areWhole && next !== undefined && next.start < this.at + PART_BYTES;
    const wanted = isInPart ? Math.max(PART_BYTES, next.end - this.at) : PART_BYTES;
    const offset = this.at;
    const count = Math.min(end - offset, wanted);
    readInto(store, offset, notes.room.subarray(0, count));
    const part = notes.splice({ offset, count, areWhole, isLast });
    this.at = part.at;
    this.record(part, offset);
    output.range(part.bytes, part.out, part.outEnd);
    return part.notes;
  }

  private record(part: SplicedPart, offset: number): void {
    const { recording } = this.about;
    if (recording === undefined) return;
    const { notes, masked } = this.noted;
    this.edits += part.editCount;
    const isEnd = part.editCount > 0 && this.edits === masked;
    recording.spliced(part, { original: notes.room.subarray(0, part.at - offset), isEnd });
  }

  /** Replaces a text by a placeholder that the kernel does not have. */
  private replaceByHand({ start, end }: NextMasked, json: string): void {
    const { store, output, recording } = this.about;
    output.text(json);
    this.at = end;
    if (recording === undefined) return;
    recording.replaced([readStore(store, start, end)], { text: json });
    this.edits++;
    if (this.edits === this.noted.masked) recording.endOfEdits();
  }
}

interface PartOfChunk {
  readonly chunk: NoteChunk;
  /** The number of notes processed. */
  readonly done: number;
  readonly first: number;
  readonly isLast: boolean;
}

/** A result that is masked next. */
interface NextMasked {
  readonly note: number;
  readonly start: number;
  readonly end: number;
}

/** The next result of a chunk that is masked. */
function nextMasked({ base, notes, count }: NoteChunk, done: number): NextMasked | undefined {
  for (let note = done; note < count; note++) {
    const integer = (place: number) => notes[note * NOTE_STRIDE + place] ?? 0;
    if ((integer(NOTE.about) & NOTED_MASKED) === 0) continue;
    const start = base + integer(NOTE.start);
    return { note, start, end: start + integer(NOTE.length) };
  }
  return undefined;
}
