import { ElisionError } from "../errors.ts";

/** One line of an input, its line break included. */
export interface Line {
  /** From 1. */
  readonly number: number;
  /** Offset of its first byte in the input. */
  readonly offset: number;
  readonly bytes: Buffer;
  /** What it says lies in `bytes[start, end)`: without a byte order mark, without the line break. */
  readonly start: number;
  readonly end: number;
}

/** Longest line or document, in bytes: offsets in them are 32-bit integers. */
export const MAX_RECORD_BYTES = 2 ** 31 - 1;

const NEWLINE = 0x0a;
const RETURN = 0x0d;
const BYTE_ORDER_MARK = Buffer.from([0xef, 0xbb, 0xbf]);

/** Cuts chunks into lines. A line that lies in one chunk is not copied. */
export class LineFramer {
  private carry: Buffer[] = [];
  private carried = 0;
  private offset = 0;
  private number = 0;

  /** The lines that a chunk completes. */
  *push(chunk: Buffer): Iterable<Line> {
    let at = 0;
    for (let stop = chunk.indexOf(NEWLINE); stop >= 0; stop = chunk.indexOf(NEWLINE, at)) {
      yield this.line(this.join(chunk.subarray(at, stop + 1)));
      at = stop + 1;
    }
    if (at < chunk.length) this.hold(chunk.subarray(at));
  }

  /** The last line, if the input does not end with a line break. */
  *finish(): Iterable<Line> {
    if (this.carried > 0) yield this.line(this.join(Buffer.alloc(0)));
  }

  private hold(rest: Buffer): void {
    this.carry.push(rest);
    this.carried += rest.length;
    if (this.carried > MAX_RECORD_BYTES) throw tooLarge("line", this.number + 1);
  }

  private join(rest: Buffer): Buffer {
    if (this.carried === 0) return rest;
    const whole = Buffer.concat([...this.carry, rest]);
    this.carry = [];
    this.carried = 0;
    return whole;
  }

  private line(bytes: Buffer): Line {
    const { offset } = this;
    this.offset += bytes.length;
    this.number++;
    let end = bytes.length;
    if (bytes[end - 1] === NEWLINE) end -= bytes[end - 2] === RETURN ? 2 : 1;
    const start = offset === 0 ? markLength(bytes) : 0;
    return { number: this.number, offset, bytes, start, end: Math.max(start, end) };
  }
}

/** The error for a line or a document that is too long to be read. */
export function tooLarge(what: "line" | "document", line = 1): ElisionError {
  const hint = "elision reads lines and documents of up to 2 GB";
  return new ElisionError("too-large", `a ${what} of more than 2 GB`, { line, hint });
}

/** The length of the byte order mark that a text starts with; 0 without one. */
export function markLength(bytes: Buffer): number {
  return bytes.subarray(0, 3).equals(BYTE_ORDER_MARK) ? BYTE_ORDER_MARK.length : 0;
}

/** Whether a line holds nothing but white space. */
export function isBlank({ bytes, start, end }: Line): boolean {
  for (let at = start; at < end; at++) {
    const byte = bytes[at];
    if (byte !== 0x20 && byte !== 0x09 && byte !== RETURN) return false;
  }
  return true;
}
