import { InputReader } from "../engine/input/input-reader.ts";
import type { Line } from "../engine/input/line-frame.ts";
import { Conversations } from "../engine/input/read-conversations.ts";
import type { MessageLines } from "../engine/input/read-message-lines.ts";
import type { ConversationAbout } from "../engine/input/reading.ts";
import type { RecordTaker } from "../engine/input/record-taker.ts";
import type { FormatName } from "../formats/index.ts";
import { type Store, storeFrom } from "../io/store.ts";
import { inOrder, type Splice } from "../json/splice/splice.ts";
import type { TapeTree } from "../json/tape/tape-tree.ts";
import { type RefReading, restoredByRef } from "./by-ref.ts";

/** Restores what has refs in one input, but for lines that were restored otherwise. */
export class RefRestorer implements RecordTaker {
  readonly input: InputReader;
  readonly isFull = false;
  isChanged = false;
  /** Bytes that were passed before anything changed: they are copied only if something does. */
  private passed = 0;
  private readonly about: RefRestoring;
  private readonly conversationReader: Conversations;

  constructor(about: RefRestoring) {
    this.about = about;
    const reading = { file: about.file, format: about.format, strict: false, onBadLine() {} };
    this.conversationReader = new Conversations(reading);
    this.input = new InputReader(reading, { store: storeFrom(about.from, 0), taker: this });
  }

  conversations(record: TapeTree, about: ConversationAbout): Iterable<void> {
    const { bytes, first, next, number } = about.text;
    const kept = (start: number, end: number) => {
      if (Buffer.isBuffer(bytes)) this.put(bytes.subarray(start, end));
      else for (const piece of bytes.pieces(start, end)) this.put(piece);
    };
    if (this.about.isDone(number)) {
      kept(first, next);
      return [];
    }
    const reads = this.conversationReader.read(record, about);
    let at = first;
    for (const { start, end, text } of this.splices(restoredByRef(reads, this.about.reading))) {
      kept(at, start);
      this.put(Buffer.from(text));
      at = end;
    }
    kept(at, next);
    return [];
  }

  between({ bytes, first, next }: Line): void {
    this.put(bytes.subarray(first, next));
  }

  lines(lines: MessageLines): Iterable<void> {
    let at = 0;
    for (const { start, end, text } of this.splices(
      restoredByRef(lines.read(), this.about.reading),
    )) {
      for (const piece of this.about.from.pieces(at, start)) this.put(piece);
      this.put(Buffer.from(text));
      at = end;
    }
    for (const piece of this.about.from.pieces(at, this.about.from.size)) this.put(piece);
    return [];
  }

  private *splices(splices: Iterable<Splice>): Iterable<Splice> {
    for (const splice of inOrder(splices)) {
      if (!this.isChanged) this.copyPassed();
      this.isChanged = true;
      yield splice;
    }
  }

  private put(bytes: Buffer): void {
    if (this.isChanged) this.about.into.append(bytes);
    else this.passed += bytes.length;
  }

  private copyPassed(): void {
    const { from, into } = this.about;
    for (const piece of from.pieces(0, this.passed)) into.append(piece);
  }
}

/** Options and output of restoring by refs. */
export interface RefRestoring {
  readonly file: string;
  readonly format: FormatName | undefined;
  /** The bytes of the input, which are to be read in this order. */
  readonly from: Store;
  readonly into: Store;
  readonly reading: RefReading;
  /** Whether a row, by the number of its line, is as it was already. */
  isDone(line: number): boolean;
}
