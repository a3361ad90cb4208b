/** Calls by the numbers of their parts, from the first that may be open. */
interface CallQueue {
  readonly calls: number[];
  first: number;
}

/**
 * The calls of a turn, for results without ids. Such a result takes the first open call of its name, or without a name:
 * a call within the text of a message has none (`""`). One without a name takes the first of all.
 */
export class CallsInOrder {
  /** By name; those of all calls by `undefined`. */
  private readonly queues = new Map<string | undefined, CallQueue>();
  private readonly isAnswered: (call: number) => boolean;

  constructor(isAnswered: (call: number) => boolean) {
    this.isAnswered = isAnswered;
  }

  add(index: number, name: string | undefined): void {
    this.addTo(undefined, index);
    if (name !== undefined) this.addTo(name, index);
  }

  /** The call that a result takes. */
  first(name: string | undefined): number | undefined {
    const first = Math.min(this.firstOf(name), this.firstOf(""));
    return first < NONE ? first : undefined;
  }

  clear(): void {
    this.queues.clear();
  }

  private addTo(name: string | undefined, index: number): void {
    const queue = this.queues.get(name);
    if (queue === undefined) this.queues.set(name, { calls: [index], first: 0 });
    else queue.calls.push(index);
  }

  private firstOf(name: string | undefined): number {
    const queue = this.queues.get(name);
    if (queue === undefined) return NONE;
    const { calls } = queue;
    while (this.isAnswered(calls[queue.first] ?? NONE)) queue.first++;
    return calls[queue.first] ?? NONE;
  }
}

/** No call. */
const NONE = Number.MAX_SAFE_INTEGER;
