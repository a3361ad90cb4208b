import type { ComparedTotals } from "../../analyses/compare/compared.ts";
import { chosenIn } from "./advice.ts";
import { DEARER, OVER_BUDGET, OVER_TARGET, RECOMMENDED } from "./outcomes.ts";

/** The meaning of the columns shown and of their marks, a sentence each. */
export function legendOf(
  totals: ComparedTotals,
  isShown: (column: string) => boolean,
): readonly string[] {
  const { settings, transcripts, recommendation, outcomes } = totals;
  const unit = settings.find(({ preset }) => preset === undefined)?.windowUnit ?? "turns";
  const stepped = settings.find(({ every, preset }) => every > 1 && preset === undefined);
  const marks = [`${DEARER} costs more`];
  if (chosenIn(recommendation) !== undefined) marks.push(`${RECOMMENDED} recommended`);
  if (outcomes.some(({ overBudget }) => overBudget > 0))
    marks.push(`${OVER_BUDGET} larger than its budget`);
  if (outcomes.some(({ overTarget }) => overTarget > 0))
    marks.push(`${OVER_TARGET} larger than its target`);
  const meanings: readonly (readonly [column: string, meaning: string])[] = [
    ["prompts", "prompts: tokens sent in all"],
    [
      "whole",
      "whole: the same with replies, and with the calls that fetch hidden results again when later turns need them",
    ],
    ["shows", "shows: those calls"],
    ["lost", "lost: blocks of reasoning that the provider no longer takes back"],
    ["peak", "peak: tokens of the largest prompt"],
    [
      "break-even",
      `break-even: the turn from which on it has cost less${transcripts === 1 ? "" : ", the median"}`,
    ],
  ];
  const others = meanings.filter(([column]) => isShown(column)).map(([, meaning]) => meaning);
  const costs = isShown("uncached")
    ? "cached, uncached: cost divided by that of the full history, with and without a cache"
    : "cached: cost divided by that of the full history, with a prompt cache";
  return [
    `window: the newest ${unit} whose tool results are kept${stepped === undefined ? "" : `; ${stepped.name} moves on by ${stepped.every} at once`}`,
    `${costs}; ${marks.join("; ")}`,
    ...(others.length > 0 ? [others.join("; ")] : []),
  ];
}
