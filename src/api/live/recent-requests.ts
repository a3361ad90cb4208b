import type { HandledResult } from "./handled-result.ts";
import { LatestRequests, type Neighbour } from "./latest-requests.ts";
import type { RequestFormat } from "./request-format.ts";

/** A message at which a reply of the model begins: no result after it answers a call before it. */
export interface ReplyMark {
  /** Its offset in the body. */
  readonly start: number;
  /** Set on the last mark if the reply is still to come: it is after all messages, which end there. */
  readonly isNext?: true;
  /** The results, tool turns and handled results of all messages before it. */
  readonly results: number;
  readonly toolTurns: number;
  readonly handled: number;
}

/** A request that was read, with the decisions about its results. */
export interface KnownRequest {
  readonly body: Buffer;
  readonly format: RequestFormat;
  readonly conversation: string;
  readonly task: string;
  readonly model: string | undefined;
  readonly replies: readonly ReplyMark[];
  /** The ends of its last messages, in order. */
  readonly ends: readonly number[];
  /** The number of tool turns, from the first, whose results a window has decided for good. */
  readonly decidedTurns: number;
  readonly handled: readonly HandledResult[];
}

/** The part of a body that an earlier request had as well: everything before one of its replies. */
export interface KnownStart {
  readonly request: KnownRequest;
  /** The number of the reply. */
  readonly reply: number;
  /** Its offset in the body: the rest has to be read. */
  readonly start: number;
}

/** The most requests to compare, those with the longest common prefix first. */
const MOST_TRIED = 4;

/**
 * The latest request of each conversation. Agents repeat everything sent before with every request: what is
 * known need not be read again.
 */
export class RecentRequests extends LatestRequests<KnownRequest> {
  /** The longest known start of a body, if it includes a reply of the model. */
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

/**
 * The last of ascending marks that begins before an offset, or ends all messages there; -1 if there is none.
 */
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

/** A reply of the model as the next item of an array, as agents write it. */
const NEXT_REPLY =
  /^[ \t\r\n]*,[ \t\r\n]*(?=\{\s*"(?:role"\s*:\s*"(?:assistant|model)"|type"\s*:\s*"(?:reasoning|function_call)"))/;

const NEXT_BYTES = 200;

/** The start of the message after an offset, if it is a reply of the model. */
function nextReply(body: Buffer, end: number): number | undefined {
  const [found] = NEXT_REPLY.exec(body.toString("latin1", end, end + NEXT_BYTES)) ?? [];
  return found === undefined ? undefined : end + found.length;
}

/**
 * The start after which a window with this step has something to decide: it ends at a step, so that the
 * window moves through the rest as it would through the whole.
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
