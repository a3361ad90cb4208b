import type { Dropping } from "../../reduce/pipeline/reduction.ts";
import { type Placeholders, placeholdersOf } from "../../reduce/placeholders/placeholder.ts";
import { leaveAlone, mayHideCalls, replay } from "../../reduce/replay/replay-transcript.ts";
import type { Replay } from "../../reduce/replay/replayed-prompts.ts";
import { inChars, inTokens, type Requests, requestsOf } from "../../reduce/replay/requests.ts";
import type { TokenCounter } from "../../transcript/model/size.ts";
import type { Transcript } from "../../transcript/model/transcript.ts";
import { averageTurn } from "./average-turn.ts";
import { bill, billedTokens, breakEven, type Prompts } from "./bill.ts";
import { lostReasoning, type SentBlock, sentBlocks } from "./lost-reasoning.ts";
import type { Price } from "./price.ts";
import { modelOf, priceOfModel } from "./price-of-model.ts";
import { usedObservations } from "./recall/uses.ts";
import { addRecall, drawnFrom, type Recall } from "./recall/window-recall.ts";
import type { ReplayedContext } from "./replayed-context.ts";
import type { Comparison, Estimate, Outcome } from "./result.ts";
import type { SettingToCompare } from "./setting.ts";
import { fitUsage } from "./usage-fit.ts";

/** The settings, prices and options of a comparison. */
export interface Comparing {
  readonly settings: readonly SettingToCompare[];
  /** The price of a session whose own is not known, or of all. */
  readonly price: Price;
  /** The prices by which a session is billed at that of its own model; none: all at `price`. */
  readonly prices?: readonly Price[] | undefined;
  /** Counts tokens; none: fitted from the provider's usage, else a quarter of the chars. */
  readonly counter?: TokenCounter | undefined;
  /** Tokens before every prompt; none: fitted from the provider's usage, else 0. */
  readonly overheadTokens?: number | undefined;
  /** Whether it is looked at what later turns drew on. */
  readonly recalls: boolean;
}

/** The part of a session between two compactions. */
export interface SessionContext {
  readonly transcript: Transcript;
  /** Whether a message came after the compaction that it begins with; all did unless said. */
  isNew?(message: number): boolean;
}

/** A comparison, and what figures alone do not hold. */
export interface SessionComparison {
  readonly comparison: Comparison;
  /** The size of every prompt, left alone and then by setting, in tokens, the overhead included. */
  readonly prompts: readonly (readonly number[])[];
  /** The contexts, as each setting replays them. */
  readonly contexts: readonly ReplayedContext[];
}

/**
 * Compares the settings over one session: its contexts, oldest first, of which the last is what is left
 * of it. Where a compaction ended a context, the next one starts with a cache that has nothing but what
 * stands before every prompt. Pure: it sees outlines and texts.
 */
export function compareSession(
  session: readonly SessionContext[],
  comparing: Comparing,
  { dropping = "remove" }: { readonly dropping?: Dropping } = {},
): SessionComparison {
  const { settings, prices } = comparing;
  const model = modelOf(session.map(({ transcript }) => transcript));
  const own = model === undefined || prices === undefined ? undefined : priceOfModel(model, prices);
  const price = own ?? comparing.price;
  const { measured, estimate } = measure(session, comparing);
  const { overheadTokens } = estimate;
  const contexts = session.map((context, k) =>
    replayContext(context, measured[k] as Requests, { comparing, dropping }),
  );
  const last = contexts.at(-1) as ReplayedContext;
  const aloneIn = ({ alone }: ReplayedContext) => alone;
  const alonePrompts = promptsOf(contexts, aloneIn);
  const binding = settings[0]?.policy.rules["bound-reasoning"]?.binding ?? "auto";
  const blocks = contexts.map(({ requests }) => sentBlocks(requests, binding));
  const about = { contexts, alonePrompts, blocks, price, overheadTokens };
  const bySetting = settings.map((_, k) => (context: ReplayedContext) => {
    return context.replays[k] ?? context.alone;
  });
  const { transcript } = last.requests;
  const { turns, messages } = transcript;
  const uses = last.drawn && usedObservations(transcript, last.drawn.uses);
  return {
    comparison: {
      messages: messages.length,
      turns: turns.count,
      toolTurns: turns.toolTurnsUpTo(turns.count),
      contexts: contexts.length,
      requests: alonePrompts.sizes.length,
      estimate,
      ...(model !== undefined && { model }),
      price: price.name,
      alone: outcomeOf({ name: "alone" }, aloneIn, about),
      outcomes: settings.map((setting, k) => outcomeOf(setting, bySetting[k] ?? aloneIn, about)),
      ...(uses !== undefined && { uses }),
      turn: averageTurn(contexts),
    },
    prompts: [aloneIn, ...bySetting].map((replayIn) =>
      promptsOf(contexts, replayIn).sizes.map((size) => size + overheadTokens),
    ),
    contexts,
  };
}

/** The facts of a session that all outcomes share. */
interface AboutSession {
  readonly contexts: readonly ReplayedContext[];
  readonly alonePrompts: Prompts;
  /** The bound blocks of each context. */
  readonly blocks: readonly (readonly SentBlock[])[];
  readonly price: Price;
  readonly overheadTokens: number;
}

