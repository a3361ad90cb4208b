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
  /** The tool turns, of the first ones, whose results a window has decided on for good. */
  readonly decidedTurns: number;
  readonly handled: readonly HandledResult[];
}

/** The start of a body that an earlier request had as well: all before one of its replies. */
export interface KnownStart {
  readonly request: KnownRequest;
  /** The number of the reply: what comes from there on is to be read. */
  readonly reply: number;
}

/** Requests that are looked at, those with the longest common start first. */
const MOST_TRIED = 4;

/**
 * The latest request of each conversation. Agents send all that they sent before with every request: what is known of
 * it need not be read again.
 */
export class RecentRequests extends LatestRequests<KnownRequest> {
  /** The longest start of a body that is known, if it has a reply of the model in it. */
  startOf(body: Buffer, format: RequestFormat): KnownStart | undefined {
    let tried = 0;
    for (const { request, common } of this.nearest(body, format)) {
      const reply = request.replies.findLastIndex(({ start }) => start < common);
      if (reply >= 0) return { request, reply };
      if (++tried === MOST_TRIED) break;
    }
    return undefined;
  }
}

/**
 * The start after which a window of this step has something to decide: it ends at a step, so that the window moves
 * through what comes after as it would through all.
 */
export function startOfAct({ request, reply }: KnownStart, every: number): KnownStart | undefined {
  const most = Math.floor(request.decidedTurns / every) * every;
  const at = request.replies.findLastIndex(
    ({ toolTurns }, number) => number <= reply && toolTurns <= most && toolTurns % every === 0,
  );
  return at < 0 ? undefined : { request, reply: at };
}
