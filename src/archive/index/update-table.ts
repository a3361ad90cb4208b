import { type LogDamage, type LogPart, readLog } from "../log/log.ts";
import { linesIn } from "../log/log-lines.ts";
import { mendLog } from "../log/mend-log.ts";
import type { KnownMembers } from "../log/written-members.ts";
import {
  type ChangeableTable,
  createTable,
  type IndexPlace,
  openChangeable,
} from "./disk-table.ts";
import { PageDamage } from "./file-pages.ts";
import type { LinearHash } from "./linear-hash.ts";
import { recordsOf } from "./log-records.ts";

/** A list for damage found in a log, and members that can be indexed without reading them. */
interface LogReading {
  readonly damage: LogDamage[];
  readonly known: KnownMembers | undefined;
}

/**
 * Brings the table on disk up to date, or rebuilds it (`anew`). Call it with the lock held. Bytes of the log that
 * are no member are added to `damage`, and repaired if possible.
 */
export function updateTable(
  place: IndexPlace,
  { anew, ...reading }: LogReading & { readonly anew: boolean },
): void {
  const existing = anew ? undefined : openChangeable(place);
  try {
    addTail(existing ?? createTable(place), place, reading);
  } catch (error) {
    if (!(error instanceof PageDamage)) throw error;
    addTail(createTable(place), place, reading);
  }
}

function addTail(target: ChangeableTable, { dir, log }: IndexPlace, reading: LogReading): void {
  try {
    if (target.covered === 0) target.table.reserve(reading.known?.count ?? 0);
    const end = indexLog(target.table, { log, from: target.covered, ...reading });
    // Before the table is saved, since these bytes are not read again.
    mendLog(dir, log, reading.damage);
    if (end > target.covered || end === 0) target.save(end);
  } finally {
    target.close();
  }
}

/** Indexes a log from an offset on. Returns where it ended: at the end, or at a torn last member. */
export function indexLog(
  table: LinearHash,
  { log, from, damage, known }: LogReading & { readonly log: number; readonly from: number },
): number {
  for (let at = from; ; ) {
    const written = known?.at(log, at);
    const part = written === undefined ? partAt(log, at) : undefined;
    if (part?.kind === "damage") {
      note(damage, part);
      if (part.isTail) return at;
    }
    const length = written?.length ?? part?.length;
    if (length === undefined) return at;
    const records =
      written?.records ?? (part?.kind === "member" ? recordsOf(linesIn(part)) : undefined);
    if (records !== undefined) table.insert(records, { offset: at, length });
    at += length;
  }
}

/** The part of a log at an offset; undefined at its end. */
function partAt(log: number, offset: number): LogPart | undefined {
  for (const part of readLog(log, offset)) return part;
  return undefined;
}

/** Records damage once: what was the torn end may be followed by members when it is read again. */
function note(damage: LogDamage[], part: LogDamage): void {
  const known = damage.findIndex(({ offset }) => offset === part.offset);
  damage.splice(known < 0 ? damage.length : known, 1, part);
}
