import type { Placeholders } from "../reduce/placeholder.ts";
import { placeholdersOf } from "../reduce/placeholder.ts";
import type { Dropping } from "../reduce/reduction.ts";
import { hasBudget, leaveAlone, type Replay, replay } from "../reduce/replay/replay.ts";
import { inChars, inTokens, type Requests, requestsOf } from "../reduce/replay/requests.ts";
import type { TokenCounter } from "../transcript/size.ts";
import type { Transcript } from "../transcript/transcript.ts";
import { averageTurn } from "./average-turn.ts";
import { bill, breakEven } from "./bill.ts";
import type { Comparison, Estimate, Outcome } from "./comparison.ts";
import type { Price } from "./price.ts";
import { type Drawn, drawnFrom } from "./recall/recall.ts";
import { usedObservations } from "./recall/uses.ts";
import type { Setting } from "./setting.ts";
import { fitUsage } from "./usage.ts";

/** What transcripts are compared by. */
export interface Comparing {
  readonly settings: readonly Setting[];
  readonly price: Price;
  /** Counts tokens; none: fitted from the provider's usage, else a quarter of the chars. */
  readonly counter?: TokenCounter | undefined;
  /** Tokens before every prompt; none: fitted from the provider's usage, else 0. */
  readonly overheadTokens?: number | undefined;
  /** Whether it is looked at what later turns drew on. */
  readonly recalls: boolean;
}

/** A comparison, and what figures alone do not hold. */
export interface TranscriptComparison {
  readonly comparison: Comparison;
  /** The size of every prompt, left alone and then by setting, in tokens, the overhead included. */
  readonly prompts: readonly Float64Array[];
  /** The step of each of them. */
  readonly steps: readonly number[];
  readonly drawn: Drawn | undefined;
  /** By setting. */
  readonly replays: readonly Replay[];
}

/** Compares the settings over one transcript. Pure: it sees the outline and the texts. */
export function compareTranscript(
  transcript: Transcript,
  comparing: Comparing,
  { dropping = "remove" }: { readonly dropping?: Dropping } = {},
): TranscriptComparison {
  const { settings, price, recalls } = comparing;
  const { requests, estimate } = measured(transcript, comparing);
  const { overheadTokens } = estimate;
  const shared = new Map<string, Placeholders>();
  const mayDrop = settings.some(({ policy }) => hasBudget(policy));
  const drawn = recalls ? drawnFrom(transcript, { mayDrop }) : undefined;

  const alone = leaveAlone(requests);
  const outcomeOf = (name: string, replayed: Replay): Outcome => {
    const { cached, uncached } = bill(replayed, price, { overheadTokens });
    const even =
      replayed === alone ? undefined : breakEven(replayed, alone, { price, overheadTokens });
    const { tokens, ...final } = replayed.final;
    return {
      setting: name,
      tokens: Math.round(tokens),
      ...final,
      promptTokens: Math.round(sum(replayed.sizes) + overheadTokens * replayed.sizes.length),
      peakTokens: Math.round(largest(replayed.sizes) + overheadTokens),
      cachedCost: cached,
      uncachedCost: uncached,
      ...(even !== undefined && { breakEven: even }),
      ...(drawn !== undefined && { recall: drawn.recall(replayed) }),
    };
  };
  const replays = settings.map(({ policy, family }) => {
    const placeholders = shared.get(family) ?? held(placeholdersOf(transcript, policy));
    shared.set(family, placeholders);
    return replay(requests, policy, { dropping, placeholders });
  });
  const { messages, turns } = transcript;
  const prompts = [alone, ...replays].map(({ sizes }) =>
    sizes.map((size) => size + overheadTokens),
  );
  return {
    comparison: {
      messages: messages.length,
      turns: turns.count,
      toolTurns: turns.toolTurnsUpTo(turns.count),
      requests: requests.steps.length,
      estimate,
      alone: outcomeOf("alone", alone),
      outcomes: settings.map(({ name }, k) => outcomeOf(name, replays[k] ?? alone)),
      ...(drawn !== undefined && { uses: usedObservations(transcript, drawn.uses) }),
      turn: averageTurn(requests, replays),
    },
    prompts,
    steps: requests.steps,
    drawn,
    replays,
  };
}

/** The requests in tokens, and how those were counted. */
function measured(
  transcript: Transcript,
  { counter, overheadTokens }: Comparing,
): { readonly requests: Requests; readonly estimate: Estimate } {
  const chars = requestsOf(transcript, inChars);
  const fit = fitUsage(chars);
  const overhead = overheadTokens ?? fit?.overheadTokens ?? 0;
  const usages = fit?.usages ?? 0;
  if (counter === undefined) {
    const tokensPerChar = fit?.tokensPerChar ?? 1 / 4;
    const by = fit === undefined ? "chars4" : "usage";
    const estimate = { by, charsPerToken: 1 / tokensPerChar, overheadTokens: overhead, usages };
    return { requests: inTokens(chars, tokensPerChar, by), estimate };
  }
  const requests = requestsOf(transcript, counter);
  const [inAll, tokens] = [chars.before.at(-1) ?? 0, requests.before.at(-1) ?? 0];
  const charsPerToken = tokens === 0 ? 4 : inAll / tokens;
  return {
    requests,
    estimate: { by: counter.name, charsPerToken, overheadTokens: overhead, usages },
  };
}

/** The same placeholders, each made once. */
function held({ textFor, isMasked }: Placeholders): Placeholders {
  const texts = new Map<number, string | undefined>();
  return {
    isMasked,
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

function sum(values: Float64Array): number {
  return values.reduce((all, value) => all + value, 0);
}

function largest(values: Float64Array): number {
  return values.reduce((most, value) => Math.max(most, value), 0);
}
