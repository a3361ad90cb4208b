import { writeSync } from "node:fs";

/** Writes all of these bytes: at a position of the file, or after those written last. */
export function writeFully(file: number, bytes: Uint8Array, position?: number): void {
  for (let at = 0; at < bytes.length; ) {
    const place = position === undefined ? null : position + at;
    at += writeSync(file, bytes, at, bytes.length - at, place);
  }
}
