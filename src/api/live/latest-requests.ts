/** A request as it is kept: its body, and the conversation that it is of. */
interface KeptRequest {
  readonly conversation: string;
  readonly body: Uint8Array;
}

/** The latest request of each conversation: those that came first are forgotten past a number, or bytes of bodies. */
export class LatestRequests<R extends KeptRequest> {
  private readonly requests = new Map<string, R>();
  private readonly most: { readonly count: number; readonly bytes: number };
  private bytes = 0;

  constructor(most = { count: 64, bytes: 128 * 1024 * 1024 }) {
    this.most = most;
  }

  /** From the oldest to the newest. */
  values(): Iterable<R> {
    return this.requests.values();
  }

  add(request: R): void {
    this.forget(request.conversation);
    this.requests.set(request.conversation, request);
    this.bytes += request.body.length;
    for (const oldest of this.requests.keys()) {
      if (this.requests.size <= this.most.count && this.bytes <= this.most.bytes) break;
      this.forget(oldest);
    }
  }

  /** Leaves no trace of a conversation's latest request. */
  forget(conversation: string): void {
    const request = this.requests.get(conversation);
    if (request === undefined) return;
    this.requests.delete(conversation);
    this.bytes -= request.body.length;
  }
}
