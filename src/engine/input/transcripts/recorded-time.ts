import type { RecordParts } from "../../../formats/shared/record-parts.ts";
import type { TapeTree } from "../../../json/tape/tape-tree.ts";
import { NONE, type Node } from "../../../json/tree/tree.ts";
import { Column } from "../../../transcript/columns/column.ts";
import type { Context, ReadTranscript } from "./read-transcript.ts";

/** When a message was recorded, in milliseconds since 1970; undefined if unknown. */
export function recordedTime(
  {
    transcript,
    placed,
    open,
    times,
  }: Pick<Context, "transcript" | "placed"> & Pick<ReadTranscript, "open" | "times">,
  index: number,
): number | undefined {
  const message = transcript.messages.at(index);
  const unit = message === undefined ? undefined : placed.units(message)[0];
  if (unit === undefined) return undefined;
  return times?.of(unit.record) ?? timeOfUnit(open(unit.record), unit.unit);
}

/** When a message of a record was recorded: its own time, else that of the record. */
function timeOfUnit(
  { tree, parts }: { readonly tree: TapeTree; readonly parts: RecordParts },
  unit: number,
): number | undefined {
  const found = parts.unit(unit);
  const own = found === undefined || found.inside !== undefined ? undefined : found.node;
  return (own === undefined ? undefined : timeIn(tree, own)) ?? timeIn(tree, tree.root);
}

function timeIn(tree: TapeTree, node: Node): number | undefined {
  for (const key of TIME_KEYS) {
    const value = key.reduce(
      (inner, name) => (inner === NONE ? NONE : tree.get(inner, name)),
      node,
    );
    if (value === NONE) continue;
    const text = tree.text(value);
    const time = tree.isNumber(value)
      ? Number(text) * (Number(text) < 1e11 ? 1000 : 1)
      : Date.parse(text);
    if (Number.isFinite(time)) return time;
  }
  return undefined;
}

const TIME_KEYS = [
  "timestamp",
  "ts",
  "created",
  "created_at",
  "createdAt",
  "time.created",
  "info.time.created",
].map((path) => path.split("."));

/** The times of records of one reply, noted while these are read: 8 bytes for each record. */
export class RecordedTimes {
  /** Minutes since 1970, and milliseconds of the minute; 0 minutes where the time is not known here. */
  private readonly minutes = new Column();
  private readonly milliseconds = new Column();

  /** Notes the time of a record that was just read, if it is a message of the assistant. */
  add(record: number, tree: TapeTree, parts: RecordParts): void {
    if (parts.messageCount !== 1 || parts.role !== "assistant") return;
    const time = timeOfUnit({ tree, parts }, 0);
    if (time === undefined || !Number.isInteger(time) || !(time >= MINUTE && time < LATEST)) return;
    this.minutes.pushAt(record, Math.floor(time / MINUTE));
    this.milliseconds.pushAt(record, time % MINUTE);
  }

  /** The time of a record; undefined if it was not noted. */
  of(record: number): number | undefined {
    const minutes = this.minutes.at(record);
    return minutes === 0 ? undefined : minutes * MINUTE + this.milliseconds.at(record);
  }
}

const MINUTE = 60_000;

/** The first time whose minutes are no 32-bit integer. */
const LATEST = 2 ** 31 * MINUTE;
