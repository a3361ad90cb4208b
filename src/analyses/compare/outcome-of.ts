import type { Replay } from "../../reduce/replay/replayed-prompts.ts";
import { askedAgain } from "./asked-again.ts";
import { billRequests, breakEven, type Prompts } from "./bill.ts";
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
  /** The cost of each request, history left alone. */
  readonly aloneCosts: Float64Array;
  /** The bound blocks of each context. */
  readonly blocks: readonly (readonly SentBlock[])[];
  readonly price: Price;
  /** The facts of prompts beyond the transcript, for every setting. */
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
  { contexts, aloneCosts, blocks, price, around, replies }: AboutSession,
): Outcome {
  const lost = contexts.map((context, k) =>
    lostReasoning(context.requests, keepsReasoning ? [] : (blocks[k] ?? []), replayIn(context)),
  );
  const again = joined(lost.map((each) => each.again));
  const prompts = { ...promptsOf(contexts, replayIn), ...around, again };
  const { tokens: billed, bill, ...requests } = billRequests(prompts, price);
  const { sizes } = requests;
  const even = breakEven(requests.costs, aloneCosts);
  const { tokens, ...final } = replayIn(contexts.at(-1) as ReplayedContext).final;
  const { recall, shows, summaries } = drawnIn(contexts, replayIn, { sizes, price });
  const extra = addRequests([shows, summaries]);
  return {
    setting: name,
    tokens: Math.round(tokens),
    ...final,
    promptTokens: Math.round(billed.prompt),
    peakTokens: Math.round(largest(sizes)),
    billed,
    cachedCost: bill.cached,
    uncachedCost: bill.uncached,
    lostBlocks: sum(lost.map((each) => each.blocks)),
    againTokens: Math.round(billed.again),
    reasoningCost: requests.reasoningCost,
    outputTokens: replies.tokens,
    outputCost: replies.cost,
    shows: shows.count,
    summaries: summaries.count,
    extra: extra.tokens,
    extraCost: extra.cost,
    wholeCost: bill.cached + replies.cost + extra.cost,
    ...(even !== undefined && { breakEven: even }),
    ...(recall !== undefined && { recall }),
  };
}

/** The prompts of all contexts, one after another. */
export function promptsOf(
  contexts: readonly ReplayedContext[],
  replayIn: (context: ReplayedContext) => Replay,
): Pick<Prompts, "sizes" | "shared"> {
  const replays = contexts.map(replayIn);
  return {
    sizes: joined(replays.map(({ sizes }) => sizes)),
    shared: joined(replays.map(({ shared }) => shared)),
  };
}

/** Concatenates lists of numbers; most sessions have one context. */
function joined(lists: readonly ArrayLike<number>[]): ArrayLike<number> {
  const [only] = lists;
  return lists.length === 1 && only !== undefined
    ? only
    : lists.flatMap((list) => Array.from(list));
}

/** The recall over all contexts, and the extra requests. */
function drawnIn(
  contexts: readonly ReplayedContext[],
  replayIn: (context: ReplayedContext) => Replay,
  { sizes, price }: { readonly sizes: Float64Array; readonly price: Price },
) {
  let from = 0;
  let recall: RecallSum | undefined;
  const shows: ExtraRequests[] = [];
  const summaries: ExtraRequests[] = [];
  for (const context of contexts) {
    const { requests, drawn } = context;
    const own = sizes.subarray(from, from + requests.steps.length);
    const replay = replayIn(context);
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

function largest(values: Float64Array): number {
  return values.reduce((most, value) => Math.max(most, value), 0);
}
