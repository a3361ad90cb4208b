import type { Format } from "../formats/format.ts";
import { FORMATS, type FormatName } from "../formats/index.ts";
import { RecordParts, textsOf } from "../formats/record-parts.ts";
import { readStore, type Store } from "../io/store.ts";
import { encodeString } from "../json/encode.ts";
import { editLines } from "../json/lines.ts";
import { replaceSlot } from "../json/slot.ts";
import { mergeSplices, type Splice } from "../json/splice.ts";
import { createTape } from "../json/tape.ts";
import { parse, TapeTree } from "../json/tape-tree.ts";
import { reduceTranscript } from "../reduce/reduce.ts";
import type { Condensation, Reduction } from "../reduce/reduction.ts";
import { Outline } from "../transcript/outline.ts";
import { createTranscript } from "../transcript/transcript.ts";
import type { Line } from "./frame.ts";
import type { Job } from "./job.ts";
import { telemetryOf } from "./telemetry-of.ts";

/**
 * A transcript that is spread over the lines of an input, a message a line.
 *
 * Only outlines are held. Where a text is asked for, and when the edits are carried out, its line is
 * read again from the store.
 */
export class MessageLines {
  private readonly lines: LineTable = new LineTable();
  private readonly outline = new Outline();
  private readonly job: Job;
  private readonly name: FormatName;
  private readonly store: Store;
  private parts: RecordParts | undefined;

  constructor(job: Job, name: FormatName, store: Store) {
    this.job = job;
    this.name = name;
    this.store = store;
  }

  /** Notes a line, and the messages of its record where it has one. */
  add(line: Line, tree: TapeTree | undefined): void {
    const record = this.lines.add(line);
    if (tree === undefined) return;
    this.parts ??= new RecordParts(tree, this.outline);
    this.parts.open(tree, record);
    this.format.read(tree, tree.root, this.parts);
  }

  /** Reduces the transcript: the splices of the whole input, in order. */
  finish(): Iterable<Splice> {
    const { job, name, outline } = this;
    const texts = textsOf((part) => {
      const { record, slot } = outline.placeOf(part);
      return { parts: this.read(record), k: slot };
    });
    const transcript = createTranscript(outline, { label: job.file, texts });
    const mayDrop = this.format.dropping === "remove";
    const reduction = reduceTranscript(transcript, job.policy, { mayDrop });
    const line = (outline.messages.at(0)?.record ?? 0) + 1;
    job.onTranscript(telemetryOf(reduction, { file: job.file, line, format: name, transcript }));
    return mergeSplices(this.replacements(reduction), this.condensed(reduction));
  }

  private get format(): Format {
    return FORMATS[this.name];
  }

  private *replacements(reduction: Reduction): Iterable<Splice> {
    for (const { part, text } of reduction.replacements()) {
      const { record, slot: k } = this.outline.placeOf(part);
      const parts = this.read(record);
      const slot = parts.slot(k);
      if (slot === undefined || this.tree === undefined) continue;
      const shift = this.lines.contentStart(record);
      for (const splice of replaceSlot(this.tree, slot, text, { ascii: this.tree.isAscii }))
        yield { ...splice, start: splice.start + shift, end: splice.end + shift };
    }
  }

  private condensed({ condensation }: Reduction): Splice[] {
    if (condensation === undefined) return [];
    return editLines(this.lines, {
      remove: condensation.drop.map(({ record }) => record),
      insert: this.summary(condensation),
      lineBreak: this.lines.lineBreak,
    });
  }

  private summary({ summary, before }: Condensation) {
    if (summary === undefined) return [];
    const at = before === undefined ? this.lines.count : before.record;
    this.read(before === undefined ? 0 : at);
    const encoding = { ascii: this.tree?.isAscii ?? true };
    const json = this.format.message(summary, (text) => encodeString(text, encoding));
    return [{ at, json }];
  }

  /** The parts of a record, read again; the one read last stays at hand. */
  private read(record: number): RecordParts {
    if (this.latest !== record) {
      const { lines, store } = this;
      const bytes = readStore(store, lines.contentStart(record), lines.end(record));
      const tree = parse(bytes, { tape: this.tape });
      this.tree = tree instanceof TapeTree ? tree : undefined;
      this.latest = record;
      if (this.tree !== undefined) {
        this.again ??= new RecordParts(this.tree);
        this.again.open(this.tree, record);
        this.format.read(this.tree, this.tree.root, this.again);
      }
    }
    if (this.again === undefined) throw new Error(`line ${record + 1} cannot be read again`);
    return this.again;
  }

  private readonly tape = createTape();
  private latest = -1;
  private tree: TapeTree | undefined;
  private again: RecordParts | undefined;
}

/** Where the lines of an input lie. */
class LineTable {
  private readonly starts: number[] = [];
  private readonly ends: number[] = [];
  private size = 0;
  private markBytes = 0;
  /** The line break of the first line that has one. */
  lineBreak = "\n";

  add({ bytes, offset, first, next, start, end }: Line): number {
    this.starts.push(offset);
    this.ends.push(offset + end - first);
    this.size = offset + next - first;
    if (this.count === 1) {
      this.markBytes = start - first;
      if (next > end) this.lineBreak = bytes.toString("latin1", end, next);
    }
    return this.count - 1;
  }

  get count(): number {
    return this.starts.length;
  }

  /** Offset of the first byte of a line; a byte order mark is no part of it, so that it stays. */
  start(index: number): number {
    return this.contentStart(index);
  }

  contentStart(index: number): number {
    const start = this.starts[index] ?? this.size;
    return index === 0 ? start + this.markBytes : start;
  }

  end(index: number): number {
    return this.ends[index] ?? this.size;
  }

  next(index: number): number {
    return this.starts[index + 1] ?? this.size;
  }
}
