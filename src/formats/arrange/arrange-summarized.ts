import type { Arrangement, Found } from "../../transcript/model/arrangement.ts";
import type { Sequence } from "../../transcript/model/sequence.ts";

/** The mark before a message with a summary, which replaces everything before it. */
export const SUMMARIZED = "summarized";

/** Arranges messages in file order; those before the last summary no longer reach the model. */
export function arrangeSummarized(found: Sequence<Found>): readonly Arrangement[] {
  const messages: number[] = [];
  let dead = 0;
  for (const { mark, index } of found) {
    if (mark === SUMMARIZED) dead = messages.length;
    if (mark === undefined) messages.push(index);
  }
  return [{ messages, dead }];
}
