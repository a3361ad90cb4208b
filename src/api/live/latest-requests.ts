import { type BufferPool, bufferPool } from "../../base/buffer-pool.ts";
import { commonStart } from "./common-start.ts";
import type { RequestFormat } from "./request-format.ts";

/** A stored request: its body, and its conversation. */
interface KeptRequest {
  readonly conversation: string;
  readonly format: RequestFormat;
  readonly body: Buffer;
}

/** A request, and the length of its common prefix with a body. */
export interface Neighbour<R> {
  readonly request: R;
  readonly common: number;
}

/**
 * The latest request of each conversation; the oldest are forgotten beyond a number, or bytes of bodies. It
 * copies their bodies into memory that later ones reuse.
 */
export class LatestRequests<R extends KeptRequest> {
  private readonly requests = new Map<string, R>();
  /**
   * The requests of each format, sorted by their bytes: a body's neighbours have the longest common prefixes
   * with it.
   */
  private readonly sorted = new Map<RequestFormat, R[]>();
  private readonly most: { readonly count: number; readonly bytes: number };
  private readonly pool: BufferPool = bufferPool();
  private bytes = 0;

  constructor(most = { count: 256, bytes: 128 * 1024 * 1024 }) {
    this.most = most;
  }

  /** The requests of a format, those with the longest common prefix first. */
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

  /** Stores a request. The previous one of its conversation must not be used any more. */
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

  /** Removes a conversation's latest request, which must not be used any more. */
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

  /** A copy in the memory of the previous body, if that has room: most bodies extend the previous one. */
  private copied(body: Buffer, before: Buffer | undefined): Buffer {
    const room = before?.buffer.byteLength ?? 0;
    if (before !== undefined && room >= body.length && room <= MOST_SPARE * body.length) {
      const common = commonStart(body, before);
      const own = Buffer.from(before.buffer, 0, body.length);
      body.copy(own, common, common);
      return own;
    }
    // A conversation that continues grows.
    const spare = before === undefined ? 1 : SPARE;
    const own = this.pool.take(Math.ceil(body.length * spare)).subarray(0, body.length);
    body.copy(own);
    if (before !== undefined) this.pool.give(before);
    return own;
  }
}

/**
 * Room for a body to grow, as a multiple of its size; and the most such room to keep for one that has become
 * small.
 */
const SPARE = 1.25;
const MOST_SPARE = 4;

function bytesOf({ body }: KeptRequest): number {
  return body.buffer.byteLength;
}

/** How many of the sorted requests come before a body. */
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
