import type { Found, FoundPart } from "../formats/format.ts";
import { FORMATS, type FormatName } from "../formats/index.ts";
import { outlineMessage } from "../formats/outline.ts";
import { encodeString } from "../json/encode.ts";
import { editItems } from "../json/items.ts";
import { replaceSlot, type Slot, slotExcerpt, slotIncludes, slotText } from "../json/slot.ts";
import { type Splice, sortSplices } from "../json/splice.ts";
import type { TapeNode } from "../json/tape-node.ts";
import { reduceTranscript } from "../reduce/reduce.ts";
import type { Condensation } from "../reduce/reduction.ts";
import type { Message, Part } from "../transcript/message.ts";
import { createTranscript, type Texts } from "../transcript/transcript.ts";
import type { Job } from "./job.ts";
import { telemetryOf } from "./telemetry-of.ts";

/** Compacts a record that holds a whole conversation: the splices that make it smaller. */
export function compactConversation(
  root: TapeNode,
  { job, format: name, line }: { job: Job; format: FormatName; line: number },
): readonly Splice[] {
  const format = FORMATS[name];
  const found = format.read(root);
  const parts = found.flatMap((message) => message.parts);
  const messages: Message[] = [];
  let slot = 0;
  for (const [index, each] of found.entries()) {
    messages.push(outlineMessage(each, { index, firstPart: slot, record: 0, slot }));
    slot += each.parts.length;
  }

  const texts = textsOf((part) => parts[part.place.slot]);
  const transcript = createTranscript({ label: `${job.file}:${line}`, messages, texts });
  const mayDrop = format.dropping === "remove";
  const reduction = reduceTranscript(transcript, job.policy, { mayDrop });
  job.onTranscript(telemetryOf(reduction, { file: job.file, line, format: name, transcript }));

  const splices: Splice[] = [];
  const encoding = { ascii: root.isAscii };
  for (const { part, text } of reduction.replacements()) {
    const target = parts[part.place.slot]?.slot;
    if (target !== undefined) splices.push(...replaceSlot(target, text, encoding));
  }
  if (reduction.condensation !== undefined) {
    const { summary } = reduction.condensation;
    const json = summary && format.message(summary, (text) => encodeString(text, encoding));
    splices.push(...condense(found, reduction.condensation, json));
  }
  return sortSplices(splices);
}

/** Takes the dropped messages out of their array, and puts the summary in. */
function condense(
  found: readonly Found<TapeNode>[],
  { drop, before }: Condensation,
  summary: string | undefined,
): Splice[] {
  const units = drop.flatMap(({ index }) => found[index]?.unit ?? []);
  const [first] = units;
  if (first === undefined) return [];
  const { array } = first;
  const place = before === undefined ? undefined : found[before.index]?.unit?.index;
  const at = place ?? array.items().length;
  return editItems(array, {
    remove: new Set(units.map(({ index }) => index)),
    insert: summary === undefined ? [] : [{ at, json: summary }],
  });
}

/** The texts of parts, given where a part was found. */
export function textsOf(find: (part: Part) => FoundPart<TapeNode> | undefined): Texts {
  const slotOf = (part: Part): Slot<TapeNode> | undefined => find(part)?.slot;
  const nameOf = (part: Part): string => (part.kind === "call" ? part.name : "");
  return {
    text(part) {
      const slot = slotOf(part);
      return nameOf(part) + (slot === undefined ? "" : slotText(slot));
    },
    excerpt(part, count) {
      const slot = slotOf(part);
      return nameOf(part) + (slot === undefined ? "" : slotExcerpt(slot, count));
    },
    includes(part, literal) {
      const slot = slotOf(part);
      return slot !== undefined && slotIncludes(slot, literal);
    },
  };
}
