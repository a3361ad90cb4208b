import type { Arrangement, Found } from "../../transcript/model/arrangement.ts";
import type { Sequence } from "../../transcript/model/sequence.ts";
import { arrangeAll, type Stepwise, stepwiseBefore } from "./arrange-stepwise.ts";

/** The mark before a message with a summary, which replaces everything before it. */
export const SUMMARIZED = "summarized";

/** Arranges messages in file order; those before the last summary no longer reach the model. */
export function arrangeSummarized(found: Sequence<Found>): readonly Arrangement[] {
  return arrangeAll(found, new Summarized());
}

/** The messages as they were before each of several summaries. */
export const summarizedBefore = stepwiseBefore(() => new Summarized());

class Summarized implements Stepwise {
  private messages: number[] = [];
  private dead = 0;

  take({ mark, index }: Found): void {
    if (mark === SUMMARIZED) this.dead = this.messages.length;
    if (mark === undefined) this.messages.push(index);
  }

  arrangements(): readonly Arrangement[] {
    const { messages, dead } = this;
    return [{ messages, dead }];
  }

  bury(): void {
    this.messages = this.messages.slice(this.dead);
    this.dead = 0;
  }
}
