import { type LogDamage, readLog } from "../log/log.ts";
import { mendLog } from "../log/mend-log.ts";
import {
  type ChangeableTable,
  createTable,
  type IndexPlace,
  openChangeable,
} from "./disk-table.ts";
import { PageDamage } from "./file-pages.ts";
import type { LinearHash } from "./linear-hash.ts";
import { indexMember } from "./log-records.ts";

/**
 * Brings the table on disk up to date, or makes it `anew`: to be called with the lock held. What is no
 * member of the log is added to `damage`, and mended where it can be.
 */
export function updateTable(
  place: IndexPlace,
  { anew, damage }: { readonly anew: boolean; readonly damage: LogDamage[] },
): void {
  const existing = anew ? undefined : openChangeable(place);
  try {
    addTail(existing ?? createTable(place), place, damage);
  } catch (error) {
    if (!(error instanceof PageDamage)) throw error;
    addTail(createTable(place), place, damage);
  }
}

function addTail(target: ChangeableTable, { dir, log }: IndexPlace, damage: LogDamage[]): void {
  try {
    const end = indexLog(target.table, { log, from: target.covered, damage });
    // Before it is saved: no one looks at these bytes again.
    mendLog(dir, log, damage);
    if (end > target.covered || end === 0) target.save(end);
  } finally {
    target.close();
  }
}

/** Indexes a log from an offset on. Gives how far it goes: to where a torn last member starts. */
export function indexLog(
  table: LinearHash,
  place: { readonly log: number; readonly from: number; readonly damage: LogDamage[] },
): number {
  let end = place.from;
  for (const part of readLog(place.log, place.from)) {
    if (part.kind === "member") indexMember(table, part);
    else {
      note(place.damage, part);
      if (part.isTail) break;
    }
    end = part.offset + part.length;
  }
  return end;
}

/** Notes damage once: what was the tail may have something behind it when it is read again. */
function note(damage: LogDamage[], part: LogDamage): void {
  const known = damage.findIndex(({ offset }) => offset === part.offset);
  damage.splice(known < 0 ? damage.length : known, 1, part);
}
