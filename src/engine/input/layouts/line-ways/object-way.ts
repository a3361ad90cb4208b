import type { TapeTree } from "../../../../json/tape/tape-tree.ts";
import type { InputPiece } from "../../input-piece.ts";
import type { HeldLine } from "../../lines/read-line.ts";
import type { TextPlace } from "../../reading.ts";
import { MessageLines } from "../../transcripts/message-lines.ts";
import type { LineReading } from "./line-reading.ts";
import type { LineWay } from "./line-way.ts";
import { endOfLines, noteLine } from "./note-line.ts";

/** Lines that their format reads into outlines: all lines can be. */
export class ObjectWay implements LineWay {
  private readonly reading: LineReading;
  private readonly lines: MessageLines;
  private readonly areNoted: boolean;

  /** `areNoted`: an earlier way noted all lines of the input. */
  constructor(reading: LineReading, { areNoted = false } = {}) {
    this.reading = reading;
    this.areNoted = areNoted;
    const { records, format, store } = reading;
    records.reading.onObjects?.(store.size);
    this.lines = new MessageLines(records.reading, format, store);
  }

  take({ line, tree: read }: HeldLine, tree: TapeTree | undefined): true {
    const { reading, lines, areNoted } = this;
    if (tree === undefined) {
      if (read === undefined) lines.add(line, undefined);
      else lines.addTorn(line);
      return true;
    }
    const kind = reading.format.kindOf(tree, tree.root);
    const parts = lines.add(line, kind === "message" ? tree : undefined);
    if (!areNoted) noteLine(reading, tree, { line, kind, parts });
    return true;
  }

  finish(text: TextPlace): InputPiece {
    const { reading, lines: source } = this;
    source.unreadResults = endOfLines(reading, source);
    return { kind: "lines", source, text };
  }

  next(): this {
    return this;
  }
}
