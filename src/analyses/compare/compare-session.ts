import type { Dropping } from "../../reduce/pipeline/reduction.ts";
import { type Placeholders, placeholdersOf } from "../../reduce/placeholders/placeholder.ts";
import { leaveAlone, mayHideCalls, replay } from "../../reduce/replay/replay-transcript.ts";
import type { Replay } from "../../reduce/replay/replayed-prompts.ts";
import { inChars, inTokens, type Requests, requestsOf } from "../../reduce/replay/requests.ts";
import type { TokenCounter } from "../../transcript/model/size.ts";
import type { Transcript } from "../../transcript/model/transcript.ts";
import { averageTurn } from "./average-turn.ts";
import { bill, breakEven, type Prompts } from "./bill.ts";
import type { Price } from "./price.ts";
import { usedObservations } from "./recall/uses.ts";
import { addRecall, drawnFrom, type Recall } from "./recall/window-recall.ts";
import type { ReplayedContext } from "./replayed-context.ts";
import type { Comparison, Estimate, Outcome } from "./result.ts";
import type { SettingToCompare } from "./setting.ts";
import { fitUsage } from "./usage-fit.ts";

/** The settings, prices and options of a comparison. */
export interface Comparing {
  readonly settings: readonly SettingToCompare[];
  readonly price: Price;
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
  const { settings, price } = comparing;
  const { measured, estimate } = measure(session, comparing);
  const { overheadTokens } = estimate;
  const contexts = session.map((context, k) =>
    replayContext(context, measured[k] as Requests, { comparing, dropping }),
  );
  const last = contexts.at(-1) as ReplayedContext;
  const aloneIn = ({ alone }: ReplayedContext) => alone;
  const alonePrompts = promptsOf(contexts, aloneIn);

  const outcomeOf = (name: string, replayIn: (context: ReplayedContext) => Replay): Outcome => {
    const prompts = promptsOf(contexts, replayIn);
    const even = breakEven(prompts, alonePrompts, { price, overheadTokens });
    const { cached, uncached } = bill(prompts, price, { overheadTokens });
    const { tokens, ...final } = replayIn(last).final;
    const recall = recallOf(contexts, replayIn);
    return {
      setting: name,
      tokens: Math.round(tokens),
      ...final,
      promptTokens: Math.round(sum(prompts.sizes) + overheadTokens * prompts.sizes.length),
      peakTokens: Math.round(largest(prompts.sizes) + overheadTokens),
      cachedCost: cached,
      uncachedCost: uncached,
      ...(even !== undefined && { breakEven: even }),
      ...(recall !== undefined && { recall }),
    };
  };
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
      alone: outcomeOf("alone", aloneIn),
      outcomes: settings.map(({ name }, k) => outcomeOf(name, bySetting[k] ?? aloneIn)),
      ...(uses !== undefined && { uses }),
      turn: averageTurn(contexts),
    },
    prompts: [aloneIn, ...bySetting].map((replayIn) =>
      promptsOf(contexts, replayIn).sizes.map((size) => size + overheadTokens),
    ),
    contexts,
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
