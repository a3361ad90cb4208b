import { NEW_VALUE } from "./leaf-rows.ts";
import { PlainValues } from "./plain-values.ts";
import type { Leaf } from "./schema.ts";

/** The dictionary of a chunk that is written: the values of the one before that are still used, and new ones. */
export class ValueDictionary {
  readonly values: PlainValues;
  private readonly most: number;
  /** The new index of each index of before. */
  private readonly moved = new Map<number, number>();
  private readonly added = new Map<string, number>();

  constructor(leaf: Leaf, most: number) {
    this.values = new PlainValues(leaf);
    this.most = most;
  }

  get count(): number {
    return this.values.count;
  }

  /**
   * The indexes of a page's values, which had these in the dictionary before; undefined where one was in none, or there
   * is no more room.
   */
  indexesOf(page: PlainValues, before: Int32Array): Int32Array | undefined {
    if (this.values.size >= this.most || before.some((index) => index < 0 && index !== NEW_VALUE))
      return undefined;
    return before.map((index, k) => this.indexOf(page, k, index));
  }

  private indexOf(page: PlainValues, k: number, before: number): number {
    const start = page.starts[k] as number;
    const end = page.ends[k] as number;
    const add = () => {
      this.values.add(page.bytes, start, end);
      return this.values.count - 1;
    };
    return before >= 0
      ? found(this.moved, before, add)
      : found(this.added, page.bytes.toString("latin1", start, end), add);
  }
}

function found<K>(map: Map<K, number>, key: K, make: () => number): number {
  let index = map.get(key);
  if (index === undefined) {
    index = make();
    map.set(key, index);
  }
  return index;
}
