import { closeSync, fsyncSync, openSync, renameSync, rmSync, writeSync } from "node:fs";
import { dirname, join } from "node:path";
import { REF_DIGITS } from "../digest.ts";
import { syncFolder } from "../io/sync-folder.ts";
import { archiveError } from "./errors.ts";
import { ArchiveIndex } from "./index/archive-index.ts";
import { INDEX_NAMES } from "./index/disk-table.ts";
import { type LogPart, readLog } from "./log.ts";
import { linesIn } from "./log-lines.ts";
import { encodeMember } from "./member.ts";
import { LOG_NAME, openLog } from "./open-log.ts";
import { readAll } from "./read-all.ts";
import { lockOutWriters } from "./writers.ts";

/** What was removed, and what was not. */
export interface PruneTotals {
  /** Whether it was only looked at what would be removed. */
  isDry: boolean;
  keptEntries: number;
  removedEntries: number;
  beforeBytes: number;
  afterBytes: number;
}

/** The removal of entries, which ends with `close`. While it goes on no one adds to the archive. */
export interface Pruning {
  /** Keeps the entries whose digest begins with these digits, 12 or more, if there are any. */
  keep(digits: string): void;
  /** Keeps what was added then (milliseconds since 1970) or later, or at a time that was not noted. */
  keepSince(time: number): void;
  /**
   * Removes what is not kept. What an entry that is kept names is kept as well: every digest that stands
   * in it counts, so that a recipe has what it needs. `isDry`: only says what would be removed.
   */
  run(options: { readonly isDry: boolean }): PruneTotals;
  close(): void;
}

/** Begins to remove entries; an `ElisionError` if another process adds or removes some. */
export function openPruning(dir: string): Pruning {
  const log = openLog(dir);
  let lock: ReturnType<typeof lockOutWriters>;
  try {
    lock = lockOutWriters(dir);
  } catch (error) {
    closeSync(log);
    throw archiveError(dir, error);
  }
  const kept = new KeptDigests();
  for (const { digest } of entriesOf(log)) kept.know(digest);
  return {
    keep: (digits) => kept.keep(digits),
    keepSince(time) {
      for (const { digest, time: added } of entriesOf(log))
        if (added === 0 || added * 1000 >= time) kept.keep(digest);
    },
    run({ isDry }) {
      keepNamed(log, kept);
      const path = join(dir, LOG_NAME);
      try {
        const totals = { ...countKept(log, kept), isDry };
        if (isDry || totals.removedEntries === 0) return totals;
        rewrite({ path, log, kept });
        renewIndex(dir);
        return totals;
      } catch (error) {
        throw archiveError(path, error);
      }
    },
    close() {
      lock.release();
      closeSync(log);
    },
  };
}

/** The digests that an archive has, and those of them that are to stay: by their first 48 bits. */
class KeptDigests {
  private readonly known = new Set<number>();
  private readonly kept = new Set<number>();

  know(digest: string): void {
    this.known.add(shortened(digest));
  }

  keep(digits: string): void {
    const short = shortened(digits);
    if (this.known.has(short)) this.kept.add(short);
  }

  /** Whether it stays; so does what is no entry that is known, which has none. */
  has(digest: string): boolean {
    return digest === "" || this.kept.has(shortened(digest));
  }

  get size(): number {
    return this.kept.size;
  }
}

function shortened(digits: string): number {
  return Number.parseInt(digits.slice(0, REF_DIGITS), 16);
}

/** Keeps what is named by what is kept, and what that names, until there is no more of it. */
function keepNamed(log: number, kept: KeptDigests): void {
  for (let before = -1; before !== kept.size; ) {
    before = kept.size;
    for (const { digest, line } of entriesOf(log)) {
      if (!kept.has(digest)) continue;
      for (const [named] of line.toString("latin1").matchAll(/[0-9a-f]{64}/g)) kept.keep(named);
    }
  }
}

const LINE_START = /^\{"kind":"[a-z]+","digest":"([0-9a-f]{64})"/;
const LINE_START_BYTES = 120;

/** The digest of a line; empty if it is no entry. */
function digestOf(line: Buffer): string {
  return LINE_START.exec(line.toString("latin1", 0, LINE_START_BYTES))?.[1] ?? "";
}

function* entriesOf(log: number) {
  for (const part of readLog(log)) {
    if (part.kind !== "member") continue;
    for (const line of linesIn(part)) yield { line, digest: digestOf(line), time: part.time };
  }
}

function countKept(log: number, kept: KeptDigests): PruneTotals {
  const totals = { isDry: true, keptEntries: 0, removedEntries: 0, beforeBytes: 0, afterBytes: 0 };
  for (const part of readLog(log)) {
    totals.beforeBytes += part.length;
    totals.afterBytes += keptOf(part, log, { kept, totals }).length;
  }
  return totals;
}

/** Writes a new log of what is kept, which takes the place of the old one at once. */
function rewrite({ path, log, kept }: { path: string; log: number; kept: KeptDigests }): void {
  const temporary = `${path}.tmp`;
  const file = openSync(temporary, "w", 0o600);
  try {
    for (const part of readLog(log)) {
      const bytes = keptOf(part, log, { kept });
      for (let at = 0; at < bytes.length; ) at += writeSync(file, bytes, at);
    }
    fsyncSync(file);
    renameSync(temporary, path);
    syncFolder(dirname(path));
  } finally {
    closeSync(file);
    rmSync(temporary, { force: true });
  }
}

/** What of a part of a log stays: of a spoilt one all, since something may be had of it yet. */
function keptOf(
  part: LogPart,
  log: number,
  { kept, totals }: { readonly kept: KeptDigests; readonly totals?: PruneTotals },
): Buffer {
  const whole = () => readAll(log, part.offset, part.length);
  if (part.kind === "damage") return part.isTail ? Buffer.alloc(0) : whole();
  const lines = [...linesIn(part)];
  const staying = lines.filter((line) => kept.has(digestOf(line)));
  if (totals !== undefined) {
    totals.keptEntries += staying.length;
    totals.removedEntries += lines.length - staying.length;
  }
  if (staying.length === 0) return Buffer.alloc(0);
  return staying.length === lines.length
    ? whole()
    : encodeMember(Buffer.concat(staying), part.time);
}

function renewIndex(dir: string): void {
  for (const name of INDEX_NAMES) rmSync(join(dir, name), { force: true });
  const log = openLog(dir);
  const index = new ArchiveIndex({ dir, log });
  index.refresh();
  index.close();
  closeSync(log);
}
