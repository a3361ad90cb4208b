import { ElisionError } from "../../../base/errors.ts";
import { isSqlite } from "../../../io/sqlite/is-sqlite.ts";

/** Bytes that are enough to detect what an input is. */
export const TELLING_BYTES = 64;

/** Throws if the first bytes of an input show that it is no UTF-8 text, with a hint. */
export function refuseNonText(head: Buffer): void {
  const [a = 0x20, b = 0x20, c = 0x20, d = 0x20] = head;
  const four = ((a << 24) | (b << 16) | (c << 8) | d) >>> 0;
  if (four === 0xfffe0000 || four === 0x5b000000 || four === 0x7b000000)
    throw unreadable("UTF-32 text", "convert it: iconv -f UTF-32LE -t UTF-8");
  if (four === 0x0000feff || four === 0x0000005b || four === 0x0000007b)
    throw unreadable("UTF-32 text", "convert it: iconv -f UTF-32BE -t UTF-8");
  if ((a === 0xff && b === 0xfe) || (head.length > 1 && a !== 0 && b === 0))
    throw unreadable("UTF-16 text", "convert it: iconv -f UTF-16LE -t UTF-8");
  if ((a === 0xfe && b === 0xff) || (head.length > 1 && a === 0 && b !== 0))
    throw unreadable("UTF-16 text", "convert it: iconv -f UTF-16BE -t UTF-8");
  for (const [magic, name] of COMPRESSED)
    if (head.indexOf(magic, 0, "latin1") === 0)
      throw unreadable(`${name} data`, `decompress it: ${name} -dc FILE | elision`);
  if (a === 0x50 && b === 0x4b && c === 0x03)
    throw unreadable(
      "a ZIP archive",
      "extract the transcript from it; the program reads the .eval logs of Inspect by themselves",
    );
  if (isSqlite(head))
    throw unreadable(
      "a SQLite database",
      "elision only reads it: elision export FILE > sessions.jsonl",
    );
  if (a === 0x50 && b === 0x41 && c === 0x52 && d === 0x31)
    throw unreadable(
      "Parquet, which is read from its end",
      "name the file: elision FILE.parquet -o SMALL.parquet",
    );
  if (head.includes(0)) throw unreadable("binary data", "elision reads JSON and JSON lines");
}

/** First bytes of compressed data that is not opened here, and the program that opens it. */
const COMPRESSED = [
  ["\x1f\x8b", "gzip"],
  ["\x28\xb5\x2f\xfd", "zstd"],
  ["\xfd7zXZ\0", "xz"],
  ["BZh", "bzip2"],
  ["\x04\x22\x4d\x18", "lz4"],
] as const;

function unreadable(got: string, hint: string): ElisionError {
  return new ElisionError("not-text", `expected JSON in UTF-8 (got ${got})`, { hint });
}
