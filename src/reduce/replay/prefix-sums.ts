/** Sums over the beginnings of a list of numbers that change: a Fenwick tree, O(log n) each. */
export class PrefixSums {
  private readonly sums: Float64Array;

  constructor(length: number) {
    this.sums = new Float64Array(length + 1);
  }

  /** Adds to the number at `index`. */
  add(index: number, value: number): void {
    for (let at = index + 1; at < this.sums.length; at += at & -at)
      this.sums[at] = (this.sums[at] ?? 0) + value;
  }

  /** The sum of the numbers before `index`. */
  before(index: number): number {
    let sum = 0;
    for (let at = index; at > 0; at -= at & -at) sum += this.sums[at] ?? 0;
    return sum;
  }
}
