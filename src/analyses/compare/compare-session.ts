import type { Dropping } from "../../reduce/pipeline/reduction.ts";
import type { Requests } from "../../reduce/replay/requests.ts";
import type { TokenCounter } from "../../transcript/model/size.ts";
import { averageTurn } from "./billing/average-turn.ts";
import { billRequests } from "./billing/bill.ts";
import type { Price } from "./billing/price.ts";
import { modelOf, priceOfModel } from "./billing/price-of-model.ts";
import { replyCostOf } from "./billing/reply-cost.ts";
import type { Calibration } from "./fit/calibrate.ts";
import { sentBlocks } from "./lost-reasoning.ts";
import { type AroundPrompts, promptsOf } from "./outcome-of.ts";
import { ALONE, outcomesOf, replayedBy } from "./outcomes-of.ts";
import { addMasks, type RecordedMasks } from "./recall/recorded-masks.ts";
import { addGroups, noGroups } from "./recall/use-groups.ts";
import { usedObservations } from "./recall/uses.ts";
import { type ReplayedContext, replayContext } from "./replayed-context.ts";
import type { Comparison, Outcome } from "./result.ts";
import type { SessionContext } from "./session-context.ts";
import { sessionInTokens } from "./session-in-tokens.ts";
import type { SettingToCompare } from "./setting.ts";

/** The settings, prices and options of a comparison. */
export interface Comparing {
  readonly settings: readonly SettingToCompare[];
  /** The price of sessions whose model has no known price, or of all. */
  readonly price: Price;
  /** The prices of models, by which each session is billed; undefined: all at `price`. */
  readonly prices?: readonly Price[] | undefined;
  /** Counts tokens; undefined: fitted to the provider's usage, else a quarter of the chars. */
  readonly counter?: TokenCounter | undefined;
  /** Tokens before every prompt; undefined: fitted to the provider's usage, else 0. */
  readonly overheadTokens?: number | undefined;
  /** Whether to measure recall. */
  readonly recalls: boolean;
}

/** A comparison, and its data beyond figures. */
export interface SessionComparison {
  readonly comparison: Comparison;
  /** The size of every prompt, left alone and then by setting, in tokens, the overhead included. */
  prompts(): readonly (readonly number[])[];
  /** The contexts, as each setting replays them. */
  readonly contexts: readonly ReplayedContext[];
}

/**
 * Compares the settings over one session: its contexts, oldest first; the last is its current one. After a
 * compaction the next context starts with a cache that has only the overhead before every prompt. Pure: it sees
 * outlines and texts.
 */
export function compareSession(
  session: readonly SessionContext[],
  comparing: Comparing,
  {
    dropping = "remove",
    sentResultChars,
  }: { readonly dropping?: Dropping; readonly sentResultChars?: number | undefined } = {},
): SessionComparison {
  const { settings } = comparing;
  const { transcript } = session.at(-1) as SessionContext;
  const model = modelOf(transcript); // The present context has the messages of all.
  const price = priceFor(model, comparing);
  const { requests, estimate, calibration } = sessionInTokens(session, {
    ...comparing,
    sentResultChars,
  });
  const contexts = session.map((context, k) =>
    replayContext(context, requests[k] as Requests, { ...comparing, dropping }),
  );
  const last = contexts.at(-1) as ReplayedContext;
  const alonePrompts = promptsOf(contexts.map(ALONE.replayIn));
  const binding = settings[0]?.policy.rules["bound-reasoning"]?.binding ?? "auto";
  const blocks = contexts.map(({ requests }) => sentBlocks(requests, binding));
  const around = aroundPrompts(alonePrompts.sizes.length, { calibration, ...comparing });
  const { sizes, costs } = billRequests({ ...alonePrompts, ...around }, price);
  const replies = replyCostOf(requests, { sizes, price });
  const about = { contexts, aloneCosts: costs, blocks, price, around, replies };
  const replayed = [ALONE, ...settings.map(replayedBy)];
  const [alone, ...outcomes] = outcomesOf(replayed, about) as [Outcome, ...Outcome[]];
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
      alone,
      outcomes,
      ...(uses !== undefined && { uses }),
      ...drawnOnIn(contexts),
      turn: averageTurn(contexts),
      ...(calibration !== undefined && { fit: calibration.fit }),
    },
    prompts: () =>
      replayed.map(({ replayIn }) => {
        const prompts = { ...promptsOf(contexts.map(replayIn)), ...around };
        return [...billRequests(prompts, price).sizes];
      }),
    contexts,
  };
}

/** The uses of results in all contexts, by group, and results that were masked; absent where there was none. */
function drawnOnIn(
  contexts: readonly ReplayedContext[],
): Pick<Comparison, "drawnOn" | "recordedMasks"> {
  const drawnOn = noGroups();
  let recorded: RecordedMasks | undefined;
  for (const { drawn, masks } of contexts) {
    if (drawn !== undefined) addGroups(drawnOn, drawn.drawnOn);
    if (masks !== undefined && masks.masked > 0) recorded = addMasks(recorded, masks);
  }
  return {
    ...(Object.keys(drawnOn.age).length > 0 && { drawnOn }),
    ...(recorded !== undefined && { recordedMasks: recorded }),
  };
}

/** The price of a session's own model, if it is known. */
function priceFor(model: string | undefined, { price, prices }: Comparing): Price {
  if (model === undefined || prices === undefined) return price;
  return priceOfModel(model, prices) ?? price;
}

/** The overhead of every prompt in tokens: as set, else as recorded. */
function aroundPrompts(
  requests: number,
  {
    calibration,
    overheadTokens,
  }: {
    readonly calibration: Calibration | undefined;
    readonly overheadTokens?: number | undefined;
  },
): AroundPrompts {
  const { overheads = new Float64Array(requests), held } = calibration ?? {};
  return {
    overheads:
      overheadTokens === undefined ? overheads : new Float64Array(requests).fill(overheadTokens),
    held,
  };
}
