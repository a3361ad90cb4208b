import { closeSync, openSync, readSync } from "node:fs";
import { join } from "node:path";
import { PageDamage, readPage } from "./file-pages.ts";
import { decodeHeader, HEADER_BYTES, type IndexHeader, idOf, LOG_MARK_BYTES } from "./header.ts";

/** The names of the two files of the index. */
export const INDEX_NAMES = ["index.primary", "index.overflow"] as const;

/** The two files, open. */
export type Files = readonly [primary: number, overflow: number];

/** The first bytes of the header, which every change changes: the checksum is among them. */
export function firstBytes([primary]: Files): Buffer {
  const bytes = Buffer.alloc(HEADER_BYTES);
  readSync(primary, bytes, 0, HEADER_BYTES, 0);
  return bytes;
}

/** The header of two files; undefined if they do not belong together. */
export function readHeader([primary, overflow]: Files): IndexHeader | undefined {
  try {
    const header = decodeHeader(readPage(primary, 0));
    const id = idOf(readPage(overflow, 0));
    return header !== undefined && id?.equals(header.id) ? header : undefined;
  } catch (error) {
    if (error instanceof PageDamage) return undefined;
    throw error;
  }
}

/** The last bytes of the log before an offset. */
export function markOf(log: number, covered: number): Buffer {
  const mark = Buffer.alloc(LOG_MARK_BYTES);
  if (covered >= LOG_MARK_BYTES) readSync(log, mark, 0, LOG_MARK_BYTES, covered - LOG_MARK_BYTES);
  return mark;
}

/** Opens both files in a folder; with a suffix, those with it appended to their names. */
export function openBoth(dir: string, flags: string, suffix = ""): Files {
  const [first, second] = INDEX_NAMES;
  const primary = openSync(join(dir, first + suffix), flags, 0o600);
  try {
    return [primary, openSync(join(dir, second + suffix), flags, 0o600)];
  } catch (error) {
    closeSync(primary);
    throw error;
  }
}

export function closeBoth(files: Files): void {
  for (const file of files) closeSync(file);
}
