import { IndexSet } from "../../base/index-set.ts";
import type { NativeDropping } from "../../formats/shared/native-condense.ts";
import { editLines } from "../../json/scan/line-ends.ts";
import { type Splice, sortSplices } from "../../json/splice/splice.ts";
import type { Condensation, Reduction } from "../../reduce/pipeline/reduction.ts";
import type { Message, UnitPlace } from "../../transcript/model/message.ts";
import type { PlacedTranscript } from "../../transcript/model/placed.ts";
import type { LineTable } from "../input/lines/line-table.ts";
import type { ReadTranscript } from "../input/transcripts/read-transcript.ts";
import type { TranscriptSource } from "../input/transcripts/transcript-source.ts";
import { condenseItems, insertItems, summaryMessage, unitsOf } from "./condense-items.ts";
import { condenseNatively } from "./native-condensing.ts";

/**
 * The splices that condense messages, in order: lines and items of arrays are removed and a summary inserted, or
 * the format's own records of a compaction are added.
 */
export function condense(
  read: ReadTranscript,
  source: TranscriptSource,
  reduction: Reduction,
): readonly Splice[] {
  const { condensation, before } = reduction;
  const taken = takenMessages(read.placed, reduction);
  if (condensation === undefined) return taken.length === 0 ? [] : takeOut(read, source, taken);
  const { dropping } = read.reader;
  return typeof dropping === "string"
    ? removeMessages(read, source, { condensation, taken })
    : addOwnRecords(read, source, { dropping, condensation, before, taken });
}

/** Removes messages, a whole line each or an item of an array. */
function takeOut(
  { open }: ReadTranscript,
  source: TranscriptSource,
  taken: readonly UnitPlace[],
): Splice[] {
  const { lines } = source;
  const inLines = (unit: UnitPlace) => lines !== undefined && source.isWholeLine(unit);
  const items = groupByRecord(taken.filter((unit) => !inLines(unit)));
  const splices = [...items].flatMap(([record, units]) =>
    condenseItems(open(record), { units, before: undefined, summary: undefined }),
  );
  if (lines === undefined) return splices;
  const remove = linesOf(taken.filter(inLines), lines);
  const removed = editLines(lines, { remove, insert: [], lineBreak: lines.lineBreak });
  return sortSplices([...splices, ...removed]);
}

function linesOf(units: readonly UnitPlace[], { count }: LineTable): IndexSet {
  const lines = new IndexSet(count);
  for (const { record } of units) lines.add(record);
  return lines;
}

/** Adds the format's own records of a compaction. */
function addOwnRecords(
  { placed, open, findings }: ReadTranscript,
  source: TranscriptSource,
  {
    dropping,
    condensation,
    before,
    taken,
  }: {
    readonly dropping: NativeDropping;
    readonly condensation: Condensation;
    readonly before: Reduction["before"];
    /** Further removed messages, which hold only reasoning. */
    readonly taken: readonly UnitPlace[];
  },
): Splice[] {
  const { lines } = source;
  const { place, insert, splices } = condenseNatively(
    placed,
    { condensation, before, taken },
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
      : insertLines(lines, insert, {
          place,
          remove: linesOf(
            taken.filter((unit) => source.isWholeLine(unit)),
            lines,
          ),
        });
  return sortSplices([...inserted, ...splices]);
}

function insertLines(
  lines: LineTable,
  insert: readonly string[],
  { place, remove }: { readonly place: UnitPlace | undefined; readonly remove: IndexSet },
): Splice[] {
  const at = place?.record ?? lines.count;
  return editLines(lines, {
    remove,
    insert: insert.map((json) => ({ at, json })),
    lineBreak: lines.lineBreak,
  });
}

/** Removes messages from their lines and arrays, and inserts that of the summary. */
function removeMessages(
  read: ReadTranscript,
  source: TranscriptSource,
  {
    condensation,
    taken,
  }: { readonly condensation: Condensation; readonly taken: readonly UnitPlace[] },
): readonly Splice[] {
  const { placed, reader } = read;
  const { lines } = source;
  const { drop, before } = condensation;
  // Its reader places a message at the first of its copies.
  const place = before && earliest(placed.units(before));
  const whole = new IndexSet(lines?.count ?? 0);
  const items: UnitPlace[] = [];
  for (const unit of [...unitsOf(drop, placed), ...taken]) {
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

/** Removes messages that are items of arrays. */
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

/** Removes the lines of messages, and inserts that of a summary. */
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

/** The places of messages that hold nothing but removed reasoning, and are removed with it. */
function takenMessages(placed: PlacedTranscript, reduction: Reduction): UnitPlace[] {
  const units: UnitPlace[] = [];
  let latest = -1;
  for (const { part, takesMessage } of reduction.edits()) {
    if (takesMessage !== true || part.message === latest) continue;
    latest = part.message;
    const message = placed.outline.messages.at(part.message);
    if (message !== undefined) units.push(...placed.units(message));
  }
  return units;
}
