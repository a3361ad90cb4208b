/** The part of an array's interface that a view over columns has too. */
export interface Sequence<T> extends Iterable<T> {
  readonly length: number;
  at(index: number): T | undefined;
}

/** A sequence whose items are made when they are read. */
export function sequence<T>(count: () => number, make: (index: number) => T): Sequence<T> {
  return new MadeSequence(count, make);
}

/** The first items of a sequence. */
export function firstOf<T>(all: Sequence<T>, count: number): Sequence<T> {
  return sequence(
    () => count,
    (index) => all.at(index) as T,
  );
}

/**
 * A class, since V8 makes a hidden class for each generator in a closure, which keeps everything in the closure
 * alive until the next full collection.
 */
class MadeSequence<T> implements Sequence<T> {
  private readonly count: () => number;
  private readonly make: (index: number) => T;

  constructor(count: () => number, make: (index: number) => T) {
    this.count = count;
    this.make = make;
  }

  get length(): number {
    return this.count();
  }

  at(index: number): T | undefined {
    return index >= 0 && index < this.count() ? this.make(index) : undefined;
  }

  *[Symbol.iterator](): Iterator<T> {
    for (let index = 0; index < this.count(); index++) yield this.make(index);
  }
}
