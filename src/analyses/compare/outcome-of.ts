import type { Replay } from "../../reduce/replay/replayed-prompts.ts";
import { askedAgain } from "./asked-again.ts";
import { bill, billedTokens, breakEven, type Prompts, wholeSizes } from "./bill.ts";
import { addRequests, type ExtraRequests } from "./extra-requests.ts";
import { lostReasoning, type SentBlock } from "./lost-reasoning.ts";
import type { Price } from "./price.ts";
import { addRecall, noRecall, type RecallSum, recallOf } from "./recall/recall.ts";
import type { ReplayedContext } from "./replayed-context.ts";
import type { ReplyCost } from "./reply-cost.ts";
import type { Outcome } from "./result.ts";
import type { SettingToCompare } from "./setting.ts";
import { summaryRequests } from "./summary-requests.ts";

/** The facts of a session that all outcomes share. */
export interface AboutSession {
  readonly contexts: readonly ReplayedContext[];
  readonly alonePrompts: Prompts;
  /** The bound blocks of each context. */
  readonly blocks: readonly (readonly SentBlock[])[];
  readonly price: Price;
  /** The facts of prompts besides the transcript, for every setting. */
  readonly around: AroundPrompts;
  /** The tokens of all replies, and their cost. */
  readonly replies: ReplyCost;
}

/** The facts of prompts that no setting changes. */
export type AroundPrompts = Pick<Prompts, "overheads" | "held">;

/** The outcome of a setting, as each context replays it. */
export function outcomeOf(
  { name, keepsReasoning = false }: Pick<SettingToCompare, "name" | "keepsReasoning">,
  replayIn: (context: ReplayedContext) => Replay,
  { contexts, alonePrompts, blocks, price, around, replies }: AboutSession,
): Outcome {
  const lost = contexts.map((context, k) =>
    lostReasoning(context.requests, keepsReasoning ? [] : (blocks[k] ?? []), replayIn(context)),
  );
  const again = lost.flatMap((each) => each.again);
  const prompts = { ...promptsOf(contexts, replayIn), ...around, again };
  const even = breakEven(prompts, alonePrompts, { price });
  const { cached, uncached } = bill(prompts, price);
  const ofInput = bill({ ...prompts, again: [] }, price);
  const { tokens, ...final } = replayIn(contexts.at(-1) as ReplayedContext).final;
  const { recall, shows, summaries } = drawnIn(contexts, replayIn, { prompts, price });
  const extra = addRequests([shows, summaries]);
  return {
    setting: name,
    tokens: Math.round(tokens),
    ...final,
    promptTokens: Math.round(sum(wholeSizes(prompts))),
    peakTokens: Math.round(largest(wholeSizes(prompts))),
    billed: billedTokens(prompts),
    cachedCost: cached,
    uncachedCost: uncached,
    lostBlocks: sum(lost.map((each) => each.blocks)),
    againTokens: Math.round(sum(again)),
    reasoningCost: cached - ofInput.cached,
    outputTokens: replies.tokens,
    outputCost: replies.cost,
    shows: shows.count,
    summaries: summaries.count,
    extra: extra.tokens,
    extraCost: extra.cost,
    wholeCost: cached + replies.cost + extra.cost,
    ...(even !== undefined && { breakEven: even }),
    ...(recall !== undefined && { recall }),
  };
}

/** The prompts of all contexts, one after another. */
export function promptsOf(
  contexts: readonly ReplayedContext[],
  replayIn: (context: ReplayedContext) => Replay,
): { readonly sizes: readonly number[]; readonly shared: readonly number[] } {
  const replays = contexts.map(replayIn);
  return {
    sizes: replays.flatMap(({ sizes }) => [...sizes]),
    shared: replays.flatMap(({ shared }) => [...shared]),
  };
}

/** The recall over all contexts, and the requests that would have come on top. */
function drawnIn(
  contexts: readonly ReplayedContext[],
  replayIn: (context: ReplayedContext) => Replay,
  { prompts, price }: { readonly prompts: Prompts; readonly price: Price },
) {
  const sizes = wholeSizes(prompts);
  let from = 0;
  let recall: RecallSum | undefined;
  const shows: ExtraRequests[] = [];
  const summaries: ExtraRequests[] = [];
  for (const { requests, drawn, ...context } of contexts) {
    const own = sizes.slice(from, from + requests.steps.length);
    const replay = replayIn({ requests, drawn, ...context });
    from += own.length;
    summaries.push(summaryRequests(requests, replay, price));
    const looked = drawn?.look(replay);
    if (looked === undefined) continue;
    recall ??= noRecall();
    addRecall(recall, looked.recall);
    shows.push(askedAgain(requests, looked.needed, { replay, sizes: own, price }));
  }
  return {
    recall: recall && recallOf(recall),
    shows: addRequests(shows),
    summaries: addRequests(summaries),
  };
}

function sum(values: readonly number[]): number {
  return values.reduce((all, value) => all + value, 0);
}

function largest(values: readonly number[]): number {
  return values.reduce((most, value) => Math.max(most, value), 0);
}
