/** Bytes of a UUID (RFC 9562), which has 36 characters. */
export const UUID_BYTES = 16;

/** Characters of it as text. */
export const UUID_CHARS = 36;

/** Writes the bytes of a UUID, if a text is one in lower case. */
export function packUuid(text: string, into: Buffer): boolean {
  if (text.length !== UUID_CHARS) return false;
  let at = 0;
  for (let k = 0; k < UUID_CHARS; k += 2) {
    if (k === 8 || k === 13 || k === 18 || k === 23) {
      if (text.charCodeAt(k) !== DASH) return false;
      k++;
    }
    const high = digit(text.charCodeAt(k));
    const low = digit(text.charCodeAt(k + 1));
    if (high < 0 || low < 0) return false;
    into[at++] = (high << 4) | low;
  }
  return true;
}

/** The UUID with these bytes. */
export function unpackUuid(bytes: Buffer): string {
  let at = 0;
  for (let k = 0; k < UUID_BYTES; k++) {
    if (k === 4 || k === 6 || k === 8 || k === 10) text[at++] = DASH;
    const byte = bytes[k] ?? 0;
    text[at++] = DIGITS[byte >> 4] ?? 0;
    text[at++] = DIGITS[byte & 0xf] ?? 0;
  }
  return text.toString("latin1");
}

/** The characters of the UUID at hand. */
const text = Buffer.alloc(UUID_CHARS);

const DIGITS = Buffer.from("0123456789abcdef");
const DASH = 0x2d;

function digit(code: number): number {
  if (code >= 0x30 && code <= 0x39) return code - 0x30;
  return code >= 0x61 && code <= 0x66 ? code - 0x61 + 10 : -1;
}
