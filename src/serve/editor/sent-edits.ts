import type { BodySplice } from "../../api/live/body-with.ts";
import { commonEnd } from "../../api/live/common-start.ts";
import { LatestRequests, type Neighbour } from "../../api/live/latest-requests.ts";
import type { SettledStart } from "../../api/live/request-editing.ts";
import type { RequestFormat } from "../../api/live/request-format.ts";
import { TASK_CHARS } from "../../api/live/result-key.ts";
import type { EditingOptions } from "./editing.ts";
import { replyMarks } from "./reply-marks.ts";

/** The edits of a conversation's latest request, and the body that they apply to. */
interface SentRequest {
  readonly conversation: string;
  readonly format: RequestFormat;
  /** The start of its task, which distinguishes it from others with the same calls. */
  readonly task: string;
  readonly body: Buffer;
  readonly splices: readonly BodySplice[];
  readonly settled?: SettledStart | undefined;
}

/** Edits of an earlier request, at the offsets of a later one. */
export type KeptEdits = Pick<SentRequest, "conversation" | "splices">;

/**
 * Remembers how the latest requests were edited. For a request with the same start, the edits of that start
 * can be made without reading it. Otherwise a request whose editor is late would change everything that was
 * sent before.
 */
export class SentEdits extends LatestRequests<SentRequest> {
  /** The edits of an earlier request that this one also needs, at the offsets of this one. */
  of(body: Buffer, format: RequestFormat): KeptEdits | undefined {
    let tried = 0;
    for (const near of this.nearest(body, format)) {
      const splices = foundAgain(body, near);
      if (splices.length > 0) return { conversation: near.request.conversation, splices };
      if (++tried === MOST_TRIED) break;
    }
    return undefined;
  }

  /**
   * Whether a request has the same start as an earlier one of its conversation, including a reply of the
   * model.
   */
  knows(body: Buffer, format: RequestFormat): boolean {
    const [near] = this.nearest(body, format);
    const [first = Number.POSITIVE_INFINITY] = near?.request.settled?.ends ?? [];
    return near !== undefined && first <= near.common;
  }

  /**
   * All edits of a request whose start is known and decided, and whose rest is too short for anything that
   * could be edited; undefined: it has to be read.
   */
  settled(
    body: Buffer,
    format: RequestFormat,
    { firstSight = MOST_REST, window }: Pick<EditingOptions, "firstSight" | "window">,
  ): KeptEdits | undefined {
    const [near] = this.nearest(body, format);
    const { settled, splices = [], conversation = "" } = near?.request ?? {};
    if (near === undefined || settled === undefined) return undefined;
    const { common } = near;
    const lastEdit = splices.at(-1)?.end ?? 0;
    const lastEnd = settled.ends.findLast((end) => end <= common);
    if (lastEnd === undefined || lastEdit > common) return undefined;
    const rest = restOf(body, { near, settled, from: Math.max(lastEnd, lastEdit) });
    if (rest.length > firstSight) return undefined;
    // A window also masks small results: then there must be nothing but an addition to everything that was
    // there.
    const isOfWindow = window !== undefined;
    if (isOfWindow && lastEnd !== settled.ends.at(-1)) return undefined;
    if (isOfWindow && replyMarks(rest) >= settled.turnsLeft) return undefined;
    return { conversation, splices };
  }
}

/** The most requests to compare, those with the longest common start first. */
const MOST_TRIED = 4;

/** The most bytes at the end of a request that need not be read, if no large result is edited. */
const MOST_REST = 32 * 1024;

/** The number of bytes that are neither in the decided start nor in the unchanged end after all messages. */
function restOf(
  body: Buffer,
  {
    near: { request, common },
    settled,
    from,
  }: {
    readonly near: Neighbour<SentRequest>;
    readonly settled: SettledStart;
    readonly from: number;
  },
): Buffer {
  const most = Math.min(request.body.length - settled.arrayEnd, body.length - common);
  return body.subarray(from, body.length - commonEnd(body, request.body, most));
}

/**
 * Bytes before a result that distinguish it from others with the same text: they include the id of its call.
 */
const BEFORE_BYTES = 64;

/**
 * The edits whose strings occur in a body again: in the common start, or further on if cache markers have
 * moved, the same strings after the same bytes and in the same order.
 */
function foundAgain(
  bytes: Buffer,
  { request: { task, body: old, splices }, common }: Neighbour<SentRequest>,
): readonly BodySplice[] {
  const isSame = task !== "" && bytes.includes(taskInBody(task));
  const found: BodySplice[] = [];
  let after = common;
  for (const splice of splices) {
    const { start, end } = splice;
    if (end <= common) {
      found.push(splice);
      continue;
    }
    if (!isSame) break;
    const from = Math.max(0, start - BEFORE_BYTES);
    // The earliest possible offset: the bytes before the string may be in the common start.
    const at = bytes.indexOf(old.subarray(from, end), Math.max(0, after - (end - from)));
    const last = found.at(-1)?.end ?? 0;
    const shift = at - from;
    if (at < 0 || start + shift < last) continue;
    found.push({ ...splice, start: start + shift, end: end + shift });
    after = end + shift;
  }
  return found;
}

/**
 * A task as encoded in bodies; one that only begins like another is different. Of a long task only the start
 * is known.
 */
function taskInBody(task: string): string {
  const written = JSON.stringify(task);
  return task.length < TASK_CHARS ? written : written.slice(0, -1);
}
