import { ElisionError } from "../../../base/errors.ts";
import { isSqlite } from "../../../io/sqlite/is-sqlite.ts";

/** Bytes that are enough to detect what an input is. */
export const TELLING_BYTES = 64;

/** The hint where an input is nothing of the kind. */
export const WHAT_IS_READ = "elision reads JSON and JSON lines";

/** Throws if the first bytes of an input show that it is no UTF-8 text, with a hint. */
export function refuseNonText(head: Buffer): void {
  const encoding = encodingOf(head);
  if (encoding !== undefined)
    throw unreadable(`${encoding.slice(0, -2)} text`, `convert it: iconv -f ${encoding} -t UTF-8`);
  for (const [magic, program] of COMPRESSED)
    if (begins(head, magic))
      throw unreadable(`${program} data`, `decompress it: ${program} -dc FILE | elision`);
  for (const [magic, got, hint] of CONTAINERS) if (begins(head, magic)) throw unreadable(got, hint);
  if (isSqlite(head))
    throw unreadable(
      "a SQLite database",
      "elision only reads it: elision export FILE > sessions.jsonl",
    );
  if (head.includes(0)) throw unreadable("binary data", WHAT_IS_READ);
}

/** The encoding of a text that is not UTF-8, as iconv names it: by its mark, or by zeros around ASCII. */
function encodingOf(head: Buffer): string | undefined {
  const [a = 0x20, b = 0x20, c = 0x20, d = 0x20] = head;
  const four = ((a << 24) | (b << 16) | (c << 8) | d) >>> 0;
  if (four === 0xfffe0000 || four === 0x5b000000 || four === 0x7b000000) return "UTF-32LE";
  if (four === 0x0000feff || four === 0x0000005b || four === 0x0000007b) return "UTF-32BE";
  const isPair = head.length > 1;
  if ((a === 0xff && b === 0xfe) || (isPair && a !== 0 && b === 0)) return "UTF-16LE";
  if ((a === 0xfe && b === 0xff) || (isPair && a === 0 && b !== 0)) return "UTF-16BE";
  return undefined;
}

function begins(head: Buffer, magic: string): boolean {
  return head.toString("latin1", 0, magic.length) === magic;
}

/** First bytes of compressed data that is not opened here, and the program that opens it. */
const COMPRESSED = [
  ["\x1f\x8b", "gzip"],
  ["\x28\xb5\x2f\xfd", "zstd"],
  ["\xfd7zXZ\0", "xz"],
  ["BZh", "bzip2"],
  ["\x04\x22\x4d\x18", "lz4"],
] as const;

/** First bytes of files that hold something else, with what they are and what to do. */
const CONTAINERS = [
  [
    "PK\x03",
    "a ZIP archive",
    "extract the transcript from it; the program reads the .eval logs of Inspect by themselves",
  ],
  [
    "PAR1",
    "Parquet, which is read from its end",
    "name the file: elision FILE.parquet -o SMALL.parquet",
  ],
  // The first of many sessions begins with an empty line.
  ...["# aider chat", "\n# aider chat"].map(
    (magic) =>
      [
        magic,
        "a history of aider",
        "it is Markdown, in which results look like what was said",
      ] as const,
  ),
] as const;

function unreadable(got: string, hint: string): ElisionError {
  return new ElisionError("not-text", `expected JSON in UTF-8 (got ${got})`, { hint });
}
