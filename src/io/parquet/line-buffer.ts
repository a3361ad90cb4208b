import { MARGIN, type PageKernel, ROOM, startPageKernel } from "./kernel/page-kernel.ts";

/** The escape that JSON has for each byte that cannot be in a string as it is. */
const ESCAPES: readonly (string | undefined)[] = Array.from({ length: 256 }, (_, byte) => {
  const character = String.fromCharCode(byte);
  const escaped = JSON.stringify(character).slice(1, -1);
  return escaped === character ? undefined : escaped;
});
const LONGEST_ESCAPE = 6;
const IS_ESCAPED = Uint8Array.from(ESCAPES, (text) => (text === undefined ? 0 : 1));

/** To hand bytes to the kernel takes longer than to look at a few of them. */
const SHORT_BYTES = 24;

/** Bytes for which there is room at once, should all of them be escaped. */
const PIECE_BYTES = 64 * 1024;

/** Room for the lines of a batch, mostly. */
const FIRST_BYTES = 4 * 1024 * 1024;

let kernel: PageKernel | undefined;

/** Bytes that lines are put together in; it grows. One is used at a time: all have the same memory. */
export class LineBuffer {
  bytes: Buffer;
  length = 0;
  private kernel: PageKernel;

  constructor() {
    kernel ??= startPageKernel(FIRST_BYTES);
    this.kernel = kernel;
    this.bytes = kernel.bytes.subarray(ROOM);
  }

  /** A copy of what was put in. */
  taken(): Buffer {
    const lines = Buffer.allocUnsafeSlow(this.length);
    lines.set(this.bytes.subarray(0, this.length));
    return lines;
  }

  /** Puts in ASCII text. */
  ascii(text: string): void {
    this.makeRoom(text.length);
    const { bytes } = this;
    for (let k = 0; k < text.length; k++) bytes[this.length + k] = text.charCodeAt(k);
    this.length += text.length;
  }

  range(bytes: Buffer, start: number, end: number): void {
    this.makeRoom(end - start);
    this.length += bytes.copy(this.bytes, this.length, start, end);
  }

  /** Puts in UTF-8 as a JSON string. Bytes that are no UTF-8 stay as they are. */
  string(bytes: Buffer, start: number, end: number): void {
    this.ascii('"');
    if (end - start <= SHORT_BYTES) this.short(bytes, start, end);
    else
      for (let at = start; at < end; at += PIECE_BYTES)
        this.escaped(bytes, at, Math.min(end, at + PIECE_BYTES));
    this.ascii('"');
  }

  private short(from: Buffer, start: number, end: number): void {
    this.makeRoom(LONGEST_ESCAPE * (end - start));
    const { bytes } = this;
    let at = this.length;
    for (let k = start; k < end; k++) {
      const byte = from[k] as number;
      if (IS_ESCAPED[byte] === 0) bytes[at++] = byte;
      else for (const character of ESCAPES[byte] ?? "") bytes[at++] = character.charCodeAt(0);
    }
    this.length = at;
  }

  /** Puts bytes where their escapes do not reach, and has them escaped from there. */
  private escaped(from: Buffer, start: number, end: number): void {
    const size = end - start;
    this.makeRoom((LONGEST_ESCAPE + 1) * size + 2 * MARGIN);
    const place = ROOM + this.length + LONGEST_ESCAPE * size + MARGIN;
    from.copy(this.kernel.bytes, place, start, end);
    this.length = this.kernel.escape(place, place + size, ROOM + this.length) - ROOM;
  }

  private makeRoom(size: number): void {
    if (this.length + size <= this.kernel.room) return;
    const larger = startPageKernel(Math.max(2 * this.kernel.room, this.length + size));
    this.bytes.copy(larger.bytes, ROOM, 0, this.length);
    kernel = larger;
    this.kernel = larger;
    this.bytes = larger.bytes.subarray(ROOM);
  }
}
