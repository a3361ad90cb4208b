/** The unanswered calls of a conversation, by the numbers of their ids: see `PairFinder`. */
export class OpenCalls {
  /** By id: the part of its latest open call. */
  private readonly latest = new Map<number, number>();
  /** By call part: the part of the earlier open call with the same id. */
  private readonly before = new Map<number, number>();

  /** Adds a call. */
  add(id: number, part: number): void {
    const before = this.latest.get(id);
    if (before !== undefined) this.before.set(part, before);
    this.latest.set(id, part);
  }

  /** Starts another conversation. */
  clear(): void {
    this.latest.clear();
    this.before.clear();
  }

  /** Closes the latest open call with an id, and returns its part; negative if none is open. */
  take(id: number): number {
    const call = this.latest.get(id);
    if (call === undefined) return -1;
    const before = this.before.size === 0 ? undefined : this.before.get(call);
    if (before === undefined) this.latest.delete(id);
    else this.latest.set(id, before);
    return call;
  }
}
