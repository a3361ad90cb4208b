/** A field in Protocol Buffers' wire format that contains bytes: a text, or a nested message. */
export interface BytesField {
  readonly field: number;
  readonly bytes: Uint8Array;
}

/** The fields of a message that contain bytes, in order. Stops where the bytes are no such message. */
export function* bytesFields(message: Uint8Array): Iterable<BytesField> {
  let at = 0;
  while (at < message.length) {
    const key = varintAt(message, at);
    if (key === undefined) return;
    at = key.end;
    const field = Math.floor(key.value / 8);
    const wire = key.value % 8;
    if (wire === FIXED_64) at += 8;
    else if (wire === FIXED_32) at += 4;
    else {
      const number = varintAt(message, at);
      if (number === undefined || (wire !== VARINT && wire !== BYTES)) return;
      at = number.end;
      if (wire === VARINT) continue;
      if (at + number.value > message.length) return;
      yield { field, bytes: message.subarray(at, at + number.value) };
      at += number.value;
    }
  }
}

const VARINT = 0;
const FIXED_64 = 1;
const BYTES = 2;
const FIXED_32 = 5;

interface Varint {
  readonly value: number;
  readonly end: number;
}

/** The number at an offset, seven bits in each byte, the lowest first. */
function varintAt(bytes: Uint8Array, at: number): Varint | undefined {
  let value = 0;
  for (let k = 0; k < 10; k++) {
    const byte = bytes[at + k];
    if (byte === undefined) return undefined;
    value += (byte % 128) * 128 ** k;
    if (byte < 128) return { value, end: at + k + 1 };
  }
  return undefined;
}
