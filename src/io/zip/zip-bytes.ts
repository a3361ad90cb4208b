import { fstatSync } from "node:fs";
import { ElisionError } from "../../base/errors.ts";
import { createSpool, type Spool } from "../store/spool.ts";
import { readStore, type Store } from "../store/store.ts";

/** The bytes of a ZIP archive, to be read anywhere. */
export type ZipBytes = Pick<Store, "size" | "pieces">;

/** The first four bytes of an archive. */
export const ZIP_MAGIC = [0x50, 0x4b, 0x03, 0x04];

/** The bytes of an open regular file. */
export function zipFile(file: number): ZipBytes & Pick<Spool, "close"> {
  const { pieces, close } = createSpool({ source: file });
  return { size: fstatSync(file).size, pieces, close };
}

/**
 * The bytes `[start, end)`.
 *
 * @throws {ElisionError} `bad-zip` where they are not in the archive.
 */
export function zipRange(zip: ZipBytes, start: number, end: number): Buffer {
  if (start < 0 || end < start || end > zip.size)
    throw badZip("that is damaged: it names bytes that are not in it");
  return readStore({ ...zip, size: zip.size, append() {} }, start, end);
}

/** An archive that cannot be read, or written. */
export function badZip(what: string, about: { hint?: string; cause?: unknown } = {}): ElisionError {
  return new ElisionError("bad-zip", `a ZIP archive ${what}`, about);
}
