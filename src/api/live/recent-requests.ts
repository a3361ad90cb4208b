import type { HandledResult } from "./handled-result.ts";
import { LatestRequests, type Neighbour } from "./latest-requests.ts";
import type { RequestFormat } from "./request-format.ts";

/** The message of a request with which a reply of the model begins: no result after it answers a call before it. */
export interface ReplyMark {
  /** Where it begins in the body. */
  readonly start: number;
  /** Set on the last one where it is still to come: after all messages, which end there. */
  readonly isNext?: true;
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
  /** Where its last messages end, in order. */
  readonly ends: readonly number[];
  /** The tool turns, of the first ones, whose results a window has decided on for good. */
  readonly decidedTurns: number;
  readonly handled: readonly HandledResult[];
}

/** The start of a body that an earlier request had as well: all before one of its replies. */
export interface KnownStart {
  readonly request: KnownRequest;
  /** The number of the reply. */
  readonly reply: number;
  /** Where it begins in the body: what comes from there on is to be read. */
  readonly start: number;
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
    for (const near of this.nearest(body, format)) {
      const known = knownStart(body, near);
      if (known !== undefined) return known;
      if (++tried === MOST_TRIED) break;
    }
    return undefined;
  }
}

function knownStart(
  body: Buffer,
  { request, common }: Neighbour<KnownRequest>,
): KnownStart | undefined {
  const { replies } = request;
  const last = lastBefore(replies, common);
  const { start = 0, isNext = false } = replies[last] ?? {};
  const next = isNext ? nextReply(body, start) : undefined;
  if (next !== undefined) return { request, reply: last, start: next };
  const reply = isNext ? last - 1 : last;
  const mark = replies[reply];
  return mark && { request, reply, start: mark.start };
}

/** The last of ascending marks that begins before an offset, or ends all messages there; -1: none does. */
function lastBefore(marks: readonly ReplyMark[], offset: number): number {
  let low = 0;
  let high = marks.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    const { start = 0, isNext = false } = marks[middle] ?? {};
    if (start < offset || (isNext && start === offset)) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}

/** A reply of the model that is the next item of an array, as agents write them. */
const NEXT_REPLY =
  /^[ \t\r\n]*,[ \t\r\n]*(?=\{\s*"(?:role"\s*:\s*"(?:assistant|model)"|type"\s*:\s*"(?:reasoning|function_call)"))/;

const NEXT_BYTES = 200;

/** Where the message after an offset begins, if it is a reply of the model. */
function nextReply(body: Buffer, end: number): number | undefined {
  const [found] = NEXT_REPLY.exec(body.toString("latin1", end, end + NEXT_BYTES)) ?? [];
  return found === undefined ? undefined : end + found.length;
}

/**
 * The start after which a window of this step has something to decide: it ends at a step, so that the window moves
 * through what comes after as it would through all.
 */
export function startOfAct(known: KnownStart, every: number): KnownStart | undefined {
  const { request, reply } = known;
  const most = Math.floor(request.decidedTurns / every) * every;
  const at = request.replies.findLastIndex(
    ({ toolTurns }, number) => number <= reply && toolTurns <= most && toolTurns % every === 0,
  );
  if (at === reply) return known;
  const mark = request.replies[at];
  return mark && { request, reply: at, start: mark.start };
}
