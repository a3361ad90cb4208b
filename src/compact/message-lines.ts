import { fileChanged } from "../errors.ts";
import type { Format } from "../formats/format.ts";
import { FORMATS, type FormatName } from "../formats/index.ts";
import { RecordParts, textsOf } from "../formats/record-parts.ts";
import { readStore, type Store } from "../io/store.ts";
import { mayBegin, mayEnd } from "../json/edges.ts";
import { encodeString } from "../json/encode.ts";
import { editLines } from "../json/lines.ts";
import { replaceSlot } from "../json/slot.ts";
import { mergeSplices, type Splice } from "../json/splice.ts";
import { createTape } from "../json/tape.ts";
import { parse, TapeTree } from "../json/tape-tree.ts";
import { DISPATCH_MARK } from "../reduce/dispatch.ts";
import { reduceTranscript } from "../reduce/reduce.ts";
import type { Condensation, Reduction } from "../reduce/reduction.ts";
import { Outline } from "../transcript/outline.ts";
import { createTranscript, type Texts } from "../transcript/transcript.ts";
import type { Line } from "./frame.ts";
import type { Job } from "./job.ts";
import { LineTable } from "./line-table.ts";
import { FactTable } from "./observation-facts.ts";
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
  private readonly facts = new FactTable();
  private readonly job: Job;
  private readonly name: FormatName;
  private readonly store: Store;
  private parts: RecordParts | undefined;
  private readonly tape = createTape();
  /** The record that was read again last. */
  private again: RecordAgain | undefined;

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
    const first = this.outline.parts.length;
    this.format.read(tree, tree.root, this.parts);
    for (let index = first; index < this.outline.parts.length; index++) {
      const slot = this.outline.isObservation(index) ? this.parts.slot(index - first) : undefined;
      if (slot !== undefined) this.facts.add(index, slot, { tree, lineStart: line.start });
    }
  }

  /** Reduces the transcript: the splices of the whole input, in order. */
  finish(): Iterable<Splice> {
    const { job, name, outline } = this;
    const transcript = createTranscript(outline, { label: job.file, texts: this.texts() });
    const mayDrop = this.format.dropping === "remove";
    const reduction = reduceTranscript(transcript, job.policy, { mayDrop });
    const line = (outline.messages.at(0)?.record ?? 0) + 1;
    job.onTranscript(telemetryOf(reduction, { file: job.file, line, format: name, transcript }));
    return mergeSplices(this.replacements(reduction), this.condensed(reduction));
  }

  /** The texts of parts: what is known of them, or what their lines say when read again. */
  private texts(): Texts {
    const { facts, outline } = this;
    const texts = textsOf((part) => {
      const { record, slot } = outline.placeOf(part);
      return { parts: this.read(record).parts, k: slot };
    });
    return {
      ...texts,
      includes(part, literal) {
        const known = literal === DISPATCH_MARK ? facts.get(part.index) : undefined;
        return known?.isDispatch ?? texts.includes(part, literal);
      },
      mayBeginWith(part, code) {
        const known = facts.get(part.index);
        return known ? mayBegin(known.edges, code) : texts.mayBeginWith(part, code);
      },
      mayEndWith(part, code) {
        const known = facts.get(part.index);
        return known ? mayEnd(known.edges, code) : texts.mayEndWith(part, code);
      },
    };
  }

  private get format(): Format {
    return FORMATS[this.name];
  }

  private *replacements(reduction: Reduction): Iterable<Splice> {
    for (const { part, text } of reduction.replacements()) {
      const { record, slot: k } = this.outline.placeOf(part);
      const shift = this.lines.start(record);
      const known = this.facts.get(part.index);
      if (known !== undefined) {
        const json = encodeString(text, { ascii: known.isAscii });
        yield { start: known.start + shift, end: known.end + shift, text: json };
        continue;
      }
      const { parts, tree } = this.read(record);
      const slot = parts.slot(k);
      if (slot === undefined) continue;
      for (const splice of replaceSlot(tree, slot, text, { ascii: tree.isAscii }))
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
    const at = before?.record ?? this.lines.count;
    const neighbour = before ?? this.outline.messages.at(this.outline.messages.length - 1);
    const encoding = { ascii: !neighbour || this.read(neighbour.record).tree.isAscii };
    const json = this.format.message(summary, (text) => encodeString(text, encoding));
    return [{ at, json }];
  }

  /** The parts of a record, read again; the one read last stays at hand. */
  private read(record: number): RecordAgain {
    if (this.again?.record === record) return this.again;
    const { lines, store } = this;
    const bytes = readStore(store, lines.start(record), lines.end(record));
    const tree = parse(bytes, { tape: this.tape });
    if (!(tree instanceof TapeTree)) throw fileChanged(); // It was JSON when it was first read.
    const parts = this.again?.parts ?? new RecordParts(tree);
    parts.open(tree, record);
    this.format.read(tree, tree.root, parts);
    this.again = { record, tree, parts };
    return this.again;
  }
}

interface RecordAgain {
  readonly record: number;
  readonly tree: TapeTree;
  readonly parts: RecordParts;
}
