import type { PlacedSlot } from "../../formats/shared/placed-slot.ts";
import { outside, partSplices, shifted } from "../../formats/shared/record-edits.ts";
import { removeItems } from "../../json/splice/array-items.ts";
import { type Splice, savedBytes, sortSplices } from "../../json/splice/splice.ts";
import type { Node } from "../../json/tree/tree.ts";
import type { PartEdit } from "../../reduce/pipeline/reduction.ts";
import type { ObservationPart } from "../../transcript/model/message.ts";
import type { PlacedTranscript } from "../../transcript/model/placed.ts";
import type {
  OpenRecord,
  OpenRecordAt,
  ReadTranscript,
} from "../input/transcripts/read-transcript.ts";

/** The splices for the edits of all parts that are no observations, in their order. */
export function* editParts(
  { placed, open }: ReadTranscript,
  edits: Iterable<PartEdit>,
): Iterable<Splice> {
  const taken = new Map<number, number[]>();
  for (const { part, text, takesMessage } of edits) {
    if (takesMessage === true) continue;
    const { record, slot } = placed.place(part);
    if (part.kind !== "reasoning") {
      yield* partSplices(open(record), { slot, part, text });
      continue;
    }
    const slots = taken.get(record) ?? [];
    slots.push(slot);
    taken.set(record, slots);
  }
  for (const [record, slots] of taken) yield* takeOut(open(record), slots);
}

/** The splices that remove the array items of these parts of a record. */
function takeOut({ tree, parts, shift }: OpenRecord, slots: readonly number[]): Splice[] {
  const arrays = new Map<Node, { readonly slot: PlacedSlot; readonly items: Set<Node> }>();
  for (const k of slots) {
    const slot = parts.slot(k);
    if (slot?.shape?.as !== "within") continue;
    const { array, item } = slot.shape;
    const known = arrays.get(array) ?? { slot, items: new Set() };
    arrays.set(array, known);
    known.items.add(item);
  }
  const splices = [...arrays].flatMap(([array, { slot, items }]) => {
    const { inside } = slot;
    const removed = removeItems(inside?.tree ?? tree, array, items);
    return outside(removed, inside, { ascii: tree.isAscii });
  });
  return shifted(sortSplices(splices), shift);
}

/** The splices for a part and its copies that get smaller as well, in chars and in bytes. */
export function replaceEverywhere(
  placed: PlacedTranscript,
  open: OpenRecordAt,
  { part, text }: { readonly part: ObservationPart; readonly text: string },
): Splice[] {
  const { record, slot } = placed.place(part);
  const splices = [...partSplices(open(record), { slot, part, text })];
  for (const copy of placed.again(part)) {
    if (text.length >= copy.chars) continue;
    const more = partSplices(open(copy.record), { slot: copy.slot, part, text });
    if (savedBytes(more) > 0) splices.push(...more);
  }
  return splices;
}
