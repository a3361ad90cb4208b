import { IndexSet } from "../../base/index-set.ts";
import type { NativeDropping } from "../../formats/shared/native-condense.ts";
import { editLines } from "../../json/scan/line-ends.ts";
import { encodeInside, encodeString } from "../../json/splice/encode.ts";
import { mergeSplices, nearlyInOrder, type Splice, sortSplices } from "../../json/splice/splice.ts";
import type { Condensation, Reduction, Replacement } from "../../reduce/pipeline/reduction.ts";
import type { Message, UnitPlace } from "../../transcript/model/message.ts";
import type { MessageLines } from "../input/read-message-lines.ts";
import type { ReadTranscript } from "../input/read-transcript.ts";
import { condenseItems, summaryMessage, unitsOf } from "./condense-items.ts";
import type { Job } from "./job.ts";
import { keepObservation } from "./keep-removed.ts";
import { condenseNatively } from "./native-condensing.ts";
import { reduceForJob, replaceAndKeep } from "./reduce-for-job.ts";
import { SpliceSorter } from "./splice-sorter.ts";

/**
 * Compacts the transcripts that the lines of an input are together: the splices of the whole input, in
 * order. When the edits are carried out, what is not known of a line is read again.
 */
export function compactLines(job: Job, lines: MessageLines): Iterable<Splice> {
  const read = lines.read();
  const [first] = read;
  if (first === undefined) return [];
  const sorter = new SpliceSorter();
  for (const each of read) {
    const { reduction, others } = reduceForJob(job, each);
    const replaced = replacements(job, each, { reduction, lines });
    const condensed = condense(each, reduction, lines);
    if (read.length === 1 && first.placed.isInFileOrder && others.length === 0)
      return nearlyInOrder(mergeSplices(replaced, condensed));
    for (const splices of [replaced, ...others, condensed]) sorter.add(splices);
  }
  return sorter.inOrder();
}

/** The splices of replaced observations. */
function* replacements(
  job: Job,
  read: ReadTranscript,
  { reduction, lines }: { readonly reduction: Reduction; readonly lines: MessageLines },
): Iterable<Splice> {
  for (const replacement of reduction.replacements())
    yield* replaced(job, read, { replacement, lines });
}

/** The splices of one replaced observation, and of its copies. */
function replaced(
  job: Job,
  read: ReadTranscript,
  {
    replacement,
    lines: { facts, lines },
  }: { readonly replacement: Replacement; readonly lines: MessageLines },
): readonly Splice[] {
  const { placed } = read;
  const { part, text } = replacement;
  const known = facts.get(placed.numberOf(part));
  const isAlone = !part.extra?.images && placed.again(part).length === 0;
  if (known === undefined || !isAlone) return replaceAndKeep(job, read, replacement);
  if (job.archive !== undefined && known.isInside) keepObservation(job.archive, read, replacement);
  const shift = lines.start(placed.place(part).record);
  const encoding = { ascii: known.isAscii };
  const json = known.isInside ? encodeInside(text, encoding) : encodeString(text, encoding);
  return [{ start: known.start + shift, end: known.end + shift, text: json }];
}

function condense(read: ReadTranscript, reduction: Reduction, lines: MessageLines): Splice[] {
  const { condensation } = reduction;
  if (condensation === undefined) return [];
  const { placed, reader, open } = read;
  if (typeof reader.dropping !== "string")
    return condenseInLines(read, lines, {
      dropping: reader.dropping,
      condensation,
      before: reduction.before,
    });
  const { drop, before } = condensation;
  // The first of its copies stands where its reader puts it.
  const place = before && earliest(placed.units(before));
  const remove = new IndexSet(lines.lines.count);
  const items: UnitPlace[] = [];
  for (const unit of unitsOf(drop, placed)) {
    if (reader.arrange === undefined || lines.isWhole(unit)) remove.add(unit.record);
    else items.push(unit);
  }
  if (items.length === 0) return condenseLines(read, lines, { remove, place, condensation });
  const summary = summaryMessage(reader, condensation);
  const home = place ?? placed.units(drop.first as Message)[0];
  const splices: Splice[] = [];
  for (const [record, inRecord] of groupByRecord(items)) {
    const isHome = record === home?.record;
    splices.push(
      ...condenseItems(open(record), {
        units: inRecord,
        before: isHome ? place : undefined,
        summary: isHome ? summary : undefined,
      }),
    );
  }
  const isInLine = place === undefined || lines.isWhole(place);
  splices.push(
    ...condenseLines(read, lines, {
      remove,
      place,
      condensation: isInLine ? condensation : { drop },
    }),
  );
  return sortSplices(splices);
}

/** Puts in the lines that are the format's own record of a compaction. */
function condenseInLines(
  { placed, open, findings }: ReadTranscript,
  messageLines: MessageLines,
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
  const { lines } = messageLines;
  const { place, insert, splices } = condenseNatively(
    placed,
    { condensation, before },
    {
      dropping,
      leaf: findings?.lastId,
      open,
      view: (unit) => messageLines.view(unit),
      isInPlace: (unit) => messageLines.isWhole(unit),
    },
  );
  const at = place?.record ?? lines.count;
  const inserted = editLines(lines, {
    remove: new IndexSet(0),
    insert: insert.map((json) => ({ at, json })),
    lineBreak: lines.lineBreak,
  });
  return sortSplices([...inserted, ...splices]);
}

/** Takes out the lines of messages, and puts that of a summary in. */
function condenseLines(
  { placed, reader, open }: ReadTranscript,
  { lines }: MessageLines,
  {
    remove,
    place,
    condensation,
  }: {
    /** The lines of what is dropped. */
    readonly remove: IndexSet;
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
    remove,
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
