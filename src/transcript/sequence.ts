/** What arrays have and a view over something more compact can have as well. */
export interface Sequence<T> extends Iterable<T> {
  readonly length: number;
  at(index: number): T | undefined;
}

/** A sequence whose items are made when they are asked for. */
export function sequence<T>(count: () => number, make: (index: number) => T): Sequence<T> {
  return {
    get length() {
      return count();
    },
    at: (index) => (index >= 0 && index < count() ? make(index) : undefined),
    *[Symbol.iterator]() {
      for (let index = 0; index < count(); index++) yield make(index);
    },
  };
}

/** The first items of a sequence. */
export function firstOf<T>(all: Sequence<T>, count: number): Sequence<T> {
  return sequence(
    () => count,
    (index) => all.at(index) as T,
  );
}
