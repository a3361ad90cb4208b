import { type BufferPool, bufferPool } from "../../base/buffer-pool.ts";
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
 * The latest request of each conversation: those that came first are forgotten past a number, or bytes of bodies. It has
 * copies of their bodies, in memory that the next ones take over.
 */
export class LatestRequests<R extends KeptRequest> {
  private readonly requests = new Map<string, R>();
  /** Those of each format by their bytes: the neighbours of a body have the longest common starts with it. */
  private readonly sorted = new Map<RequestFormat, R[]>();
  private readonly most: { readonly count: number; readonly bytes: number };
  private readonly pool: BufferPool = bufferPool();
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
    const before = this.taken(conversation)?.body;
    const request = { ...given, body: this.copied(given.body, before) };
    this.requests.set(conversation, request);
    const sorted = this.sorted.get(request.format) ?? [];
    sorted.splice(placeOf(request.body, sorted), 0, request);
    this.sorted.set(request.format, sorted);
    this.bytes += bytesOf(request);
    for (const oldest of this.requests.keys()) {
      if (this.requests.size <= this.most.count && this.bytes <= this.most.bytes) break;
      this.forget(oldest);
    }
  }

  /** Leaves no trace of a conversation's latest request, which is not to be used any more. */
  forget(conversation: string): void {
    const request = this.taken(conversation);
    if (request !== undefined) this.pool.give(request.body);
  }

  /** Takes out a conversation's latest request. */
  private taken(conversation: string): R | undefined {
    const request = this.requests.get(conversation);
    if (request === undefined) return undefined;
    this.requests.delete(conversation);
    this.bytes -= bytesOf(request);
    const sorted = this.sorted.get(request.format);
    sorted?.splice(sorted.indexOf(request), 1);
    return request;
  }

  /** A copy in the memory of the body before, where that has room: it mostly begins as that did. */
  private copied(body: Buffer, before: Buffer | undefined): Buffer {
    const room = before?.buffer.byteLength ?? 0;
    if (before !== undefined && room >= body.length && room <= MOST_SPARE * body.length) {
      const common = commonStart(body, before);
      const own = Buffer.from(before.buffer, 0, body.length);
      body.copy(own, common, common);
      return own;
    }
    // One that comes again grows.
    const spare = before === undefined ? 1 : SPARE;
    const own = this.pool.take(Math.ceil(body.length * spare)).subarray(0, body.length);
    body.copy(own);
    if (before !== undefined) this.pool.give(before);
    return own;
  }
}

/** Room for a body to grow, in parts of its size, and the most of it that is kept for one that has become small. */
const SPARE = 1.25;
const MOST_SPARE = 4;

function bytesOf({ body }: KeptRequest): number {
  return body.buffer.byteLength;
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
