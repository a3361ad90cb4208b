import { closeSync } from "node:fs";
import { digestOf } from "../digest.ts";
import { openArchive } from "./archive.ts";
import type { ArchiveEntry, TextEntry, UnitEntry } from "./entry.ts";
import { ArchiveIndex } from "./index/archive-index.ts";
import { checkTable } from "./index/check-table.ts";
import { openTable } from "./index/disk-table.ts";
import { PageDamage } from "./index/file-pages.ts";
import { flagsOf, kindOf } from "./index/log-records.ts";
import type { LogDamage } from "./log/log.ts";
import { entryIn, type LogLine, linesOfLog } from "./log/log-lines.ts";
import { openLog } from "./log/open-log.ts";
import { parseRecipe, textsOf } from "./recipe.ts";
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
 * of, that what a recipe needs is there, that the index holds together and has every entry. The index
 * is brought up to date before.
 */
export function* verifyArchive(dir: string): Generator<ArchiveFault, VerifyTotals> {
  const log = openLog(dir);
  const index = new ArchiveIndex({ dir, log });
  const archive = openArchive(dir);
  const totals: VerifyTotals = { texts: 0, units: 0, faults: 0 };
  const textWith = (digest: string) => {
    const [entry] = archive.find(digest, "text");
    return entry?.kind === "text" ? textOf(entry) : undefined;
  };
  try {
    for (const part of linesOfLog(log)) {
      const entry = part.kind === "line" ? entryIn(part.line) : undefined;
      if (entry !== undefined) totals[entry.kind === "unit" ? "units" : "texts"]++;
      const messages =
        part.kind === "damage" ? [damaged(part)] : faultsOf(part, entry, { index, textWith });
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

/** What a line is held against. */
interface Held {
  readonly index: ArchiveIndex;
  textWith(digest: string): string | undefined;
}

function* faultsOf(
  { line, member }: LogLine,
  entry: ArchiveEntry | undefined,
  { index, textWith }: Held,
): Iterable<string> {
  if (entry === undefined) {
    yield "a line is no entry";
    return;
  }
  const { kind, digest } = entry;
  const places = index.find(digest);
  const flags = flagsOf(kind, line);
  if (!places.some((place) => place.offset === member.offset && place.flags === flags))
    yield `the index does not have this ${kind}`;
  if (kind === "text") yield* faultsOfText(entry);
  else yield* faultsOfUnit(entry, { index, textWith });
}

function* faultsOfText(entry: TextEntry): Iterable<string> {
  const text = textOf(entry);
  if (text === undefined) {
    yield "the raw bytes are no JSON string, and there is no text beside them";
    return;
  }
  const found = digestOf(text);
  if (found !== entry.digest) yield `the text is another: its digest is ${found}`;
}

/** What a unit needs and is not there. The bytes of its digest are in no archive. */
function* faultsOfUnit({ recipe: given }: UnitEntry, { index, textWith }: Held): Iterable<string> {
  const recipe = parseRecipe(given);
  // Of a later version, or not of this program's.
  if (recipe === undefined) return;
  const has = (digest: string, kind: ArchiveEntry["kind"]) =>
    index.find(digest).some(({ flags }) => kindOf(flags) === kind);
  if (recipe.as === "head" && !has(recipe.unit, "unit"))
    yield `it names the unit ${recipe.unit}, which is not there`;
  for (const digest of new Set(textsOf(recipe, textWith)))
    if (!has(digest, "text")) yield `it needs the text ${digest}, which is not there`;
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
