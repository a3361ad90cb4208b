import type { Replay } from "../../reduce/replay/replayed-prompts.ts";
import { askedAgain } from "./asked-again.ts";
import { billRequests, breakEven, type Prompts } from "./billing/bill.ts";
import type { Price } from "./billing/price.ts";
import type { ReplyCost } from "./billing/reply-cost.ts";
import { addRequests, type ExtraRequests } from "./extra-requests.ts";
import { type LostReasoning, lostReasoning, type SentBlock } from "./lost-reasoning.ts";
import { type Recall, sumOfRecalls } from "./recall/recall.ts";
import type { ReplayedContext } from "./replayed-context.ts";
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
export interface AroundPrompts {
  readonly overheads: ArrayLike<number>;
  readonly held: Prompts["held"];
}

/** The outcome of a setting, as each context replays it. Every outcome has the same keys, so that sums are fast. */
export function outcomeOf(
  { name, keepsReasoning = false }: Pick<SettingToCompare, "name" | "keepsReasoning">,
  replays: readonly Replay[],
  { contexts, aloneCosts, blocks, price, around, replies }: AboutSession,
): Outcome {
  const lost = replays.map((replay, k) =>
    lostReasoning(
      (contexts[k] as ReplayedContext).requests,
      keepsReasoning ? [] : (blocks[k] ?? []),
      replay,
    ),
  );
  const { sizes: sent, shared } = promptsOf(replays);
  const { overheads, held } = around;
  // Always the same keys, so that V8 bills them all by one function.
  const prompts = { sizes: sent, shared, overheads, held, again: againIn(contexts, lost) };
  const { tokens: billed, bill, sizes, costs, reasoningCost } = billRequests(prompts, price);
  const { final } = replays.at(-1) as Replay;
  const { recall, shows, summaries } = drawnIn(contexts, replays, { sizes, price });
  const extra = addRequests([shows, summaries]);
  return {
    setting: name,
    tokens: Math.round(final.tokens),
    chars: final.chars,
    maskedCount: final.maskedCount,
    maskedChars: final.maskedChars,
    reductionStage: final.reductionStage,
    fits: final.fits,
    targetMet: final.targetMet,
    promptTokens: Math.round(billed.prompt),
    peakTokens: Math.round(largest(sizes)),
    billed,
    cachedCost: bill.cached,
    uncachedCost: bill.uncached,
    lostBlocks: lost.reduce((all, each) => all + each.blocks, 0),
    againTokens: Math.round(billed.again),
    reasoningCost,
    outputTokens: replies.tokens,
    outputCost: replies.cost,
    shows: shows.count,
    summaries: summaries.count,
    extra: extra.tokens,
    extraCost: extra.cost,
    wholeCost: bill.cached + replies.cost + extra.cost,
    breakEven: breakEven(costs, aloneCosts),
    recall,
  };
}

/** The tokens that are written again at each request of all contexts; undefined where there are none. */
function againIn(
  contexts: readonly ReplayedContext[],
  lost: readonly LostReasoning[],
): ArrayLike<number> | undefined {
  if (lost.every(({ again }) => again === undefined)) return undefined;
  return lost.flatMap(({ again }, k) => again ?? contexts[k]?.requests.steps.map(() => 0) ?? []);
}

/** The prompts of all contexts, one after another. */
export function promptsOf(replays: readonly Replay[]): Pick<Prompts, "sizes" | "shared"> {
  const [only] = replays;
  if (replays.length === 1 && only !== undefined) return { sizes: only.sizes, shared: only.shared };
  return {
    sizes: replays.flatMap(({ sizes }) => [...sizes]),
    shared: replays.flatMap(({ shared }) => [...shared]),
  };
}

/** The recall over all contexts, and the extra requests. */
function drawnIn(
  contexts: readonly ReplayedContext[],
  replays: readonly Replay[],
  { sizes, price }: { readonly sizes: Float64Array; readonly price: Price },
) {
  let from = 0;
  let recall: Recall | undefined;
  const shows: ExtraRequests[] = [];
  const summaries: ExtraRequests[] = [];
  replays.forEach((replay, k) => {
    const { requests, drawn } = contexts[k] as ReplayedContext;
    const own = contexts.length === 1 ? sizes : sizes.subarray(from, from + requests.steps.length);
    from += own.length;
    summaries.push(summaryRequests(requests, replay, price));
    if (drawn === undefined) return;
    const looked = drawn.look(replay);
    recall = recall === undefined ? looked.recall : sumOfRecalls(recall, looked.recall);
    shows.push(askedAgain(requests, looked.needed, { replay, sizes: own, price }));
  });
  return { recall, shows: addRequests(shows), summaries: addRequests(summaries) };
}

function largest(values: Float64Array): number {
  let most = 0;
  for (const value of values) if (value > most) most = value;
  return most;
}
