/** The calls of a conversation that are not answered yet, by the numbers of their ids: see `PairFinder`. */
export class OpenCalls {
  /** The part that is the latest open call of an id. */
  private readonly latest = new Map<number, number>();
  /** The same of the call of its id that was open before a call, by the call's part. */
  private readonly before = new Map<number, number>();

  /** A part is a call. */
  add(id: number, part: number): void {
    const before = this.latest.get(id);
    if (before !== undefined) this.before.set(part, before);
    this.latest.set(id, part);
  }

  /** Begins with another conversation. */
  clear(): void {
    this.latest.clear();
    this.before.clear();
  }

  /** Answers the latest call with an id: its part; negative where none is open. */
  take(id: number): number {
    const call = this.latest.get(id);
    if (call === undefined) return -1;
    const before = this.before.size === 0 ? undefined : this.before.get(call);
    if (before === undefined) this.latest.delete(id);
    else this.latest.set(id, before);
    return call;
  }
}
