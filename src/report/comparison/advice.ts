import type { ComparedTotals } from "../../analyses/compare/compared.ts";
import type { Recall } from "../../analyses/compare/recall/recall.ts";
import { FEW_TRANSCRIPTS } from "../../analyses/compare/recall/recall-over.ts";
import { LEAST_SAVING } from "../../analyses/compare/recommend.ts";
import type { Recommendation } from "../../analyses/compare/recommendation.ts";
import type { OtherSetting } from "../../analyses/compare/setting.ts";
import type { OutcomeTotals } from "../../analyses/compare/sums/outcome-totals.ts";
import { FIRST_SIGHT_CHARS } from "../../reduce/first-sight/first-sight-size.ts";
import { number, percent } from "../figures.ts";
import { counted, interval, ratio, share } from "./amounts.ts";
import { outOfSampleSentence } from "./out-of-sample-sentence.ts";

/** The recommendation in a few sentences. They make no claim about task success. */
export function adviceOf(totals: ComparedTotals): string {
  const { recommendation: advice } = totals;
  const outcome = totals.outcomes.find(({ setting }) => setting === recommendedIn(advice));
  switch (advice.kind) {
    case "window":
      return [
        flagsFor(totals, advice),
        savingOf(totals, outcome),
        outOfSampleSentence(totals),
        periodOf(totals, advice),
      ]
        .filter((sentence) => sentence !== "")
        .join(" ");
    case "setting":
      return [
        `Recommended: ${commandFor(totals, advice)}.`,
        savingOf(totals, outcome),
        outOfSampleSentence(totals),
        ABOUT[advice.setting],
      ]
        .filter((sentence) => sentence !== "")
        .join(" ");
    case "nothing-to-mask":
      return totals.toolTurns === 0
        ? "Nothing to mask: there are no tool turns."
        : "Nothing to mask: under every window compared, all prompts are as they were. Leave history alone.";
    case "not-worth-it":
      return notWorthIt(totals, outcome);
    case "too-few-references":
      return (
        `No recommendation: there ${advice.references === 1 ? "is" : "are"} ` +
        `${counted(advice.references, "later reference")} to tool output here, and it takes ` +
        `${number(advice.needed)} to show a recall of ${totals.minRecall}. With fewer, even a window that hid ` +
        "none of them could fall short of it by chance (Wilson's 95% interval). Compare more or longer " +
        "sessions, or ask for less with --min-recall."
      );
    case "too-little-recall":
      return (
        `No window is shown to have a recall of ${totals.minRecall}: ${advice.setting} comes nearest with ` +
        `${share(advice.recallShare)} (95% interval ${interval(advice.recallInterval)}). Compare larger ` +
        "windows or more sessions, or ask for less with --min-recall."
      );
    default:
      return advice satisfies never;
  }
}

/** The setting that a recommendation is for, if there is one. */
export function recommendedIn(advice: Recommendation): string | undefined {
  return "setting" in advice ? advice.setting : undefined;
}

/** The setting, if the recommendation is to use one. */
export function chosenIn(advice: Recommendation): string | undefined {
  return advice.kind === "window" || advice.kind === "setting" ? advice.setting : undefined;
}

const ABOUT = {
  "first-sight":
    "Results are shortened when they are new and never touched again, so that the cache and bound reasoning stay valid.",
  provider: "Anthropic's API makes these edits itself: turn them on in your requests.",
} as const satisfies Record<OtherSetting, string>;

type RecommendedWindow = Extract<Recommendation, { kind: "window" }>;

function flagsFor(totals: ComparedTotals, advice: RecommendedWindow): string {
  return `Recommended: ${optionsFor(totals, advice)}.`;
}

/** The command that masks as recommended; for the provider's own edits, what to add to requests. */
export function commandFor(
  totals: ComparedTotals,
  advice: RecommendedWindow | Extract<Recommendation, { kind: "setting" }>,
): string {
  if (advice.kind === "window") return `elision ${optionsFor(totals, advice)}`;
  if (advice.setting === "provider") return PROVIDER_EDITS;
  const { firstSight } = totals.settings.find(({ name }) => name === advice.setting) ?? {};
  const size =
    firstSight === undefined || firstSight === FIRST_SIGHT_CHARS
      ? ""
      : ` --first-sight ${firstSight}`;
  return `elision --preset first-sight${size}`;
}

/**
 * The request field of Anthropic's API, with its defaults: past 100,000 tokens it clears all but the newest three
 * results.
 */
