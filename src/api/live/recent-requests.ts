import type { HandledResult } from "./handled-result.ts";
import { LatestRequests } from "./latest-requests.ts";
import type { RequestFormat } from "./request-format.ts";

/** The message of a request with which a reply of the model begins: no result after it answers a call before it. */
export interface ReplyMark {
  /** Where it begins in the body. */
  readonly start: number;
  /** The results, tool turns and handled results of all messages before it. */
  readonly results: number;
  readonly toolTurns: number;
  readonly handled: number;
}

/** A request that was read, with the decisions on its results. */
export interface KnownRequest {
  readonly body: Buffer;
  readonly format: RequestFormat;
  readonly conversation: string;
  readonly task: string;
  readonly model: string | undefined;
  readonly replies: readonly ReplyMark[];
  readonly handled: readonly HandledResult[];
}

/** The start of a body that an earlier request had as well: all before one of its replies. */
export interface KnownStart {
  readonly request: KnownRequest;
  /** The number of the reply: what comes from there on is to be read. */
  readonly reply: number;
}

/**
 * The latest request of each conversation. Agents send all that they sent before with every request: what is known of
 * it need not be read again.
 */
export class RecentRequests extends LatestRequests<KnownRequest> {
  /** The longest start of a body that is known, if it has a reply of the model in it. */
  startOf(body: Buffer, format: RequestFormat): KnownStart | undefined {
    let best: KnownRequest | undefined;
    let longest = 0;
    for (const request of this.values()) {
      if (request.format !== format) continue;
      const common = commonStart(body, request.body);
      if (common <= longest || common <= (request.replies[0]?.start ?? common)) continue;
      longest = common;
      best = request;
    }
    if (best === undefined) return undefined;
    return { request: best, reply: best.replies.findLastIndex(({ start }) => start < longest) };
  }
}

/** Bytes that are compared at once. */
const STRETCH = 64 * 1024;

/** The number of first bytes that two have in common. */
export function commonStart(one: Buffer, other: Buffer): number {
  const most = Math.min(one.length, other.length);
  let at = 0;
  for (let length = STRETCH; length > 0; length >>= 1) {
    for (let end = at + length; end <= most; end += length) {
      if (one.compare(other, at, end, at, end) !== 0) break;
      at = end;
    }
  }
  return at;
}
