import type { BodySplice } from "../api/live/body-with.ts";
import { commonEnd } from "../api/live/common-start.ts";
import { LatestRequests, type Neighbour } from "../api/live/latest-requests.ts";
import type { SettledStart } from "../api/live/request-editing.ts";
import type { RequestFormat } from "../api/live/request-format.ts";
import { TASK_CHARS } from "../api/live/result-key.ts";
import type { EditingOptions } from "./editing.ts";
import { replyMarks } from "./reply-marks.ts";

/** The edits of the latest request of a conversation, and the body that they are of. */
interface SentRequest {
  readonly conversation: string;
  readonly format: RequestFormat;
  /** The start of its task, by which it is told from others that have the same calls. */
  readonly task: string;
  readonly body: Buffer;
  readonly splices: readonly BodySplice[];
  readonly settled?: SettledStart | undefined;
}

/** Edits of an earlier request, by the offsets of a later one. */
export type KeptEdits = Pick<SentRequest, "conversation" | "splices">;

/**
 * Knows how the latest requests were edited: of one that begins as such a one did, the edits of that start can be made
 * without reading it. Else a request whose editor is late would change all that was sent before it.
 */
export class SentEdits extends LatestRequests<SentRequest> {
  /** The edits of an earlier request that this one needs as well, by the offsets of this one. */
  of(body: Buffer, format: RequestFormat): KeptEdits | undefined {
    let tried = 0;
    for (const near of this.nearest(body, format)) {
      const splices = foundAgain(body, near);
      if (splices.length > 0) return { conversation: near.request.conversation, splices };
      if (++tried === MOST_TRIED) break;
    }
    return undefined;
  }

  /** Whether a request begins as an earlier one of its conversation did, with a reply of the model. */
  knows(body: Buffer, format: RequestFormat): boolean {
    const [near] = this.nearest(body, format);
    const [first = Number.POSITIVE_INFINITY] = near?.request.settled?.ends ?? [];
    return near !== undefined && first <= near.common;
  }

  /**
   * All edits of a request whose start is known and decided on, and whose rest is too short for anything that could be
   * edited; undefined: it has to be read.
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
    // A window also masks what is small: there must be nothing but what was added to all that was there.
    const isOfWindow = window !== undefined;
    if (isOfWindow && lastEnd !== settled.ends.at(-1)) return undefined;
    if (isOfWindow && replyMarks(rest) >= settled.turnsLeft) return undefined;
    return { conversation, splices };
  }
}

/** Requests that are looked at, those with the longest common start first. */
const MOST_TRIED = 4;

/** The bytes at the end of a request that are not read at most, where no large result is edited. */
const MOST_REST = 32 * 1024;

/** The bytes that are neither in the decided start, nor among those that come after all messages and are as before. */
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

/** Bytes before a result that tell it from others with the same text: the id of its call is there. */
const BEFORE_BYTES = 64;

/**
 * The edits whose strings a body has again: in the start that both have in common, or further on, where the marks of
 * caches have moved, the same strings after the same bytes and in the same order.
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
    // From where it could be at the earliest: what is before the string may lie in the common start.
    const at = bytes.indexOf(old.subarray(from, end), Math.max(0, after - (end - from)));
    const last = found.at(-1)?.end ?? 0;
    const shift = at - from;
    if (at < 0 || start + shift < last) continue;
    found.push({ ...splice, start: start + shift, end: end + shift });
    after = end + shift;
  }
  return found;
}

/** A task as bodies have it; one that begins as another does is another. Of a long one only the start is known. */
function taskInBody(task: string): string {
  const written = JSON.stringify(task);
  return task.length < TASK_CHARS ? written : written.slice(0, -1);
}
