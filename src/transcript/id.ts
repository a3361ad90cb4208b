/** Longest id that is held as bytes. */
const MAX_ID_BYTES = 64;

/** The id of a call: as text, or as the bytes of it. */
export type Id = string | IdBytes;

/**
 * An id as the bytes that it is written with, which are ASCII. Most ids are only held against the one
 * before, and never made a text.
 */
export class IdBytes {
  readonly bytes = Buffer.alloc(MAX_ID_BYTES);
  length = 0;

  /** Takes `bytes[start, end)`, unless there are too many. */
  take(bytes: Uint8Array, start: number, end: number): boolean {
    const length = end - start;
    if (length > MAX_ID_BYTES) return false;
    for (let k = 0; k < length; k++) this.bytes[k] = bytes[start + k] ?? 0;
    this.length = length;
    return true;
  }

  is(other: IdBytes): boolean {
    if (other.length !== this.length) return false;
    // From the end: ids differ there.
    for (let k = this.length - 1; k >= 0; k--) if (this.bytes[k] !== other.bytes[k]) return false;
    return true;
  }

  toString(): string {
    return this.bytes.toString("latin1", 0, this.length);
  }
}

/** Whether two ids are the same text. */
export function sameId(one: Id, other: Id): boolean {
  if (typeof one === "object" && typeof other === "object") return one.is(other);
  return textOfId(one) === textOfId(other);
}

export function textOfId(id: Id): string {
  return typeof id === "string" ? id : id.toString();
}
