import type { TapeTree } from "../../../../json/tape/tape-tree.ts";
import type { LineColumns } from "../../column-takers.ts";
import type { InputPiece } from "../../input-piece.ts";
import type { LineSource } from "../../lines/line-source.ts";
import type { HeldLine } from "../../lines/read-line.ts";
import type { TextPlace } from "../../reading.ts";
import { FormatWay } from "./format-way.ts";
import type { LineReading } from "./line-reading.ts";
import type { LineWay } from "./line-way.ts";
import { ObjectWay } from "./object-way.ts";

/** Lines of a chat that the kernel reads, and decides about. */
export class KernelWay implements LineWay {
  private readonly reading: LineReading;
  private readonly columns: LineColumns;
  private areCounted = false;

  private constructor(reading: LineReading, columns: LineColumns) {
    this.reading = reading;
    this.columns = columns;
  }

  /** Undefined if nobody takes such columns. */
  static for(reading: LineReading): KernelWay | undefined {
    const { columns, format } = reading;
    return columns?.begin(format) === true ? new KernelWay(reading, columns) : undefined;
  }

  takeTogether(lines: LineSource): undefined {
    this.columns.takeLines(lines);
  }

  take({ line }: HeldLine, tree: TapeTree | undefined): boolean {
    if (tree === undefined) return true;
    const read = tree.scanned === undefined ? this.reading.scanAgain(line) : { line, tree };
    return read !== undefined && this.columns.add(read.line, read.tree);
  }

  finish(text: TextPlace): InputPiece | undefined {
    const { counts, areWithoutResults } = this.columns;
    // If no result was read, there may be some that the format does not know.
    if (counts.results === 0 && !areWithoutResults) return undefined;
    this.reading.records.guard.plain(counts);
    this.areCounted = true;
    return this.columns.finish() ? { kind: "columns", by: "kernel", text } : undefined;
  }

  next(): LineWay {
    const { reading, areCounted } = this;
    if (areCounted) return new ObjectWay(reading, { areNoted: true });
    return FormatWay.for(reading) ?? new ObjectWay(reading);
  }
}
