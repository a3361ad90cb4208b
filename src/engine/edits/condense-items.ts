import { countUpTo } from "../../base/ascending.ts";
import { IndexSet } from "../../base/index-set.ts";
import type { Format, MessageArray } from "../../formats/format.ts";
import type { Unit } from "../../formats/shared/message-unit.ts";
import { outside, shifted } from "../../formats/shared/record-edits.ts";
import { editItems, type Insertion } from "../../json/splice/array-items.ts";
import { type Encoding, encodeString } from "../../json/splice/encode.ts";
import { type Splice, sortSplices } from "../../json/splice/splice.ts";
import { NONE, type Node } from "../../json/tree/tree.ts";
import type { Condensation } from "../../reduce/pipeline/reduction.ts";
import type { Message, UnitPlace } from "../../transcript/model/message.ts";
import type { PlacedTranscript } from "../../transcript/model/placed.ts";
import type { OpenRecord } from "../input/transcripts/read-transcript.ts";

/** The splices that remove messages from their arrays, and insert a summary. */
export function condenseItems(
  { tree, parts, shift }: OpenRecord,
  {
    units,
    before,
    summary,
  }: {
    readonly units: Iterable<UnitPlace>;
    readonly before: UnitPlace | undefined;
    /** The message as JSON text, for an encoding of strings and a place. */
    readonly summary: ((encoding: Encoding, into?: MessageArray) => string) | undefined;
  },
): Splice[] {
  const groups: {
    readonly of: Unit;
    readonly items: readonly Node[];
    readonly remove: IndexSet;
  }[] = [];
  const place = before === undefined ? undefined : parts.unit(before.unit);
  let home = place;
  for (const { unit } of units) {
    const found = parts.unit(unit);
    home ??= found;
    if (found === undefined || found.array === NONE) continue;
    let group = groups.findLast(({ of }) => areTogether(of, found));
    if (group === undefined) {
      const items = (found.inside?.tree ?? tree).items(found.array);
      group = { of: found, items, remove: new IndexSet(items.length) };
      groups.push(group);
    }
    group.remove.add(placeIn(group.items, found.node));
  }
  const splices: Splice[] = [];
  for (const { of, items, remove } of groups) {
    const { array, inside } = of;
    const inner = inside?.tree ?? tree;
    const insert: Insertion[] = [];
    if (summary !== undefined && home !== undefined && areTogether(of, home)) {
      const ascii = inside === undefined && tree.isAscii;
      const json = summary({ ascii }, { tree: inner, array });
      insert.push({ at: place === undefined ? items.length : placeIn(items, place.node), json });
    }
    splices.push(
      ...outside(editItems(inner, array, { remove, insert }), inside, { ascii: tree.isAscii }),
    );
  }
  return shifted(sortSplices(splices), shift);
}

/**
 * The splices that insert items into the array of a message: before the message `at`, or at the end of the array
 * of `sibling`.
 */
export function insertItems(
  { tree, parts, shift }: OpenRecord,
  {
    at,
    sibling,
    items,
  }: {
    readonly at: UnitPlace | undefined;
    readonly sibling: UnitPlace | undefined;
    readonly items: readonly string[];
  },
): Splice[] {
  const unit = parts.unit((at ?? sibling)?.unit ?? 0);
  if (unit === undefined || unit.array === NONE) return [];
  const inner = unit.inside?.tree ?? tree;
  const all = inner.items(unit.array);
  const index = at === undefined ? all.length : placeIn(all, unit.node);
  const insert = items.map((json) => ({ at: index, json }));
  const splices = editItems(inner, unit.array, { remove: new Set(), insert });
  return shifted(outside(splices, unit.inside, { ascii: tree.isAscii }), shift);
}

/** The places of messages, each with those of its copies. */
export function* unitsOf(
  messages: Iterable<Message>,
  { units }: PlacedTranscript,
): Iterable<UnitPlace> {
  for (const message of messages) yield* units(message);
}

/** A format's message for a condensation's summary, for an encoding and a place. */
export function summaryMessage(
  { message }: Format,
  { summary }: Condensation,
): ((encoding: Encoding, into?: MessageArray) => string) | undefined {
  if (summary === undefined || message === undefined) return undefined;
  return (encoding, into) => message(summary, (text) => encodeString(text, encoding), into);
}

/** The index of a node among the items of an array; their number if it is not among them. */
function placeIn(items: readonly Node[], node: Node): number {
  const last = countUpTo(items, node) - 1;
  return items[last] === node ? last : items.length;
}

/** Whether messages are items of the same array: nodes of different strings can have one number. */
function areTogether(one: Unit, other: Unit): boolean {
  return one.array === other.array && one.inside === other.inside;
}
