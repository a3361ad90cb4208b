import type { FoundPart } from "../formats/format.ts";
import { FORMATS, type FormatName } from "../formats/index.ts";
import { outlineMessage } from "../formats/outline.ts";
import { readStore, type Store } from "../io/store.ts";
import { encodeString } from "../json/encode.ts";
import { editLines } from "../json/lines.ts";
import { replaceSlot } from "../json/slot.ts";
import { mergeSplices, type Splice } from "../json/splice.ts";
import { createTape } from "../json/tape.ts";
import { parse, TapeNode } from "../json/tape-node.ts";
import { reduceTranscript } from "../reduce/reduce.ts";
import type { Condensation, Reduction } from "../reduce/reduction.ts";
import type { Message } from "../transcript/message.ts";
import { createTranscript } from "../transcript/transcript.ts";
import { textsOf } from "./conversation.ts";
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
  private readonly messages: Message[] = [];
  private readonly lines: LineTable = new LineTable();
  private parts = 0;
  private readonly job: Job;
  private readonly name: FormatName;
  private readonly store: Store;

  constructor(job: Job, name: FormatName, store: Store) {
    this.job = job;
    this.name = name;
    this.store = store;
  }

  /** Notes a line, and the messages of its record where it has one. */
  add(line: Line, root: TapeNode | undefined): void {
    const record = this.lines.add(line);
    let slot = 0;
    for (const found of root === undefined ? [] : FORMATS[this.name].read(root)) {
      const index = this.messages.length;
      this.messages.push(outlineMessage(found, { index, firstPart: this.parts, record, slot }));
      this.parts += found.parts.length;
      slot += found.parts.length;
    }
  }

  /** Reduces the transcript: the splices of the whole input, in order. */
  finish(): Iterable<Splice> {
    const { job, messages, name } = this;
    const texts = textsOf((part) => this.read(part.place.record).parts[part.place.slot]);
    const transcript = createTranscript({ label: job.file, messages, texts });
    const mayDrop = FORMATS[name].dropping === "remove";
    const reduction = reduceTranscript(transcript, job.policy, { mayDrop });
    const line = (messages[0]?.record ?? 0) + 1;
    job.onTranscript(telemetryOf(reduction, { file: job.file, line, format: name, transcript }));
    return mergeSplices(this.replacements(reduction), this.condensed(reduction));
  }

  private *replacements(reduction: Reduction): Iterable<Splice> {
    for (const { part, text } of reduction.replacements()) {
      const { record, slot } = part.place;
      const { parts, root } = this.read(record);
      const target = parts[slot]?.slot;
      if (target === undefined || root === undefined) continue;
      const shift = this.lines.contentStart(record);
      for (const splice of replaceSlot(target, text, { ascii: root.isAscii }))
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
    const neighbour = this.read(before === undefined ? 0 : at).root;
    const encoding = { ascii: neighbour?.isAscii ?? true };
    const json = FORMATS[this.name].message(summary, (text) => encodeString(text, encoding));
    return [{ at, json }];
  }

  /** The record of a line and its parts; the last one stays at hand. */
  private read(record: number): Opened {
    if (this.latest.record === record) return this.latest;
    const bytes = readStore(this.store, this.lines.contentStart(record), this.lines.end(record));
    const root = parse(bytes, { tape: this.tape });
    this.latest =
      root instanceof TapeNode
        ? { record, root, parts: FORMATS[this.name].read(root).flatMap((found) => found.parts) }
        : { record, root: undefined, parts: [] };
    return this.latest;
  }

  private readonly tape = createTape();
  private latest: Opened = { record: -1, root: undefined, parts: [] };
}

interface Opened {
  readonly record: number;
  readonly root: TapeNode | undefined;
  readonly parts: readonly FoundPart<TapeNode>[];
}

/** Where the lines of an input lie. */
class LineTable {
  private readonly starts: number[] = [];
  private readonly ends: number[] = [];
  private size = 0;
  private markBytes = 0;
  /** The line break of the first line that has one. */
  lineBreak = "\n";

  add({ bytes, offset, start, end }: Line): number {
    this.starts.push(offset);
    this.ends.push(offset + end);
    this.size = offset + bytes.length;
    if (this.count === 1) {
      this.markBytes = start;
      if (bytes.length > end) this.lineBreak = bytes.toString("latin1", end);
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
