/**
 * Numbers identifiers from 0 up by 64-bit hash: an open-addressing table of integers, since a transcript has
 * millions of identifiers and few are ever needed as text.
 */
export class IdentifierTable {
  length = 0;
  private mask = START - 1;
  private highs = new Int32Array(START);
  private lows = new Int32Array(START);
  /** The number plus 1; 0 for a free slot. */
  private numbers = new Int32Array(START);

  /** The number of an identifier; a new one gets the next, the old `length`. */
  numberOf(high: number, low: number): number {
    let at = low & this.mask;
    for (;;) {
      const found = this.numbers[at] ?? 0;
      if (found === 0) break;
      if (this.lows[at] === low && this.highs[at] === high) return found - 1;
      at = (at + 1) & this.mask;
    }
    this.highs[at] = high;
    this.lows[at] = low;
    this.numbers[at] = ++this.length;
    if (2 * this.length > this.mask) this.grow();
    return this.length - 1;
  }

  /** Forgets all, and keeps the room of a transcript of usual size. */
  clear(): void {
    this.length = 0;
    if (this.numbers.length <= MOST_KEPT) this.numbers.fill(0);
    else this.allocate(START);
  }

  private allocate(size: number): void {
    this.mask = size - 1;
    this.highs = new Int32Array(size);
    this.lows = new Int32Array(size);
    this.numbers = new Int32Array(size);
  }

  private grow(): void {
    const { highs, lows, numbers } = this;
    this.allocate(2 * numbers.length);
    for (let from = 0; from < numbers.length; from++) {
      const number = numbers[from] ?? 0;
      if (number === 0) continue;
      let at = (lows[from] ?? 0) & this.mask;
      while (this.numbers[at] !== 0) at = (at + 1) & this.mask;
      this.highs[at] = highs[from] ?? 0;
      this.lows[at] = lows[from] ?? 0;
      this.numbers[at] = number;
    }
  }
}

const START = 1 << 12;

/** The most slots that are kept for the next transcript. */
const MOST_KEPT = 1 << 16;
