/** Bytes of a UUID (RFC 9562), which has 36 characters. */
export const UUID_BYTES = 16;

/** Characters of it as text. */
export const UUID_CHARS = 36;

/** Writes the bytes of a UUID, if a text is one in lower case. */
export function packUuid(text: string, into: Uint8Array): boolean {
  if (text.length !== UUID_CHARS) return false;
  for (let k = 0; k < UUID_CHARS; k++) {
    const code = text.charCodeAt(k);
    if (code > 0x7f) return false;
    CODES[k] = code;
  }
  return packUuidBytes(CODES, into);
}

/** Packs a UUID from its 36 ASCII characters. */
export function packUuidBytes(codes: Uint8Array, into: Uint8Array): boolean {
  let at = 0;
  for (let k = 0; k < UUID_CHARS; k += 2) {
    if (k === 8 || k === 13 || k === 18 || k === 23) {
      if (codes[k] !== DASH) return false;
      k++;
    }
    const byte = (digit(codes[k] ?? 0) << 4) | digit(codes[k + 1] ?? 0);
    if (byte < 0) return false;
    into[at++] = byte;
  }
  return true;
}

/** The UUID with these bytes. */
export function unpackUuid(bytes: Uint8Array): string {
  let at = 0;
  for (let k = 0; k < UUID_BYTES; k++) {
    if (k === 4 || k === 6 || k === 8 || k === 10) CODES[at++] = DASH;
    const byte = bytes[k] ?? 0;
    CODES[at++] = HEX.charCodeAt(byte >> 4);
    CODES[at++] = HEX.charCodeAt(byte & 0xf);
  }
  return String.fromCharCode(...CODES);
}

const DASH = 0x2d;
const HEX = "0123456789abcdef";
/** The characters of the UUID at hand. */
const CODES = new Uint8Array(UUID_CHARS);

/** The values of digits by code, else -1. A table, since branches on random digits cannot be predicted. */
const DIGITS = Int8Array.from({ length: 128 }, (_, code) => HEX.indexOf(String.fromCharCode(code)));

function digit(code: number): number {
  return DIGITS[code] ?? -1;
}
