import { createHash } from "node:crypto";
import { closeSync } from "node:fs";
import type { ArchiveEntry } from "./entry.ts";
import { ArchiveIndex } from "./index/archive-index.ts";
import { checkTable } from "./index/check-table.ts";
import { openTable } from "./index/disk-table.ts";
import { flagsOf } from "./index/log-records.ts";
import type { LogDamage } from "./log.ts";
import { entryIn, type LogLine, linesOfLog } from "./log-lines.ts";
import { openLog } from "./open-log.ts";
import { textOf } from "./text-of.ts";

/** Something that is not as it must be. */
export interface ArchiveFault {
  /** Where in the log the member starts that it is in; undefined where it is of the index. */
  readonly offset?: number;
  readonly digest?: string;
  readonly message: string;
}

/** What was checked. */
export interface VerifyTotals {
  texts: number;
  units: number;
  faults: number;
}

/**
 * Checks an archive: that every member of the log is whole, that every text is the one its digest is
 * of, that the index holds together and has every entry. The index is brought up to date before.
 */
export function* verifyArchive(dir: string): Generator<ArchiveFault, VerifyTotals> {
  const log = openLog(dir);
  const index = new ArchiveIndex({ dir, log });
  const totals: VerifyTotals = { texts: 0, units: 0, faults: 0 };
  try {
    for (const part of linesOfLog(log)) {
      for (const fault of part.kind === "line" ? faultsOf(part, index) : [damaged(part)]) {
        totals.faults++;
        yield fault;
      }
      if (part.kind !== "line") continue;
      const kind = entryIn(part.line)?.kind;
      if (kind !== undefined) totals[kind === "unit" ? "units" : "texts"]++;
    }
    for (const message of faultsOfIndex(dir, log)) {
      totals.faults++;
      yield { message: `the index: ${message}` };
    }
    return totals;
  } finally {
    index.close();
    closeSync(log);
  }
}

function damaged({ offset, length, isTail }: LogDamage): ArchiveFault {
  const message = isTail
    ? `the last ${length} bytes are no whole member: they were never said to be on disk`
    : `${length} bytes are no whole member`;
  return { offset, message };
}

function* faultsOf({ line, member }: LogLine, index: ArchiveIndex): Iterable<ArchiveFault> {
  const { offset } = member;
  const entry = entryIn(line);
  if (entry === undefined) {
    yield { offset, message: "a line is no entry" };
    return;
  }
  const { kind, digest } = entry;
  const message = contentFault(entry);
  if (message !== undefined) yield { offset, digest, message };
  const flags = flagsOf(kind, line);
  const isIndexed = index
    .find(digest)
    .some((place) => place.offset === offset && place.flags === flags);
  if (!isIndexed) yield { offset, digest, message: `the index does not have this ${kind}` };
}

/** What is wrong with a text. Of a unit, only the checksum of its member says that it is as it was. */
function contentFault(entry: ArchiveEntry): string | undefined {
  if (entry.kind === "unit") return undefined;
  const text = textOf(entry);
  if (text === undefined)
    return "the raw bytes are no JSON string, and there is no text beside them";
  const found = createHash("sha256").update(text).digest("hex");
  return found === entry.digest ? undefined : `the text is another: its digest is ${found}`;
}

function faultsOfIndex(dir: string, log: number): readonly string[] {
  const table = openTable({ dir, log });
  if (table === undefined) return [];
  try {
    return checkTable(table.table).faults;
  } finally {
    table.close();
  }
}
