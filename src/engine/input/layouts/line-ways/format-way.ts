import type { TapeTree } from "../../../../json/tape/tape-tree.ts";
import type { LineParts } from "../../column-takers.ts";
import type { InputPiece } from "../../input-piece.ts";
import type { LineSource } from "../../lines/line-source.ts";
import type { HeldLine } from "../../lines/read-line.ts";
import type { TextPlace } from "../../reading.ts";
import type { LineReading } from "./line-reading.ts";
import type { LineWay } from "./line-way.ts";
import { endOfLines, forgetLines, noteLine } from "./note-line.ts";
import { ObjectWay } from "./object-way.ts";

/** Lines that their format reads, or the kernel as the format would, into counts and columns. */
export class FormatWay implements LineWay {
  private readonly reading: LineReading;
  private readonly parts: LineParts;
  private areCounted = false;
  /** Whether the kernel read a line, and one that may be a tool's answer in a text. */
  private isByKernel = false;
  private mayAnswer = false;

  private constructor(reading: LineReading, parts: LineParts) {
    this.reading = reading;
    this.parts = parts;
  }

  /** Undefined if nobody takes such columns. */
  static for(reading: LineReading): FormatWay | undefined {
    const { records, format, parts, session } = reading;
    const isForced = records.choice.forced !== undefined;
    const isBegun = parts?.begin(format, { ...session.kernel, isForced }) === true;
    return isBegun ? new FormatWay(reading, parts) : undefined;
  }

  takeTogether(lines: LineSource): number | undefined {
    for (;;) {
      const counts = this.parts.takeSession(lines);
      if (counts === undefined) return undefined;
      this.reading.records.guard.noted(counts);
      this.isByKernel = true;
      this.mayAnswer ||= counts.mayAnswer;
      if (!counts.isPlain) return counts.end;
    }
  }

  take({ line, tree: read }: HeldLine, tree: TapeTree | undefined): boolean {
    const { reading, parts } = this;
    if (tree === undefined) return read === undefined || parts.torn(line.number - 1);
    const kind = reading.format.kindOf(tree, tree.root);
    const found = kind === "message" ? parts.read(line, tree) : undefined;
    if (kind === "message" && found === undefined) return false;
    noteLine(reading, tree, { line, kind, parts: found });
    return true;
  }

  finish(text: TextPlace): InputPiece | undefined {
    const { reading, parts } = this;
    // If no result was read, there may be some that the format does not know.
    this.areCounted = reading.records.guard.hasResults || this.areWithoutResults;
    if (!this.areCounted || !parts.finish()) return undefined;
    endOfLines(reading, parts);
    return { kind: "columns", by: "format", text };
  }

  /** Whether the lines hold no result, or what was noted of them tells of all that they may hold. */
  private get areWithoutResults(): boolean {
    if (!this.isByKernel) return true;
    return !this.mayAnswer && !this.reading.records.guard.hasAnswers;
  }

  next(): LineWay {
    const { reading, parts, areCounted } = this;
    if (areCounted) return new ObjectWay(reading, { areNoted: true });
    forgetLines(reading.records);
    return parts.beginAgain() ? new FormatWay(reading, parts) : new ObjectWay(reading);
  }
}
