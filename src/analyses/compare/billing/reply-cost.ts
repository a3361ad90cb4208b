import type { Requests } from "../../../reduce/replay/requests.ts";
import { type Price, ratesFor } from "./price.ts";

/** The replies of a session: the same under every setting. */
export interface ReplyCost {
  readonly tokens: number;
  /** US dollars; 0 if the price of output is not known. */
  readonly cost: number;
}

/**
 * The output of a session: for each reply the tokens that its provider counted, reasoning included, else those of
 * the text, reasoning and calls that the session shows.
 */
export function replyCostOf(
  contexts: readonly Requests[],
  { sizes, price }: { readonly sizes: ArrayLike<number>; readonly price: Price },
): ReplyCost {
  let [tokens, cost, request] = [0, 0, 0];
  for (const { transcript, steps, before } of contexts)
    for (const step of steps) {
      const output =
        transcript.usage.get(step + 1)?.output ??
        Math.round(shownReply({ transcript, before }, step));
      tokens += output;
      cost += output * (ratesFor(price, sizes[request] ?? 0).output ?? price.output ?? 0);
      request++;
    }
  return { tokens, cost: cost / 1e6 };
}

/** The tokens of the model's output in the turn after a step. */
export function shownReply(
  { transcript, before }: Pick<Requests, "transcript" | "before">,
  step: number,
): number {
  const { turns } = transcript;
  const end = turns.messagesUpTo(step + 1);
  let tokens = 0;
  for (let message = turns.messagesUpTo(step); message < end; message++) {
    if (transcript.roleOf(message) !== "assistant") continue;
    const next = transcript.firstPartOf(message + 1);
    for (let part = transcript.firstPartOf(message); part < next; part++)
      if (transcript.kindOf(part) !== "observation")
        tokens += (before[part + 1] ?? 0) - (before[part] ?? 0);
  }
  return tokens;
}
