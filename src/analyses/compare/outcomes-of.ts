import type { Replay } from "../../reduce/replay/replayed-prompts.ts";
import { type AboutSession, outcomeOf } from "./outcome-of.ts";
import type { ReplayedContext } from "./replayed-context.ts";
import type { Outcome } from "./result.ts";
import type { SettingToCompare } from "./setting.ts";

/** A setting, and how it replays each context. */
export interface Replayed {
  readonly setting: Pick<SettingToCompare, "name" | "keepsReasoning">;
  readonly replayIn: (context: ReplayedContext) => Replay;
}

/** History left as it is. */
export const ALONE: Replayed = { setting: { name: "alone" }, replayIn: ({ alone }) => alone };

/** The setting number `index` of all. */
export function replayedBy(setting: SettingToCompare, index: number): Replayed {
  return { setting, replayIn: ({ replays, alone }) => replays[index] ?? alone };
}

/** The outcomes of settings; those that make the same prompts share figures, computed once. */
export function outcomesOf(replayed: readonly Replayed[], about: AboutSession): readonly Outcome[] {
  const known: KnownOutcome[] = [];
  return replayed.map(({ setting, replayIn }) => {
    const { name, keepsReasoning = false } = setting;
    const replays = about.contexts.map(replayIn);
    const same = knownOf(known, keepsReasoning, replays);
    if (same !== undefined) return named(name, same.outcome);
    const outcome = outcomeOf(setting, replays, about);
    known.push({ keepsReasoning, replays, outcome });
    return named(name, outcome);
  });
}

/** An outcome with the name of a setting; all are made here, so that V8 sees one kind of object. */
function named(setting: string, outcome: Outcome): Outcome {
  return {
    setting,
    tokens: outcome.tokens,
    chars: outcome.chars,
    maskedCount: outcome.maskedCount,
    maskedChars: outcome.maskedChars,
    reductionStage: outcome.reductionStage,
    fits: outcome.fits,
    targetMet: outcome.targetMet,
    promptTokens: outcome.promptTokens,
    peakTokens: outcome.peakTokens,
    billed: outcome.billed,
    cachedCost: outcome.cachedCost,
    uncachedCost: outcome.uncachedCost,
    lostBlocks: outcome.lostBlocks,
    againTokens: outcome.againTokens,
    reasoningCost: outcome.reasoningCost,
    outputTokens: outcome.outputTokens,
    outputCost: outcome.outputCost,
    shows: outcome.shows,
    summaries: outcome.summaries,
    extra: outcome.extra,
    extraCost: outcome.extraCost,
    wholeCost: outcome.wholeCost,
    breakEven: outcome.breakEven,
    recall: outcome.recall,
  };
}

/** A computed outcome. */
interface KnownOutcome {
  readonly keepsReasoning: boolean;
  readonly replays: readonly Replay[];
  readonly outcome: Outcome;
}

function knownOf(
  known: readonly KnownOutcome[],
  keepsReasoning: boolean,
  replays: readonly Replay[],
): KnownOutcome | undefined {
  for (const each of known)
    if (each.keepsReasoning === keepsReasoning && areSame(each.replays, replays)) return each;
  return undefined;
}

function areSame(one: readonly Replay[], other: readonly Replay[]): boolean {
  for (let k = 0; k < one.length; k++) if (one[k] !== other[k]) return false;
  return true;
}
