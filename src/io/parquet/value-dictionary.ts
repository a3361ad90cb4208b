import { NEW_VALUE } from "./leaf-rows.ts";

/** Values of a page, as `LeafWriter` gathers them. */
interface PageOfValues {
  readonly buffers: readonly Buffer[];
  readonly starts: readonly number[];
  readonly ends: readonly number[];
  readonly indexes: readonly number[];
}

/** The dictionary of a chunk that is written: the values of the one before that are still used, and new ones. */
export class ValueDictionary {
  readonly values = {
    buffers: [] as Buffer[],
    starts: [] as number[],
    ends: [] as number[],
    indexes: [] as number[],
  };
  private readonly most: number;
  private bytes = 0;
  /** The new index of each index of before. */
  private readonly moved = new Map<number, number>();
  private readonly added = new Map<string, number>();

  constructor(most: number) {
    this.most = most;
  }

  get count(): number {
    return this.values.starts.length;
  }

  /** The indexes of a page's values; undefined where one was in no dictionary, or there is no more room. */
  indexesOf(page: PageOfValues): readonly number[] | undefined {
    const { starts, indexes } = page;
    if (this.bytes >= this.most || indexes.some((index) => index < 0 && index !== NEW_VALUE))
      return undefined;
    return starts.map((_, k) => this.indexOf(page, k));
  }

  private indexOf({ buffers, starts, ends, indexes }: PageOfValues, k: number): number {
    const bytes = buffers[k] as Buffer;
    const start = starts[k] as number;
    const end = ends[k] as number;
    const before = indexes[k] as number;
    if (before >= 0) return found(this.moved, before, () => this.add(bytes, start, end));
    return found(this.added, bytes.toString("latin1", start, end), () => {
      const copy = Buffer.from(bytes.subarray(start, end)); // It may lie in a whole line.
      return this.add(copy, 0, copy.length);
    });
  }

  private add(bytes: Buffer, start: number, end: number): number {
    const { values } = this;
    values.buffers.push(bytes);
    values.starts.push(start);
    values.ends.push(end);
    this.bytes += end - start + 4;
    return values.starts.length - 1;
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
