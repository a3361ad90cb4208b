import { zlib } from "./zlib.ts";

/** The CRC-32 of gzip and ZIP (RFC 1952) of some bytes, or with that of those before them, of all. */
export function crc32(bytes: Uint8Array, before = 0): number {
  // In zlib since Node 20.15.
  const library: Partial<typeof import("node:zlib")> = zlib();
  return library.crc32 === undefined ? crc32OfTable(bytes, before) : library.crc32(bytes, before);
}

let table: Uint32Array | undefined;

/** The CRC-32 without zlib. */
export function crc32OfTable(bytes: Uint8Array, before = 0): number {
  table ??= makeTable();
  let rest = ~before >>> 0;
  for (const byte of bytes) rest = (table[(rest ^ byte) & 0xff] ?? 0) ^ (rest >>> 8);
  return ~rest >>> 0;
}

function makeTable(): Uint32Array {
  return Uint32Array.from({ length: 256 }, (_, byte) => {
    let rest = byte;
    for (let bit = 0; bit < 8; bit++) rest = rest & 1 ? (rest >>> 1) ^ 0xedb88320 : rest >>> 1;
    return rest;
  });
}
