/** What arrays have and a view over something more compact can have as well. */
export interface Sequence<T> extends Iterable<T> {
  readonly length: number;
  at(index: number): T | undefined;
}
