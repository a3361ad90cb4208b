/** The escape that JSON has for each byte that cannot be in a string as it is. */
const ESCAPES: readonly (string | undefined)[] = Array.from({ length: 256 }, (_, byte) => {
  const character = String.fromCharCode(byte);
  const escaped = JSON.stringify(character).slice(1, -1);
  return escaped === character ? undefined : escaped;
});
const LONGEST_ESCAPE = 6;
const IS_ESCAPED = Uint8Array.from(ESCAPES, (text) => (text === undefined ? 0 : 1));

/** Bytes for which there is room at once, should all of them be escaped. */
const PIECE_BYTES = 64 * 1024;

/** Room for the lines of a batch, mostly. */
const FIRST_BYTES = 1536 * 1024;

/** Bytes that lines are put together in; it grows. */
export class LineBuffer {
  bytes: Buffer = Buffer.allocUnsafeSlow(FIRST_BYTES);
  length = 0;

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
    for (let at = start; at < end; at += PIECE_BYTES)
      this.escaped(bytes, at, Math.min(end, at + PIECE_BYTES));
    this.ascii('"');
  }

  private escaped(from: Buffer, start: number, end: number): void {
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

  private makeRoom(size: number): void {
    if (this.length + size <= this.bytes.length) return;
    const larger = Buffer.allocUnsafeSlow(Math.max(2 * this.bytes.length, this.length + size));
    this.bytes.copy(larger, 0, 0, this.length);
    this.bytes = larger;
  }
}
