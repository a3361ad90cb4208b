/**
 * A set of numbers below a limit, iterated in ascending order. One byte for each number below the limit;
 * JavaScript's `Set` takes forty for each element.
 */
export class IndexSet implements Iterable<number> {
  size = 0;
  private readonly marks: Uint8Array;

  constructor(limit: number, indices: Iterable<number> = []) {
    this.marks = new Uint8Array(limit);
    for (const index of indices) this.add(index);
  }

  /** Adds a number below the limit. */
  add(index: number): void {
    if (this.marks[index] !== 0) return;
    this.marks[index] = 1;
    this.size++;
  }

  has(index: number): boolean {
    return this.marks[index] === 1;
  }

  /** The least of them. */
  get first(): number | undefined {
    return this.size === 0 ? undefined : this.marks.indexOf(1);
  }

  /** The greatest of them. */
  get last(): number | undefined {
    return this.size === 0 ? undefined : this.marks.lastIndexOf(1);
  }

  *[Symbol.iterator](): Iterator<number> {
    for (let index = this.marks.indexOf(1); index >= 0; index = this.marks.indexOf(1, index + 1))
      yield index;
  }

  /** The indexes in descending order. */
  *backwards(): Iterable<number> {
    for (let at = this.marks.lastIndexOf(1); at >= 0; at = this.marks.lastIndexOf(1, at - 1)) {
      yield at;
      if (at === 0) return;
    }
  }
}
