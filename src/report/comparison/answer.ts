import type { ComparedTotals } from "../../analyses/compare/compared.ts";
import type { OutcomeTotals } from "../../analyses/compare/sums/outcome-totals.ts";
import { number, percent } from "../figures.ts";
import { adviceOf, commandFor, recommendedIn } from "./advice.ts";
import { counted, dollars } from "./amounts.ts";
import type { PageAdvice } from "./page/page-data.ts";
import { wholeSavingOf } from "./whole-cost.ts";

/** The setting to use, as a short answer. */
export function answerOf(totals: ComparedTotals): PageAdvice {
  const { recommendation } = totals;
  const advice = adviceOf(totals);
  if (recommendation.kind !== "window" && recommendation.kind !== "setting") {
    const [first = advice] = /^.*?\.(?= |$)/.exec(advice) ?? [];
    return { lines: [first], use: "", advice };
  }
  const setting = recommendedIn(recommendation);
  const outcome = totals.outcomes.find((each) => each.setting === setting);
  if (outcome === undefined) return { lines: [], use: "", advice };
  return {
    setting: outcome.setting,
    command: commandFor(totals, recommendation),
    lines: [savingIn(totals, outcome), wholeSavingOf(totals, outcome), hiddenIn(outcome)].filter(
      (line) => line !== "",
    ),
    use: useOf(outcome),
    advice,
  };
}

function savingIn({ alone }: ComparedTotals, { cachedCost, cachedRatio }: OutcomeTotals): string {
  const from = dollars(alone.cachedCost);
  const to = dollars(cachedCost, alone.cachedCost);
  return `Saves ${percent(1 - cachedRatio, 1)} of what input costs with a prompt cache: ${from} → ${to}.`;
}

function hiddenIn({ recall }: OutcomeTotals): string {
  if (recall === undefined) return "What later turns drew on was not looked at.";
  const { references, missed } = recall;
  if (references === 0) return "No later turn used a name from tool output.";
  if (missed === 0) return `Hides none of ${counted(references, "later use")} of tool output.`;
  return `Would have hidden ${percent(missed, references)} of later uses of tool output (${number(missed)} of ${number(references)}).`;
}

function useOf({ maskedCount, maskedChars }: OutcomeTotals): string {
  const inFiles =
    maskedCount === 0
      ? "these files, as they are saved, it would not change."
      : `in these saved files it masks ${counted(maskedCount, "result")} (${counted(maskedChars, "char")}).`;
  return `For an agent at work, in the place where it sends its history; ${inFiles}`;
}
