import type { Format } from "../formats/format.ts";
import { FORMATS, type FormatName } from "../formats/index.ts";
import { RecordParts, textsOf } from "../formats/record-parts.ts";
import { encodeString } from "../json/encode.ts";
import { editItems } from "../json/items.ts";
import { replaceSlot } from "../json/slot.ts";
import { type Splice, sortSplices } from "../json/splice.ts";
import type { TapeTree } from "../json/tape-tree.ts";
import { NONE } from "../json/tree.ts";
import { reduceTranscript } from "../reduce/reduce.ts";
import type { Condensation } from "../reduce/reduction.ts";
import { Outline } from "../transcript/outline.ts";
import { createTranscript } from "../transcript/transcript.ts";
import type { Job } from "./job.ts";
import { telemetryOf } from "./telemetry-of.ts";

/** Compacts records that each hold a whole conversation, one after another in the same room. */
export class Conversations {
  private readonly job: Job;
  private readonly outline = new Outline();
  private parts: RecordParts | undefined;

  constructor(job: Job) {
    this.job = job;
  }

  /** Compacts one: the splices that make it smaller. */
  compact(
    tree: TapeTree,
    { format, line }: { format: FormatName; line: number },
  ): readonly Splice[] {
    const { job, outline } = this;
    const { dropping, read } = FORMATS[format] as Format;
    this.parts ??= new RecordParts(tree, outline);
    const { parts } = this;
    outline.clear();
    parts.open(tree, 0);
    read(tree, tree.root, parts);

    const texts = textsOf((part) => ({ parts, k: part.index }));
    const transcript = createTranscript(outline, { label: `${job.file}:${line}`, texts });
    const reduction = reduceTranscript(transcript, job.policy, { mayDrop: dropping === "remove" });
    job.onTranscript(telemetryOf(reduction, { file: job.file, line, format, transcript }));

    const splices: Splice[] = [];
    const encoding = { ascii: tree.isAscii };
    for (const { part, text } of reduction.replacements()) {
      const slot = parts.slot(part.index);
      if (slot !== undefined) splices.push(...replaceSlot(tree, slot, text, encoding));
    }
    if (reduction.condensation === undefined) return splices;
    return sortSplices([...splices, ...this.condense(tree, format, reduction.condensation)]);
  }

  /** Takes the dropped messages out of their array, and puts the summary in. */
  private condense(
    tree: TapeTree,
    format: FormatName,
    { drop, before, summary }: Condensation,
  ): Splice[] {
    const units = drop.flatMap(({ index }) => this.parts?.unit(index) ?? []);
    const array = units[0]?.array;
    if (array === undefined || array < 0) return [];
    const encode = (text: string) => encodeString(text, { ascii: tree.isAscii });
    const items = tree.items(array);
    const place = before === undefined ? undefined : this.parts?.unit(before.index)?.node;
    const numbers = new Map(items.map((node, index) => [node, index]));
    const json = summary === undefined ? undefined : FORMATS[format].message(summary, encode);
    return editItems(tree, array, {
      remove: new Set(units.map(({ node }) => numbers.get(node) ?? -1)),
      insert: json === undefined ? [] : [{ at: numbers.get(place ?? NONE) ?? items.length, json }],
    });
  }
}
