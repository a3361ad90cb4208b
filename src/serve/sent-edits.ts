import type { BodySplice } from "../api/live/body-with.ts";
import { LatestRequests } from "../api/live/latest-requests.ts";
import { commonStart } from "../api/live/recent-requests.ts";

/** The edits of the latest request of a conversation, and the body that they are of. */
interface SentRequest {
  readonly conversation: string;
  /** The start of its task, by which it is told from others that have the same calls. */
  readonly task: string;
  readonly body: Uint8Array;
  readonly splices: readonly BodySplice[];
}

/**
 * Knows how the latest requests were edited: of one that begins as such a one did, the edits of that start can be made
 * without reading it. Else a request whose editor is late would change all that was sent before it.
 */
export class SentEdits extends LatestRequests<SentRequest> {
  /** The edits of an earlier request that this one needs as well, by the offsets of this one. */
  of(body: Uint8Array): Pick<SentRequest, "conversation" | "splices"> | undefined {
    const bytes = bufferOf(body);
    const nearest = [...this.values()]
      .map((request) => ({ ...request, common: commonStart(bytes, bufferOf(request.body)) }))
      .sort((a, b) => b.common - a.common)
      .slice(0, MOST_TRIED);
    for (const { conversation, ...request } of nearest) {
      const splices = foundAgain(bytes, request);
      if (splices.length > 0) return { conversation, splices };
    }
    return undefined;
  }
}

/** Requests that are looked at, those with the longest common start first. */
const MOST_TRIED = 4;

/** Bytes before a result that tell it from others with the same text: the id of its call is there. */
const BEFORE_BYTES = 64;

/**
 * The edits whose strings a body has again: in the start that both have in common, or further on, where the marks of
 * caches have moved, the same strings after the same bytes and in the same order.
 */
function foundAgain(
  bytes: Buffer,
  {
    task,
    body,
    splices,
    common,
  }: Pick<SentRequest, "task" | "body" | "splices"> & { readonly common: number },
): readonly BodySplice[] {
  const old = bufferOf(body);
  const isSame = task !== "" && bytes.includes(JSON.stringify(task).slice(1, -1));
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

function bufferOf({ buffer, byteOffset, byteLength }: Uint8Array): Buffer {
  return Buffer.from(buffer, byteOffset, byteLength);
}
