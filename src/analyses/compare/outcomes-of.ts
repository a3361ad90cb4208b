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
  interface Known {
    readonly keepsReasoning: boolean;
    readonly replays: readonly Replay[];
    readonly outcome: Outcome;
  }
  const known: Known[] = [];
  return replayed.map(({ setting, replayIn }) => {
    const { name, keepsReasoning = false } = setting;
    const replays = about.contexts.map(replayIn);
    const same = known.find(
      (each) =>
        each.keepsReasoning === keepsReasoning &&
        each.replays.every((replay, context) => replay === replays[context]),
    );
    if (same !== undefined) return { ...same.outcome, setting: name };
    const outcome = outcomeOf(setting, replays, about);
    known.push({ keepsReasoning, replays, outcome });
    return outcome;
  });
}
