import { commonStart } from "./common-start.ts";
import type { RequestFormat } from "./request-format.ts";

/** A request as it is kept: its body, and the conversation that it is of. */
interface KeptRequest {
  readonly conversation: string;
  readonly format: RequestFormat;
  readonly body: Buffer;
}

/** A request, and the number of bytes at its start that a body has as well. */
export interface Neighbour<R> {
  readonly request: R;
  readonly common: number;
}

/**
 * The latest request of each conversation: those that came first are forgotten past a number, or bytes of bodies. Their
 * bodies must not change. From the second of a conversation on they are copied to memory that the next one takes over: a
 * body that is kept for as long as an agent needs for its next step would be let go of late.
 */
export class LatestRequests<R extends KeptRequest> {
  private readonly requests = new Map<string, R>();
  /** Those of each format by their bytes: the neighbours of a body have the longest common starts with it. */
  private readonly sorted = new Map<RequestFormat, R[]>();
  private readonly most: { readonly count: number; readonly bytes: number };
  /** Memory for the bodies of conversations that had several requests: no others use it. */
  private readonly memory = new Map<string, Buffer>();
  private bytes = 0;

  constructor(most = { count: 256, bytes: 128 * 1024 * 1024 }) {
    this.most = most;
  }

  /** The requests of a format, those with the longest common start first. */
  *nearest(body: Buffer, format: RequestFormat): Iterable<Neighbour<R>> {
    const sorted = this.sorted.get(format) ?? [];
    const at = placeOf(body, sorted);
    let before = neighbour(body, sorted, at - 1);
    let after = neighbour(body, sorted, at);
    for (let left = at - 1, right = at; before !== undefined || after !== undefined; ) {
      if (before !== undefined && before.common >= (after?.common ?? 0)) {
        yield before;
        before = neighbour(body, sorted, --left);
      } else if (after !== undefined) {
        yield after;
        after = neighbour(body, sorted, ++right);
      }
    }
  }

  /** Keeps a request. The one that was kept of its conversation is not to be used any more. */
  add(given: R): void {
    const { conversation } = given;
    const before = this.requests.get(conversation)?.body;
    const memory = this.memory.get(conversation);
    this.forget(conversation);
    const body = before === undefined ? given.body : this.copied(given, { before, memory });
    const request = { ...given, body };
    this.requests.set(conversation, request);
    const sorted = this.sorted.get(request.format) ?? [];
    sorted.splice(placeOf(request.body, sorted), 0, request);
    this.sorted.set(request.format, sorted);
    this.bytes += this.bytesOf(request);
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
    this.bytes -= this.bytesOf(request);
    this.memory.delete(conversation);
    const sorted = this.sorted.get(request.format);
    sorted?.splice(sorted.indexOf(request), 1);
  }

  private bytesOf({ conversation, body }: KeptRequest): number {
    return (this.memory.get(conversation) ?? body).length;
  }

  /** A copy in the memory of the body before, where that has room: it mostly begins as that did. */
  private copied(
    { conversation, body }: KeptRequest,
    { before, memory }: { readonly before: Buffer; readonly memory: Buffer | undefined },
  ): Buffer {
    const room = memory?.length ?? 0;
    const fits = room >= body.length && room <= MOST_SPARE * body.length;
    const own = memory !== undefined && fits ? memory : roomFor(body);
    const common = own === memory ? commonStart(body, before) : 0;
    body.copy(own, common, common);
    this.memory.set(conversation, own);
    return own.subarray(0, body.length);
  }
}

/** Room for a body to grow, in parts of its size, and the most of it that is kept for one that has become small. */
const SPARE = 0.25;
const MOST_SPARE = 4;

function roomFor(body: Buffer): Buffer {
  return Buffer.allocUnsafeSlow(Math.ceil(body.length * (1 + SPARE)));
}

/** The number of those that come before a body. */
function placeOf(body: Buffer, sorted: readonly KeptRequest[]): number {
  let low = 0;
  let high = sorted.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (Buffer.compare(sorted[middle]?.body ?? body, body) < 0) low = middle + 1;
    else high = middle;
  }
  return low;
}

function neighbour<R extends KeptRequest>(
  body: Buffer,
  sorted: readonly R[],
  at: number,
): Neighbour<R> | undefined {
  const request = sorted[at];
  return request && { request, common: commonStart(body, request.body) };
}
