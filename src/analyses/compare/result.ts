import type { Final } from "../../reduce/replay/replayed-prompts.ts";
import type { BilledTokens } from "./billing/token-cost.ts";
import type { UsageFit } from "./fit/fit-result.ts";
import type { Recall } from "./recall/recall.ts";
import type { RecordedMasks } from "./recall/recorded-masks.ts";
import type { UseGroups } from "./recall/use-groups.ts";

/** The outcome of a setting for a transcript, at its end and over its requests. Its keys are a public contract. */
export interface Outcome extends Final {
  /** `alone` for leaving history as it is, else the setting's name. */
  readonly setting: string;
  /** Tokens of all prompts together, and of the largest; those before every prompt included. */
  readonly promptTokens: number;
  readonly peakTokens: number;
  /** The tokens that the bill is made of, unrounded. */
  readonly billed: BilledTokens;
  /**
   * The cost in US dollars, with a prompt cache and without: all input, and reasoning that has to be written
   * again.
   */
  readonly cachedCost: number;
  readonly uncachedCost: number;
  /** Bound blocks of reasoning that the edits of the setting made invalid. */
  readonly lostBlocks: number;
  /** Tokens of those in the current turn, which are written again as output, and their cost. */
  readonly againTokens: number;
  readonly reasoningCost: number;
  /** The tokens of all replies, which no setting changes, and their cost; 0 if no price of output is known. */
  readonly outputTokens: number;
  readonly outputCost: number;
  /** Calls to fetch hidden results that later turns need, and summaries that a model would write. */
  readonly shows: number;
  readonly summaries: number;
  /** The tokens of the requests for both, and their cost, with a prompt cache. */
  readonly extra: BilledTokens;
  readonly extraCost: number;
  /** The whole cost with a prompt cache: input, lost reasoning, replies, and those requests. */
  readonly wholeCost: number;
  /** The turn from which on the session has cost less, cached, than left alone; absent: none. */
  readonly breakEven?: number | undefined;
  /** The references that later turns would have missed; absent if not computed. */
  readonly recall?: Recall | undefined;
}

/** The use of observations of 300 tokens or more: chars, and counts. */
export interface UsedObservations {
  /** Has no new identifier to follow: its use is unknown. */
  readonly opaque: Share;
  /** Has new identifiers that nothing used. */
  readonly unreferenced: Share;
  /** Used by at most two turns, the last of them twelve messages ago or more. */
  readonly closed: Share;
  /** Used more often or recently, or there were too few later turns to say. */
  readonly open: Share;
}

export interface Share {
  readonly count: number;
  readonly chars: number;
}

/** A transcript under every setting. Its keys are a public contract. */
export interface Comparison {
  readonly messages: number;
  readonly turns: number;
  readonly toolTurns: number;
  /** Contexts that the session had: one more than the compactions on record that could be replayed. */
  readonly contexts: number;
  /** Requests that were replayed: one for each turn of each context. */
  readonly requests: number;
  readonly estimate: Estimate;
  /** The model that wrote most of it, where the input names it. */
  readonly model?: string;
  /** The price that it was billed at, by its name. */
  readonly price: string;
  /** History left as it is. */
  readonly alone: Outcome;
  /** In the order of the settings. */
  readonly outcomes: readonly Outcome[];
  readonly uses?: UsedObservations;
  /** First uses of results, and calls made again, by age, tool and kind; absent where there is none. */
  readonly drawnOn?: UseGroups;
  /** Results that were already masked on record; absent where none was. */
  readonly recordedMasks?: RecordedMasks;
  /** The average tool turn in tokens, the input of the closed forms. */
  readonly turn: AverageTurn;
  /** The fit of history left alone to its provider's counts; absent if too few are recorded. */
  readonly fit?: UsageFit;
}

/** An average tool turn, in tokens. */
export interface AverageTurn {
  readonly action: number;
  readonly observation: number;
  readonly placeholder: number;
}

/** How tokens were counted. */
export interface Estimate {
  /** `usage`: fitted to the provider's counts; else the tokenizer's name. */
  readonly by: string;
  readonly charsPerToken: number;
  /** Tokens before every prompt that are not in the file. */
  readonly overheadTokens: number;
  /** Prompts whose size the provider had counted. */
  readonly usages: number;
}
