import type {
  CondensedMessage,
  NativeCondensation,
  NativeDropping,
} from "../../formats/shared/native-condense.ts";
import { encodeString } from "../../json/splice/encode.ts";
import { type Splice, sortSplices } from "../../json/splice/splice.ts";
import { NONE } from "../../json/tree/tree.ts";
import type { Condensation, Reduction } from "../../reduce/pipeline/reduction.ts";
import type { Message, UnitPlace } from "../../transcript/model/message.ts";
import type { PlacedTranscript } from "../../transcript/model/placed.ts";
import type { OpenRecordAt } from "../input/transcripts/read-transcript.ts";

/** A condensation in a format's own way. */
export interface NativeEdit {
  /** The message before which records are inserted; undefined: at the end. */
  readonly place: UnitPlace | undefined;
  /** The inserted records. */
  readonly insert: readonly string[];
  /** The splices in the first message of that part. */
  readonly splices: readonly Splice[];
}

/** The condensation of a transcript, and its size before. */
interface CondensedTranscript {
  readonly condensation: Condensation;
  readonly before: Reduction["before"];
  /** Further removed messages. */
  readonly taken?: readonly UnitPlace[];
}

/** How a format condenses, and the input in which it does. */
interface NativeInput {
  readonly dropping: NativeDropping;
  /** The id of the last message or mark in the input. */
  readonly leaf: string | undefined;
  readonly open: OpenRecordAt;
  /** Returns a message in separate memory. */
  readonly view: (unit: UnitPlace) => CondensedMessage;
  /** Whether a message can stay in its place: not in the record of an earlier compaction. */
  readonly isInPlace: (unit: UnitPlace) => boolean;
}

/** A condensation in the format's own records. */
export function condenseNatively(
  placed: PlacedTranscript,
  { condensation, before, taken = [] }: CondensedTranscript,
  { dropping, leaf, open, view, isInPlace }: NativeInput,
): NativeEdit {
  const { drop, summary } = condensation;
  const unitOf = (message: Message) => placed.units(message)[0] as UnitPlace;
  const isTaken = (message: Message) => {
    const { record, unit } = unitOf(message);
    return taken.some((each) => each.record === record && each.unit === unit);
  };
  const staying = newestOf(placed, condensation).filter((message) => !isTaken(message));
  const newest = staying.filter((message) => isInPlace(unitOf(message)));
  const copied = staying.filter((message) => !isInPlace(unitOf(message)));
  const [stays] = newest;
  const first = drop.first as Message;
  const last = drop.last as Message;
  const ascii = open(unitOf(stays ?? last).record).tree.isAscii;
  const written: NativeCondensation = dropping.condense({
    summary,
    beforeChars: before.chars,
    offset: first.index - placed.firstLive,
    leaf,
    kept: [...keptBefore(placed, condensation).filter((each) => !isTaken(each)), ...copied].map(
      (message) => view(unitOf(message)),
    ),
    *dropped() {
      for (const message of drop) yield view(unitOf(message));
    },
    last: view(unitOf(last)),
    first: stays && view(unitOf(stays)),
    newest: view(unitOf(staying.at(-1) ?? last)),
    encode: (text) => encodeString(text, { ascii }),
  });
  return {
    place: written.at === "newest" ? earliest(newest.map(unitOf)) : undefined,
    insert: written.insert,
    splices: stays === undefined ? [] : setMembers(unitOf(stays), written.set ?? {}, open),
  };
}

/** The messages after the place of the compaction record. */
export function newestOf(placed: PlacedTranscript, { before }: Condensation): Message[] {
  const { messages } = placed.outline;
  const newest: Message[] = [];
  for (let index = before?.index ?? messages.length; index < messages.length; index++)
    newest.push(messages.at(index) as Message);
  return newest;
}

/** The live messages before that place that are not dropped. */
function keptBefore(placed: PlacedTranscript, { drop, before }: Condensation): Message[] {
  const { messages } = placed.outline;
  const kept: Message[] = [];
  for (let index = placed.firstLive; index < (before?.index ?? messages.length); index++)
    if (!drop.indices.has(index)) kept.push(messages.at(index) as Message);
  return kept;
}

function earliest(units: readonly UnitPlace[]): UnitPlace | undefined {
  return units.toSorted((a, b) => a.record - b.record || a.unit - b.unit)[0];
}

function setMembers(
  { record, unit }: UnitPlace,
  members: Readonly<Record<string, string>>,
  open: OpenRecordAt,
): Splice[] {
  const { tree, parts, shift } = open(record);
  const node = parts.unit(unit)?.node ?? NONE;
  const splices = Object.entries(members).flatMap(([key, text]) => {
    const value = tree.get(node, key);
    if (value === NONE) return [];
    return [{ start: tree.start(value) + shift, end: tree.end(value) + shift, text }];
  });
  return sortSplices(splices);
}
