import type { Hash } from "node:crypto";
import { createDigest } from "../../base/create-digest.ts";
import { REF_DIGITS } from "../../base/digest.ts";

/** The shortest start of a file that is looked up. */
const FIRST_START_BYTES = 64;

const LINE_FEED = 0x0a;
const BYTE_ORDER_MARK = Buffer.from([0xef, 0xbb, 0xbf]);

/**
 * Finds the archive entries that a file of any format may need. Every run of 12 hex digits counts as a reference.
 * The file, each of its lines (with and without the white space around it) and each of its prefixes whose length
 * is a power of two count as units. It finds too much rather than too little.
 */
export class ReferenceFinder {
  private readonly whole = createDigest();
  private length = 0;
  private nextStart = FIRST_START_BYTES;
  private line = newLine();
  private digits = "";
  private readonly found: (digits: string) => void;

  /** `found` is called with 12 hex digits, or a whole digest. */
  constructor(found: (digits: string) => void) {
    this.found = found;
  }

  /** Reads the next bytes; the caller may change them afterwards. */
  update(bytes: Buffer): void {
    // A row's digest does not include the byte order mark before it.
    const isMarked = this.length === 0 && bytes.subarray(0, 3).equals(BYTE_ORDER_MARK);
    this.takeStarts(bytes);
    this.takeDigits(bytes);
    let at = isMarked ? BYTE_ORDER_MARK.length : 0;
    for (let end = bytes.indexOf(LINE_FEED); end >= 0; end = bytes.indexOf(LINE_FEED, at)) {
      extend(this.line, bytes.subarray(at, end));
      this.endLine();
      at = end + 1;
    }
    extend(this.line, bytes.subarray(at));
  }

  finish(): void {
    this.found(this.whole.digest("hex"));
    this.endLine();
  }

  private takeStarts(bytes: Buffer): void {
    let at = 0;
    while (this.length + bytes.length - at >= this.nextStart) {
      const size = this.nextStart - this.length;
      this.whole.update(bytes.subarray(at, at + size));
      this.found(this.whole.copy().digest("hex"));
      this.length = this.nextStart;
      this.nextStart *= 2;
      at += size;
    }
    this.whole.update(bytes.subarray(at));
    this.length += bytes.length - at;
  }

  private endLine(): void {
    const { exact, trimmed } = this.line;
    this.found(exact.copy().digest("hex"));
    this.found(exact.update("\n").digest("hex"));
    this.found(trimmed.digest("hex"));
    this.line = newLine();
  }

  private takeDigits(bytes: Buffer): void {
    const text = this.digits + bytes.toString("latin1");
    for (const [run] of text.matchAll(/[0-9a-f]{12,}/g))
      for (let at = 0; at + REF_DIGITS <= run.length; at++)
        this.found(run.slice(at, at + REF_DIGITS));
    // A reference may continue in the next bytes.
    this.digits = /[0-9a-f]*$/.exec(text.slice(1 - REF_DIGITS))?.[0] ?? "";
  }
}

/** The digests of the line read so far. */
interface ReferenceLine {
  readonly exact: Hash;
  readonly trimmed: Hash;
  hasStarted: boolean;
  /** White space that counts only if more of the line follows. */
  space: Buffer;
}

function newLine(): ReferenceLine {
  const [exact, trimmed] = [createDigest(), createDigest()];
  return { exact, trimmed, hasStarted: false, space: Buffer.alloc(0) };
}

function extend(line: ReferenceLine, bytes: Buffer): void {
  line.exact.update(bytes);
  let start = 0;
  let end = bytes.length;
  if (!line.hasStarted) while (start < end && isSpace(bytes[start])) start++;
  while (end > start && isSpace(bytes[end - 1])) end--;
  if (end > start) {
    line.trimmed.update(line.space).update(bytes.subarray(start, end));
    line.hasStarted = true;
    line.space = Buffer.from(bytes.subarray(end));
  } else if (line.hasStarted) line.space = Buffer.concat([line.space, bytes]);
}

function isSpace(byte: number | undefined): boolean {
  return byte === 0x20 || byte === 0x09 || byte === 0x0d;
}
