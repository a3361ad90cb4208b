import type { Found } from "../../transcript/model/arrangement.ts";
import type { Sequence } from "../../transcript/model/sequence.ts";
import { arrangeCompacted, COMPACTED_MARKS } from "./arrange-compacted.ts";
import { slicesBefore, withMarks } from "./arrange-slice.ts";

/**
 * Arranges messages before each of several summaries: from the newest request that has a summary, and from the first
 * message that it keeps.
 */
export const compactedBefore = slicesBefore(arrangeCompacted, (found) => {
  const seen = new Seen();
  const isMark = (index: number) => found.at(index)?.mark !== undefined;
  return (end) => withMarks(seen.upTo(found, end).start(), isMark);
});

/** Messages and compactions up to some index. */
class Seen {
  private count = 0;
  /** The first message with an id. */
  private readonly first = new Map<string | undefined, number>();
  /** The summary of a request. */
  private readonly summaries = new Map<string | undefined, number>();
  private readonly compactions: Found[] = [];
  private lastMessage = -1;
  private isReverted = false;

  upTo(found: Sequence<Found>, end: number): this {
    for (; this.count < end; this.count++) this.see(found.at(this.count) as Found);
    return this;
  }

  private see(each: Found): void {
    const { mark, id, index } = each;
    if (mark === undefined) {
      this.lastMessage = index;
      if (!this.first.has(id)) this.first.set(id, index);
    } else if (mark === COMPACTED_MARKS.compaction) this.compactions.push(each);
    else if (mark === COMPACTED_MARKS.summary) this.summaries.set(id, index);
    else if (mark === COMPACTED_MARKS.reverted) this.isReverted = true;
  }

  /** Where that begins which may be live; 0 if all of it may be. */
  start(): number {
    if (this.isReverted) return 0;
    for (let at = this.compactions.length - 1; at >= 0; at--) {
      const { id, parent, index } = this.compactions[at] as Found;
      const summary = this.summaries.get(id);
      const request = this.first.get(id);
      if (id === undefined || summary === undefined || request === undefined) continue;
      const kept = parent === undefined ? request : this.first.get(parent);
      const from = Math.min(kept ?? 0, request, index);
      return summary < from || summary > this.lastMessage ? 0 : from;
    }
    return 0;
  }
}