/** The outcome of a setting, as each context replays it. */
function outcomeOf(
  { name, keepsReasoning = false }: Pick<SettingToCompare, "name" | "keepsReasoning">,
  replayIn: (context: ReplayedContext) => Replay,
  { contexts, alonePrompts, blocks, price, overheadTokens }: AboutSession,
): Outcome {
  const lost = contexts.map((context, k) =>
    lostReasoning(context.requests, keepsReasoning ? [] : (blocks[k] ?? []), replayIn(context)),
  );
  const again = lost.flatMap((each) => each.again);
  const prompts = { ...promptsOf(contexts, replayIn), again };
  const even = breakEven(prompts, alonePrompts, { price, overheadTokens });
  const { cached, uncached } = bill(prompts, price, { overheadTokens });
  const ofInput = bill({ ...prompts, again: [] }, price, { overheadTokens });
  const { tokens, ...final } = replayIn(contexts.at(-1) as ReplayedContext).final;
  const recall = recallOf(contexts, replayIn);
  return {
    setting: name,
    tokens: Math.round(tokens),
    ...final,
    promptTokens: Math.round(sum(prompts.sizes) + overheadTokens * prompts.sizes.length),
    peakTokens: Math.round(largest(prompts.sizes) + overheadTokens),
    billed: billedTokens(prompts, { overheadTokens }),
    cachedCost: cached,
    uncachedCost: uncached,
    lostBlocks: sum(lost.map((each) => each.blocks)),
    againTokens: Math.round(sum(again)),
    reasoningCost: cached - ofInput.cached,
    ...(even !== undefined && { breakEven: even }),
    ...(recall !== undefined && { recall }),
  };
}

/** The requests of every context in tokens, and how those were counted. */
function measure(
  session: readonly SessionContext[],
  { counter, overheadTokens }: Comparing,
): { readonly measured: readonly Requests[]; readonly estimate: Estimate } {
  const inAll = (unit: TokenCounter) =>
    session.map(({ transcript, isNew }) => requestsOf(transcript, unit, isNew));
  const chars = inAll(inChars);
  const fit = fitUsage(chars);
  const about = {
    overheadTokens: overheadTokens ?? fit?.overheadTokens ?? 0,
    usages: fit?.usages ?? 0,
  };
  if (counter === undefined) {
    const tokensPerChar = fit?.tokensPerChar ?? 1 / 4;
    const by = fit === undefined ? "chars4" : "usage";
    const measured = chars.map((requests) => inTokens(requests, tokensPerChar, by));
    return { measured, estimate: { by, charsPerToken: 1 / tokensPerChar, ...about } };
  }
  const measured = inAll(counter);
  const [total, tokens] = [totalOf(chars), totalOf(measured)];
  const charsPerToken = tokens === 0 ? 4 : total / tokens;
  return { measured, estimate: { by: counter.name, charsPerToken, ...about } };
}

function totalOf(all: readonly Requests[]): number {
  return all.reduce((total, { before }) => total + (before.at(-1) ?? 0), 0);
}

function replayContext(
  { transcript, isNew }: SessionContext,
  requests: Requests,
  { comparing, dropping }: { readonly comparing: Comparing; readonly dropping: Dropping },
): ReplayedContext {
  const { settings, recalls } = comparing;
  const shared = new Map<string, Placeholders>();
  const mayDrop = settings.some(({ policy }) => mayHideCalls(policy));
  return {
    requests,
    alone: leaveAlone(requests),
    replays: settings.map(({ policy, family }) => {
      const placeholders = shared.get(family) ?? held(placeholdersOf(transcript, policy));
      shared.set(family, placeholders);
      return replay(requests, policy, { dropping, placeholders });
    }),
    drawn: recalls
      ? drawnFrom(transcript, { mayDrop, ...(isNew !== undefined && { isNew }) })
      : undefined,
  };
}

/** The same placeholders, each made once. */
function held({ textFor, isMasked, refOf }: Placeholders): Placeholders {
  const texts = new Map<number, string | undefined>();
  return {
    isMasked,
    refOf,
    textFor(part) {
      const { index } = part;
      const known = texts.get(index);
      if (known !== undefined || texts.has(index)) return known;
      const text = textFor(part);
      texts.set(index, text);
      return text;
    },
  };
}

/** The prompts of all contexts, one after another. */
function promptsOf(
  contexts: readonly ReplayedContext[],
  replayIn: (context: ReplayedContext) => Replay,
): { readonly [K in keyof Prompts]: readonly number[] } {
  const replays = contexts.map(replayIn);
  return {
    sizes: replays.flatMap(({ sizes }) => [...sizes]),
    shared: replays.flatMap(({ shared }) => [...shared]),
  };
}

function recallOf(
  contexts: readonly ReplayedContext[],
  replayIn: (context: ReplayedContext) => Replay,
): Recall | undefined {
  return contexts.reduce<Recall | undefined>((all, context) => {
    const recall = context.drawn?.recall(replayIn(context));
    return recall === undefined ? all : addRecall(all, recall);
  }, undefined);
}

function sum(values: readonly number[]): number {
  return values.reduce((all, value) => all + value, 0);
}

function largest(values: readonly number[]): number {
  return values.reduce((most, value) => Math.max(most, value), 0);
}
