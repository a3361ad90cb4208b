/** The longest text to cache, and the number of slots. */
const MAX_CHARS = 48;
const PLACES = 512;

/**
 * A cache of the texts of short strings decoded lately. Ids and names occur several times, in a call and in
 * its answer, and comparing bytes takes a third of the time of decoding them.
 */
export class Words {
  private readonly texts: (string | undefined)[] = Array.from({ length: PLACES });

  /** The text of `bytes[start, end)`, which are ASCII. */
  text(bytes: Buffer, start: number, end: number): string {
    const length = end - start;
    if (length === 0 || length > MAX_CHARS) return bytes.toString("latin1", start, end);
    const sum =
      37 * (bytes[end - 1] ?? 0) +
      5 * (bytes[end - 2] ?? 0) +
      11 * (bytes[start] ?? 0) +
      3 * length;
    const place = sum % PLACES;
    const known = this.texts[place];
    if (known !== undefined && known.length === length && isAt(bytes, start, known)) return known;
    const text = bytes.toString("latin1", start, end);
    this.texts[place] = text;
    return text;
  }
}

function isAt(bytes: Buffer, start: number, text: string): boolean {
  // From the end, where ids differ.
  for (let k = text.length - 1; k >= 0; k--)
    if (bytes[start + k] !== text.charCodeAt(k)) return false;
  return true;
}
