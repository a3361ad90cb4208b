/** A call, by the number of its part. */
interface WaitingCall {
  readonly index: number;
  isTaken: boolean;
}

/** Calls in order, from the first that may be open. */
interface CallQueue {
  readonly calls: WaitingCall[];
  first: number;
}

/**
 * Calls without ids that wait for their results. A result takes the first one of its name, or without a name: a call
 * within the text of a message has none (`""`). One without a name takes the first of all.
 */
export class CallsInOrder {
  private readonly all: CallQueue = { calls: [], first: 0 };
  private readonly byName = new Map<string, CallQueue>();

  add(index: number, name: string | undefined): void {
    const call = { index, isTaken: false };
    this.all.calls.push(call);
    if (name === undefined) return;
    const named = this.byName.get(name);
    if (named === undefined) this.byName.set(name, { calls: [call], first: 0 });
    else named.calls.push(call);
  }

  take(name: string | undefined): number | undefined {
    const own = name === undefined ? firstOpen(this.all) : firstOpen(this.byName.get(name));
    const unnamed = name === undefined ? undefined : firstOpen(this.byName.get(""));
    const isUnnamed = unnamed !== undefined && unnamed.index < (own?.index ?? Number.MAX_VALUE);
    const call = isUnnamed ? unnamed : own;
    if (call !== undefined) call.isTaken = true;
    return call?.index;
  }
}

function firstOpen(queue: CallQueue | undefined): WaitingCall | undefined {
  if (queue === undefined) return undefined;
  while (queue.calls[queue.first]?.isTaken) queue.first++;
  return queue.calls[queue.first];
}
