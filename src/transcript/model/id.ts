/** The longest id that is kept as bytes. */
const MAX_ID_BYTES = 64;

/** The id of a call: as text, or as the bytes of it. */
export type Id = string | IdBytes;

/** An id as its ASCII bytes. Most ids are only compared with the previous one, and never decoded. */
export class IdBytes {
  readonly bytes = new Uint8Array(MAX_ID_BYTES);
  /** For comparing four bytes at a time. */
  private readonly view = viewOf(this.bytes);
  length = 0;

  /** Copies the bytes `[start, end)`; fails if there are too many. */
  take(seen: DataView, start: number, end: number): boolean {
    const length = end - start;
    if (length > MAX_ID_BYTES) return false;
    const { view } = this;
    let k = 0;
    for (; k + 4 <= length; k += 4) view.setInt32(k, seen.getInt32(start + k));
    for (; k < length; k++) view.setUint8(k, seen.getUint8(start + k));
    this.length = length;
    return true;
  }

  copy(other: IdBytes): void {
    this.take(other.view, 0, other.length);
  }

  is({ length, view: others }: IdBytes): boolean {
    if (length !== this.length) return false;
    const { view } = this;
    // From the end, where ids differ.
    let k = length;
    for (; k >= 4; k -= 4) if (view.getInt32(k - 4) !== others.getInt32(k - 4)) return false;
    while (k-- > 0) if (view.getUint8(k) !== others.getUint8(k)) return false;
    return true;
  }

  toString(): string {
    return String.fromCharCode(...this.bytes.subarray(0, this.length));
  }
}

function viewOf({ buffer, byteOffset, length }: Uint8Array): DataView {
  return new DataView(buffer, byteOffset, length);
}

/** Whether two ids are the same text. */
export function sameId(one: Id, other: Id): boolean {
  if (typeof one === "object" && typeof other === "object") return one.is(other);
  return textOfId(one) === textOfId(other);
}

export function textOfId(id: Id): string {
  return typeof id === "string" ? id : id.toString();
}
