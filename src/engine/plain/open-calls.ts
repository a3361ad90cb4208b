/** The calls of a conversation that are not answered yet, by the numbers of their ids: see `PairFinder`. */
export class OpenCalls {
  /** One more than the part that is the latest open call of an id; 0 for none. */
  private latest = new Int32Array(64);
  /** The same of the call of its id that was open before a call, by the call's part. */
  private readonly before = new Map<number, number>();
  private readonly ids: number[] = [];

  /** A part is a call. */
  add(id: number, part: number): void {
    if (id >= this.latest.length) this.grow(id);
    const before = this.latest[id] ?? 0;
    if (before !== 0) this.before.set(part, before);
    this.latest[id] = part + 1;
    this.ids.push(id);
  }

  /** Begins with another conversation. */
  clear(): void {
    for (const id of this.ids) this.latest[id] = 0;
    this.ids.length = 0;
    this.before.clear();
  }

  /** Answers the latest call with an id: its part; negative where none is open. */
  take(id: number): number {
    const call = (this.latest[id] ?? 0) - 1;
    if (call >= 0) this.latest[id] = this.before.size === 0 ? 0 : (this.before.get(call) ?? 0);
    return call;
  }

  private grow(id: number): void {
    const larger = new Int32Array(Math.max(id + 1, this.latest.length * 2));
    larger.set(this.latest);
    this.latest = larger;
  }
}
