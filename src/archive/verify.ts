import { closeSync } from "node:fs";
import { digestOf } from "../base/digest.ts";
import type { Archive } from "./archive.ts";
import { type ArchiveEntry, isDigest, sumIn, type TextEntry } from "./entry.ts";
import { ArchiveIndex } from "./index/archive-index.ts";
import { checkTable } from "./index/check-table.ts";
import { openTable } from "./index/disk-table.ts";
import { PageDamage } from "./index/file-pages.ts";
import { kindOf } from "./index/log-records.ts";
import type { LogDamage } from "./log/log.ts";
import { entryIn, type LogLine, linesOfLog } from "./log/log-lines.ts";
import { openLog } from "./log/open-log.ts";
import { setAsideIn } from "./log/set-aside.ts";
import { openArchive } from "./open-archive.ts";
import { textOf } from "./text-of.ts";
import { faultsOfRecipe, type KeptEntries } from "./verify-recipe.ts";

/** A fault in an archive. */
export interface ArchiveFault {
  /** The offset of its member in the log; undefined for a fault of the index. */
  readonly offset?: number;
  readonly digest?: string;
  readonly message: string;
}

/** Counts of checked entries. */
export interface VerifyTotals {
  texts: number;
  units: number;
  faults: number;
}

/**
 * Checks an archive: that every member of the log is whole, that every text matches its digest, that recipes can
 * be applied, that the index is consistent and has every entry. Saved torn members are reported. Updates the index
 * first.
 */
export function* verifyArchive(dir: string): Generator<ArchiveFault, VerifyTotals> {
  const log = openLog(dir);
  const index = new ArchiveIndex({ dir, log });
  const archive = openArchive(dir);
  const totals: VerifyTotals = { texts: 0, units: 0, faults: 0 };
  const kept: KeptEntries = {
    hasUnit: (digest) => isDigest(digest) && placesOf(index, digest, "unit").length > 0,
    textsWith: (digest) =>
      isDigest(digest)
        ? archive.find(digest, "text").filter((entry): entry is TextEntry => entry.kind === "text")
        : [],
  };
  try {
    for (const part of linesOfLog(log)) {
      const entry = part.kind === "line" ? entryIn(part.line) : undefined;
      if (entry !== undefined) totals[entry.kind === "unit" ? "units" : "texts"]++;
      const messages =
        part.kind === "damage" ? [damaged(part)] : faultsOf(part, entry, { index, kept });
      const offset = part.kind === "damage" ? part.offset : part.member.offset;
      for (const message of messages) {
        totals.faults++;
        yield { offset, ...(entry !== undefined && { digest: entry.digest }), message };
      }
    }
    for (const message of faultsOfIndex(dir, log)) {
      totals.faults++;
      yield { message: `the index: ${message}` };
    }
    for (const message of faultsSetAside(dir, archive)) {
      totals.faults++;
      yield { message };
    }
    return totals;
  } finally {
    archive.close();
    index.close();
    closeSync(log);
  }
}

function damaged({ length, isTail }: LogDamage): string {
  return isTail
    ? `the last ${length} bytes are no whole member: they were never said to be on disk`
    : `${length} bytes are no whole member`;
}

/** The index and texts for checking a line. */
interface Held {
  readonly index: ArchiveIndex;
  readonly kept: KeptEntries;
}

function* faultsOf(
  { line, member }: LogLine,
  entry: ArchiveEntry | undefined,
  { index, kept }: Held,
): Iterable<string> {
  if (entry === undefined) {
    yield "a line is no entry";
    return;
  }
  const { kind, digest } = entry;
  if (!isDigest(digest)) {
    yield `the digest is none: expected 64 hexadecimal digits (got ${digest.length} characters)`;
    return;
  }
  if (!placesOf(index, digest, kind).some(({ offset }) => offset === member.offset))
    yield `the index does not have this ${kind}`;
  if (kind === "text") yield* faultsOfText(entry);
  else yield* faultsOfRecipe(entry, kept, sumIn(line));
}

function placesOf(index: ArchiveIndex, digest: string, kind: ArchiveEntry["kind"]) {
  return index.find(digest).filter(({ flags }) => kindOf(flags) === kind);
}

function* faultsOfText(entry: TextEntry): Iterable<string> {
  const text = textOf(entry);
  if (text === undefined) {
    yield "the raw bytes are no JSON string, and there is no text with them";
    return;
  }
  const found = digestOf(text);
  if (found !== entry.digest) yield `the text is another: its digest is ${found}`;
}

/** The saved torn members as faults, with the number of readable entries. */
function* faultsSetAside(dir: string, archive: Archive): Iterable<string> {
  for (const { name, entries } of setAsideIn(dir)) {
    const missing = entries.filter(
      ({ kind, digest }) => isDigest(digest) && archive.find(digest, kind).length === 0,
    );
    yield `${name}: a torn member that was set aside: ${entries.length} entries can be read, ` +
      `${missing.length} of them are not in the log; remove the file if you do not need it`;
  }
}

function faultsOfIndex(dir: string, log: number): readonly string[] {
  const table = openTable({ dir, log });
  if (table === undefined) return [];
  try {
    return checkTable(table.table).faults;
  } catch (error) {
    if (error instanceof PageDamage) return [error.message];
    throw error;
  } finally {
    table.close();
  }
}
