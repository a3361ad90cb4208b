import type { ByteTaker } from "../engine/input/feed-bytes.ts";
import {
  type InputPiece,
  type RecordPiece,
  singleConversations,
} from "../engine/input/input-piece.ts";
import { InputReader } from "../engine/input/input-reader.ts";
import type { TextPlace } from "../engine/input/reading.ts";
import type { TranscriptSource } from "../engine/input/transcripts/transcript-source.ts";
import type { FormatChoice } from "../formats/registry/format-choice.ts";
import { type Store, storeFrom } from "../io/store/store.ts";
import { inOrder, type Splice } from "../json/splice/splice.ts";
import { type RefReading, restoredByRef } from "./by-ref.ts";

/** Restores placeholders by ref in one input, except in lines that were restored otherwise. */
export class RefRestorer implements ByteTaker {
  isChanged = false;
  /** The bytes before the first change: copied only if there is one. */
  private passed = 0;
  private readonly about: RefRestoring;
  private readonly input: InputReader;

  constructor(about: RefRestoring) {
    this.about = about;
    const reading = { file: about.file, formats: about.formats, strict: false, onBadLine() {} };
    this.input = new InputReader(reading, { store: storeFrom(about.from, 0) });
  }

  room(): Buffer {
    return this.input.room();
  }

  received(count: number): Iterable<void> {
    return this.restore(this.input.received(count));
  }

  finish(): Iterable<void> {
    return this.restore(this.input.finish());
  }

  /** Releases the memory of the input. */
  close(): void {
    this.input.close();
  }

  private restore(pieces: Iterable<InputPiece>): Iterable<void> {
    for (const piece of pieces) {
      if (piece.kind === "rows") throw new Error("rows are read one by one");
      if (piece.kind === "other" || piece.kind === "columns") this.put(piece.text);
      else if (piece.kind === "lines") this.put(piece.text, this.splicesIn([piece.source]));
      else if (this.about.isDone(piece.text.number)) this.put(piece.text);
      else this.put(piece.text, this.splicesIn(sourcesOf(piece)));
    }
    return [];
  }

  /** Writes a text, with its transcripts restored. */
  private put({ bytes, first, next }: TextPlace, splices: Iterable<Splice> = []): void {
    let at = first;
    const kept = (end: number) => {
      if (Buffer.isBuffer(bytes)) this.append(bytes.subarray(at, end));
      else for (const piece of bytes.pieces(at, end)) this.append(piece);
    };
    for (const { start, end, text } of splices) {
      kept(start);
      this.append(Buffer.from(text));
      at = end;
    }
    kept(next);
  }

  private *splicesIn(sources: Iterable<TranscriptSource>): Iterable<Splice> {
    for (const source of sources)
      for (const splice of inOrder(restoredByRef(source.transcripts(), this.about.reading))) {
        if (!this.isChanged) this.copyPassed();
        this.isChanged = true;
        yield splice;
      }
  }

  private append(bytes: Buffer): void {
    if (this.isChanged) this.about.into.append(bytes);
    else this.passed += bytes.length;
  }

  private copyPassed(): void {
    const { from, into } = this.about;
    for (const piece of from.pieces(0, this.passed)) into.append(piece);
  }
}

function* sourcesOf(record: RecordPiece): Iterable<TranscriptSource> {
  for (const { read } of singleConversations(record)) {
    const source = read();
    if (source !== undefined) yield source;
  }
}

/** Options and output of restoring by refs. */
export interface RefRestoring {
  readonly file: string;
  readonly formats: FormatChoice;
  /** The bytes of the input, which are to be read in this order. */
  readonly from: Store;
  readonly into: Store;
  readonly reading: RefReading;
  /** Whether a row, by its line number, is restored already. */
  isDone(line: number): boolean;
}