const PROVIDER_EDITS = `"context_management": {"edits": [{"type": "clear_tool_uses_20250919"}]}`;

function optionsFor(
  { settings }: ComparedTotals,
  { window, every, setting }: RecommendedWindow,
): string {
  const unit = settings.find(({ name }) => name === setting)?.windowUnit ?? "turns";
  const flags = [
    `--window ${window}`,
    unit === "turns" ? "" : `--window-unit ${unit}`,
    every === 1 ? "" : `--every ${every}`,
  ];
  return flags.filter((flag) => flag !== "").join(" ");
}

function savingOf({ minRecall }: ComparedTotals, outcome: OutcomeTotals | undefined): string {
  if (outcome === undefined) return "";
  const cost = `With a prompt cache, input costs ${ratio(outcome.cachedRatio)} of what it does left alone`;
  const { recall, recallShare = 1, recallInterval } = outcome;
  if (recall === undefined || recallInterval === undefined)
    return `${cost}; what later turns drew on was not looked at.`;
  if (recall.references === 0) return `${cost}.`;
  return (
    `${cost}. ${percent(recall.references - recall.missed, recall.references)} of later references to ` +
    `tool output would still have been visible (${number(recall.references - recall.missed)} of ` +
    `${number(recall.references)}).${againOf(recall)} Recall is ${share(recallShare)}, 95% interval ` +
    `${interval(recallInterval)}; its low end had to be ${minRecall}.${fewOf(outcome)}`
  );
}

/** A warning if the recall is measured on few transcripts. */
function fewOf({ recallTranscripts = 0 }: OutcomeTotals): string {
  if (recallTranscripts >= FEW_TRANSCRIPTS) return "";
  return recallTranscripts === 1
    ? " It is that of one transcript: others may differ."
    : ` It is that of ${number(recallTranscripts)} transcripts, too few to show how others differ.`;
}

/** Calls that the agent repeated by itself, at a time when this setting would have hidden their result. */
function againOf({ reAsks }: Recall): string {
  if (reAsks === 0) return "";
  return ` ${counted(reAsks, "call was", "calls were")} made again whose answer would have been masked by then: counted as missed.`;
}

/** A note if the closed form gives a better period than the settings tried; it applies to windows in turns. */
function periodOf(
  { settings }: ComparedTotals,
  { window, every, bestPeriod }: RecommendedWindow,
): string {
  if (settings.some(({ windowUnit, preset }) => preset === undefined && windowUnit !== "turns"))
    return "";
  if (bestPeriod === every)
    return `By cost alone --every ${every} is the best by the closed form as well.`;
  const isCompared = settings.some(
    (setting) => setting.window === window && setting.every === bestPeriod,
  );
  return isCompared
    ? `By cost alone the closed form puts the best --every at ${bestPeriod}.`
    : `--every ${bestPeriod} may be cheaper still; try --every ${bestPeriod}.`;
}

function notWorthIt(totals: ComparedTotals, outcome: OutcomeTotals | undefined): string {
  const { alone, requests, transcripts, minRecall } = totals;
  const enough = (alone.recall?.references ?? 0) === 0 ? "" : ` with a recall of ${minRecall}`;
  if (outcome === undefined || outcome.promptTokens === alone.promptTokens)
    return enough === ""
      ? "Keep the full history: no window changes a prompt here."
      : `Keep the full history: every window that hides under ${Number((100 * (1 - minRecall)).toFixed(2))}% is too large to mask anything in these sessions.`;
  const { setting, cachedRatio, uncachedRatio, wholeRatio } = outcome;
  if (cachedRatio < 1 && wholeRatio < 1)
    return `Keep the full history: no setting${enough} saves ${100 * LEAST_SAVING}% of what input costs here.`;
  if (cachedRatio < 1)
    return (
      `Not worth it: ${setting} costs ${ratio(cachedRatio)} of what input does left alone, but ` +
      `${ratio(wholeRatio)} in all, with the results that later turns would have asked for again.`
    );
  const length = counted(Math.round(requests / Math.max(1, transcripts)), "request");
  return (
    `Not worth it: with a prompt cache, no window${enough} costs less than leaving history alone. ` +
    `The cheapest, ${setting}, costs ${ratio(cachedRatio)} of that (${ratio(uncachedRatio)} without ` +
    `a cache): sessions of ${length}${transcripts === 1 ? "" : " on average"} do not earn back ` +
    "what rewriting the cache costs."
  );
}
