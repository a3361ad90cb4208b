import { TapeTree } from "../../../json/tape/tape-tree.ts";
import type { InputPiece } from "../input-piece.ts";
import { type AtEnd, type LineSource, linesIn } from "../lines/line-source.ts";
import {
  endOfLine,
  inMemory,
  isStored,
  type ReadLine,
  type StoredLine,
} from "../lines/read-line.ts";
import { readLinesAgain } from "../lines/read-lines-again.ts";
import type { LayoutReader } from "./layout-reader.ts";
import { FormatWay } from "./line-ways/format-way.ts";
import { KernelWay } from "./line-ways/kernel-way.ts";
import type { LineReading } from "./line-ways/line-reading.ts";
import type { LineWay } from "./line-ways/line-way.ts";
import { ObjectWay } from "./line-ways/object-way.ts";

/**
 * Reads an input whose lines are transcripts together, a message a line, in the fastest way that all lines so far
 * allow. The transcripts are known once all lines are read; lines that are needed then are read again from the store.
 */
export class MessageLineReader implements LayoutReader {
  readonly layout = "lines";
  private readonly reading: LineReading;
  private way: LineWay;

  constructor(reading: LineReading) {
    this.reading = reading;
    this.way = firstWay(reading);
  }

  take(lines: LineSource, about: AtEnd): Iterable<InputPiece> {
    this.takeTogether(lines);
    for (const read of linesIn(lines, about)) {
      this.line(read);
      this.takeTogether(lines);
    }
    return [];
  }

  *finish(): Iterable<InputPiece> {
    const { store } = this.reading;
    const { size } = store;
    const text = { bytes: store, start: 0, end: size, number: 1, first: 0, next: size };
    let piece = this.way.finish(text);
    while (piece === undefined) {
      this.leave(size);
      piece = this.way.finish(text);
    }
    yield piece;
  }

  private takeTogether(lines: LineSource): void {
    for (;;) {
      const end = this.way.takeTogether?.(lines);
      if (end === undefined) return;
      this.leave(end);
    }
  }

  private line(read: ReadLine): void {
    if (isStored(read)) {
      this.longLine(read);
      return;
    }
    const { offset, first, next } = read.line;
    const tree = this.reading.records.recordUnlessBad(read);
    if (!this.way.take(read, tree)) this.leave(offset + next - first);
  }

  /** Takes a line that is not in memory: only outlines have place for it. */
  private longLine(read: StoredLine): void {
    while (!(this.way instanceof ObjectWay)) this.leave(read.line.offset);
    const { tree } = read;
    this.line(tree === undefined ? { line: endOfLine(read), tree } : inMemory(read));
  }

  /** Leaves a way of reading: reads the lines before an offset again in the first one after it that can. */
  private leave(end: number): void {
    do this.way = this.way.next();
    while (!this.takeAgain(end));
  }

  /** Takes the lines before an offset, whose faults were reported already; false if one cannot be taken. */
  private takeAgain(end: number): boolean {
    for (const read of readLinesAgain(this.reading.store, end)) {
      if (isStored(read)) {
        if (!(this.way instanceof ObjectWay)) return false;
        this.longLine(read);
      } else {
        const tree = read.tree instanceof TapeTree ? read.tree : undefined;
        if (!this.way.take(read, tree)) return false;
      }
    }
    return true;
  }
}

function firstWay(reading: LineReading): LineWay {
  // A listener is told of each message as it comes, and once.
  if (reading.onMessage !== undefined) return new ObjectWay(reading);
  return KernelWay.for(reading) ?? FormatWay.for(reading) ?? new ObjectWay(reading);
}
