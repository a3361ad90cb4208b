import { closeSync, fsyncSync, readdirSync, readFileSync, writeSync } from "node:fs";
import { join } from "node:path";
import { zlib } from "../../io/compression/zlib.ts";
import { openNewFile } from "../../io/open-file.ts";
import { syncFolder } from "../../io/replacement/sync-folder.ts";
import type { ArchiveEntry } from "../entry.ts";
import { entryIn } from "./log-lines.ts";

/** The names of files of saved torn members: the offset in the log, and the number of the copy. */
const NAME = /^torn-\d+(?:-\d+)?\.ndjson\.gz$/;

/** Saves the bytes of a torn member in its own file, if entries can be read from it. */
export function setAside(dir: string, bytes: Buffer, offset: number): void {
  if (entriesIn(bytes).length === 0) return;
  for (let copy = 0; ; copy++) {
    const path = join(dir, `torn-${offset}${copy === 0 ? "" : `-${copy}`}.ndjson.gz`);
    if (isThere(path, bytes) || makeFile(path, bytes)) break;
  }
  syncFolder(dir);
}

/** A saved torn member, and the entries that can be read from it. */
export interface SetAside {
  readonly name: string;
  readonly entries: readonly ArchiveEntry[];
}

/** All saved torn members of an archive. */
export function setAsideIn(dir: string): readonly SetAside[] {
  const names = readdirSync(dir).filter((name) => NAME.test(name));
  return names.sort().map((name) => ({ name, entries: entriesIn(readFileSync(join(dir, name))) }));
}

/** The entries in the complete lines that can be decompressed. */
function entriesIn(bytes: Buffer): readonly ArchiveEntry[] {
  const entries: ArchiveEntry[] = [];
  const lines = decompressed(bytes);
  let start = 0;
  for (let end = lines.indexOf(0x0a); end >= 0; end = lines.indexOf(0x0a, start)) {
    const entry = entryIn(lines.subarray(start, end));
    if (entry !== undefined) entries.push(entry);
    start = end + 1;
  }
  return entries;
}

function decompressed(bytes: Buffer): Buffer {
  const { constants, gunzipSync } = zlib();
  try {
    return gunzipSync(bytes, { finishFlush: constants.Z_SYNC_FLUSH });
  } catch {
    return Buffer.alloc(0);
  }
}

function isThere(path: string, bytes: Buffer): boolean {
  try {
    return readFileSync(path).equals(bytes);
  } catch {
    return false;
  }
}

/** False if there is another file of this name. */
function makeFile(path: string, bytes: Buffer): boolean {
  const file = openNewFile(path);
  if (file === undefined) return false;
  try {
    for (let at = 0; at < bytes.length; ) at += writeSync(file, bytes, at);
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
  return true;
}
