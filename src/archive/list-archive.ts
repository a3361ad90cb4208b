import { closeSync, statSync } from "node:fs";
import { join } from "node:path";
import type { ArchiveEntry } from "./entry.ts";
import { INDEX_NAMES } from "./index/index-files.ts";
import { entryIn, linesOfLog } from "./log/log-lines.ts";
import { LOG_NAME, openLog } from "./log/open-log.ts";
import { textOf } from "./text-of.ts";

/** An entry in a list. */
export interface ListedEntry {
  readonly kind: ArchiveEntry["kind"];
  readonly digest: string;
  /** Bytes of the removed text, or of the recipe as JSON. */
  readonly bytes: number;
  /** When it was added (ISO 8601, in seconds); absent if it is unknown. */
  readonly time?: string;
  /** The start of a text; empty for a unit. */
  readonly begins: string;
}

/** The totals of an archive. */
export interface ArchiveTotals {
  texts: number;
  units: number;
  /** Bytes of removed texts. */
  textBytes: number;
  /** Bytes of the log, the part that cannot be rebuilt. */
  logBytes: number;
  /** Bytes of the index. */
  indexBytes: number;
  /** Bytes of the log outside of intact members. */
  damagedBytes: number;
}

/** Chars of a text shown in a list. */
const BEGINS_CHARS = 200;

/** Yields the entries of an archive in the order in which they were added; returns their totals. */
export function* listArchive(dir: string): Generator<ListedEntry, ArchiveTotals> {
  const log = openLog(dir);
  const totals: ArchiveTotals = {
    texts: 0,
    units: 0,
    textBytes: 0,
    logBytes: statSync(join(dir, LOG_NAME)).size,
    indexBytes: 0,
    damagedBytes: 0,
  };
  try {
    for (const part of linesOfLog(log)) {
      if (part.kind === "damage") {
        totals.damagedBytes += part.length;
        continue;
      }
      const entry = entryIn(part.line);
      if (entry === undefined) continue;
      const listed = listedEntry(entry, part.member.time);
      if (entry.kind === "unit") totals.units++;
      else {
        totals.texts++;
        totals.textBytes += listed.bytes;
      }
      yield listed;
    }
  } finally {
    closeSync(log);
  }
  for (const name of INDEX_NAMES)
    totals.indexBytes += statSync(join(dir, name), { throwIfNoEntry: false })?.size ?? 0;
  return totals;
}

function listedEntry(entry: ArchiveEntry, time: number): ListedEntry {
  const { kind, digest } = entry;
  const isUnit = kind === "unit";
  return {
    kind,
    digest,
    bytes: isUnit ? Buffer.byteLength(JSON.stringify(entry.recipe)) : entry.raw.length,
    ...(time > 0 && { time: new Date(time * 1000).toISOString() }),
    begins: isUnit ? "" : (textOf(entry) ?? "").slice(0, BEGINS_CHARS),
  };
}
