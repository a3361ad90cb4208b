import { IndexSet } from "../../base/index-set.ts";
import type { NativeDropping } from "../../formats/shared/native-condense.ts";
import { editLines } from "../../json/scan/line-ends.ts";
import { type Splice, sortSplices } from "../../json/splice/splice.ts";
import type { Condensation, Reduction } from "../../reduce/pipeline/reduction.ts";
import type { Message, UnitPlace } from "../../transcript/model/message.ts";
import type { LineTable } from "../input/line-table.ts";
import type { ReadTranscript } from "../input/read-transcript.ts";
import type { TranscriptSource } from "../input/transcript-source.ts";
import { condenseItems, insertItems, summaryMessage, unitsOf } from "./condense-items.ts";
import { condenseNatively } from "./native-condensing.ts";

/**
 * The splices that condense messages, in order: lines and items of arrays are taken out and a summary
 * put in, or what the format itself records of a compaction is added.
 */
export function condense(
  read: ReadTranscript,
  source: TranscriptSource,
  { condensation, before }: Reduction,
): readonly Splice[] {
  if (condensation === undefined) return [];
  const { dropping } = read.reader;
  return typeof dropping === "string"
    ? removeMessages(read, source, condensation)
    : addOwnRecords(read, source, { dropping, condensation, before });
}

/** Puts in the records that are the format's own of a compaction. */
function addOwnRecords(
  { placed, open, findings }: ReadTranscript,
  source: TranscriptSource,
  {
    dropping,
    condensation,
    before,
  }: {
    readonly dropping: NativeDropping;
    readonly condensation: Condensation;
    readonly before: Reduction["before"];
  },
): Splice[] {
  const { lines } = source;
  const { place, insert, splices } = condenseNatively(
    placed,
    { condensation, before },
    {
      dropping,
      leaf: findings?.lastId,
      open,
      view: (unit) => source.view(unit),
      isInPlace: (unit) => lines === undefined || source.isWholeLine(unit),
    },
  );
  const sibling = placed.units(condensation.drop.first as Message)[0];
  const inserted =
    lines === undefined
      ? insertItems(open(0), { at: place, sibling, items: insert })
      : insertLines(lines, insert, place);
  return sortSplices([...inserted, ...splices]);
}

function insertLines(
  lines: LineTable,
  insert: readonly string[],
  place: UnitPlace | undefined,
): Splice[] {
  const at = place?.record ?? lines.count;
  return editLines(lines, {
    remove: new IndexSet(0),
    insert: insert.map((json) => ({ at, json })),
    lineBreak: lines.lineBreak,
  });
}

/** Takes messages out of the lines and arrays that they are in, and puts that of the summary in. */
function removeMessages(
  read: ReadTranscript,
  source: TranscriptSource,
  condensation: Condensation,
): readonly Splice[] {
  const { placed, reader } = read;
  const { lines } = source;
  const { drop, before } = condensation;
  // The first of its copies stands where its reader puts it.
  const place = before && earliest(placed.units(before));
  const whole = new IndexSet(lines?.count ?? 0);
  const items: UnitPlace[] = [];
  for (const unit of unitsOf(drop, placed)) {
    const isLine = reader.arrange === undefined || source.isWholeLine(unit);
    if (lines !== undefined && isLine) whole.add(unit.record);
    else items.push(unit);
  }
  const splices = removeItems(read, items, { place, condensation });
  if (lines === undefined) return splices;
  const isInLine = items.length === 0 || place === undefined || source.isWholeLine(place);
  const about = { whole, place, condensation: isInLine ? condensation : { drop } };
  return sortSplices([...splices, ...removeLines(read, lines, about)]);
}

/** Takes out messages that are items of arrays. */
function removeItems(
  { placed, reader, open }: ReadTranscript,
  items: readonly UnitPlace[],
  {
    place,
    condensation,
  }: { readonly place: UnitPlace | undefined; readonly condensation: Condensation },
): Splice[] {
  const summary = summaryMessage(reader, condensation);
  const home = place ?? placed.units(condensation.drop.first as Message)[0];
  return [...groupByRecord(items)].flatMap(([record, units]) => {
    const isHome = record === home?.record;
    return condenseItems(open(record), {
      units,
      before: isHome ? place : undefined,
      summary: isHome ? summary : undefined,
    });
  });
}

/** Takes out the lines of messages, and puts that of a summary in. */
function removeLines(
  { placed, reader, open }: ReadTranscript,
  lines: LineTable,
  {
    whole,
    place,
    condensation,
  }: {
    /** The lines of what is dropped. */
    readonly whole: IndexSet;
    readonly place: UnitPlace | undefined;
    readonly condensation: Condensation;
  },
): Splice[] {
  const summary = summaryMessage(reader, condensation);
  const { messages } = placed.outline;
  const last = messages.at(messages.length - 1);
  const neighbour = place?.record ?? last?.record;
  const ascii = neighbour === undefined || open(neighbour).tree.isAscii;
  const at = place?.record ?? lines.count;
  return editLines(lines, {
    remove: whole,
    insert: summary === undefined ? [] : [{ at, json: summary({ ascii }) }],
    lineBreak: lines.lineBreak,
  });
}

/** The place that comes first in the file. */
function earliest(places: readonly UnitPlace[]): UnitPlace | undefined {
  return places.reduce<UnitPlace | undefined>(
    (first, place) => (first !== undefined && first.record <= place.record ? first : place),
    undefined,
  );
}

function groupByRecord(units: readonly UnitPlace[]): ReadonlyMap<number, readonly UnitPlace[]> {
  const groups = new Map<number, UnitPlace[]>();
  for (const unit of units) {
    const group = groups.get(unit.record);
    if (group === undefined) groups.set(unit.record, [unit]);
    else group.push(unit);
  }
  return groups;
}
