import { zlib } from "../../io/zlib.ts";

/** The CRC-32 of gzip (RFC 1952) of some bytes. */
export function crc32(bytes: Uint8Array): number {
  // In zlib since Node 20.15.
  const library: Partial<typeof import("node:zlib")> = zlib();
  return library.crc32 === undefined ? crc32OfTable(bytes) : library.crc32(bytes);
}

let table: Uint32Array | undefined;

/** The same without the help of zlib. */
export function crc32OfTable(bytes: Uint8Array): number {
  table ??= makeTable();
  let rest = 0xffffffff;
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
