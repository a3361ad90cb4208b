import type { OutcomeTotals } from "../../compare/outcome-sum.ts";
import type { Recall } from "../../compare/recall/recall.ts";
import type { Recommendation } from "../../compare/recommend.ts";
import { number } from "../figures.ts";
import { counted, ratio, share } from "./amounts.ts";
import type { ComparedTotals } from "./compared.ts";

/** The recommendation in plain words, a few sentences. They say nothing of whether tasks succeed. */
export function adviceOf(totals: ComparedTotals): string {
  const { recommendation: advice } = totals;
  const outcome = totals.outcomes.find(({ setting }) => setting === recommendedIn(advice));
  switch (advice.kind) {
    case "window":
      return [flagsFor(totals, advice), savingOf(totals, outcome), periodOf(totals, advice)]
        .filter((sentence) => sentence !== "")
        .join(" ");
    case "nothing-to-mask":
      return totals.toolTurns === 0
        ? "Nothing to mask: there are no tool turns."
        : "Nothing to mask: under every window compared, all prompts are as they were. Leave history alone.";
    case "not-worth-it":
      return notWorthIt(totals, outcome);
    case "too-little-recall":
      return (
        `No window has a recall of ${totals.minRecall}: ${advice.setting} comes nearest with ` +
        `${share(advice.recallShare)}. Compare larger ones, or ask for less with --min-recall.`
      );
    default:
      return advice satisfies never;
  }
}

/** The setting that a recommendation is for, if there is one. */
export function recommendedIn(advice: Recommendation): string | undefined {
  return advice.kind === "nothing-to-mask" ? undefined : advice.setting;
}

type Window = Extract<Recommendation, { kind: "window" }>;

function flagsFor({ settings }: ComparedTotals, { window, every, setting }: Window): string {
  const unit = settings.find(({ name }) => name === setting)?.windowUnit ?? "turns";
  const flags = [
    `--window ${window}`,
    unit === "turns" ? "" : `--window-unit ${unit}`,
    every === 1 ? "" : `--every ${every}`,
  ];
  return `Recommended: ${flags.filter((flag) => flag !== "").join(" ")}.`;
}

function savingOf({ minRecall }: ComparedTotals, outcome: OutcomeTotals | undefined): string {
  if (outcome === undefined) return "";
  const cost = `With a prompt cache, input costs ${ratio(outcome.cachedRatio)} of what it does left alone`;
  const { recall, recallShare = 1 } = outcome;
  if (recall === undefined) return `${cost}; what later turns drew on was not looked at.`;
  if (recall.references === 0) return `${cost}.`;
  return (
    `${cost}, and ${number(recall.references - recall.missed)} of ` +
    `${counted(recall.references, "use")} of what observations had brought were still in view ` +
    `(recall ${share(recallShare)}; at least ${minRecall} was asked for).${againOf(recall)}`
  );
}

/** Calls that the agent made again by itself, at a time when this setting would have hidden their answer. */
function againOf({ reAsks }: Recall): string {
  if (reAsks === 0) return "";
  return ` ${counted(reAsks, "call was", "calls were")} made again whose answer would have been masked by then.`;
}

/** The closed form beside what was tried; it holds for windows that are counted in turns. */
function periodOf({ settings }: ComparedTotals, { window, every, bestPeriod }: Window): string {
  if (settings.some(({ windowUnit, preset }) => preset === undefined && windowUnit !== "turns"))
    return "";
  if (bestPeriod === every)
    return `By cost alone the closed form puts the best --every at ${every} as well.`;
  const isCompared = settings.some(
    (setting) => setting.window === window && setting.every === bestPeriod,
  );
  return `By cost alone the closed form puts the best --every at ${bestPeriod}${isCompared ? "" : ", which was not compared"}.`;
}

function notWorthIt(totals: ComparedTotals, outcome: OutcomeTotals | undefined): string {
  const { alone, requests, transcripts, minRecall } = totals;
  const enough = (alone.recall?.references ?? 0) === 0 ? "" : ` with a recall of ${minRecall}`;
  if (outcome === undefined || outcome.promptTokens === alone.promptTokens)
    return `Not worth it: the windows${enough} change no prompt here. Leave history alone.`;
  const { setting, cachedRatio, uncachedRatio } = outcome;
  const length = counted(Math.round(requests / Math.max(1, transcripts)), "request");
  return (
    `Not worth it: with a prompt cache, no window${enough} costs less than leaving history alone. ` +
    `The cheapest, ${setting}, costs ${ratio(cachedRatio)} of that (${ratio(uncachedRatio)} without ` +
    `a cache): sessions of ${length}${transcripts === 1 ? "" : " on average"} do not earn back ` +
    "what rewriting the cache costs."
  );
}
