import type { ComparedTotals } from "../../analyses/compare/compared.ts";
import type { OutcomeTotals } from "../../analyses/compare/sums/outcome-totals.ts";
import type { ReductionStage } from "../../reduce/pipeline/reduction.ts";
import { number } from "../figures.ts";
import type { TableColumn } from "../table-columns.ts";
import { chosenIn } from "./advice.ts";
import { costsMore, dollars, interval, ratio, share } from "./amounts.ts";

/** A figure of a setting, as shown in the table and on the page. */
export interface Figure {
  readonly column: TableColumn<string>;
  cell(outcome: OutcomeTotals): string;
}

/** Marks a cost larger than that of the full history. */
export const DEARER = "!";

/** Finds costs with this mark in a table. */
export const DEARER_COST = new RegExp(`[\\d.]+${DEARER}`, "g");

/** Marks transcripts larger than their budget, and larger than their target. */
export const OVER_BUDGET = "*";
export const OVER_TARGET = "^";

/** Marks the recommended setting. */
export const RECOMMENDED = "◀";

/**
 * The measured figures of a setting, in the order of the columns. A setting that masks nothing gets only the size
 * and the prompts, since all else equals history left alone.
 */
export function figuresOf(totals: ComparedTotals): readonly [Figure, ...Figure[]] {
  const recommended = chosenIn(totals.recommendation);
  return [
    {
      column: { name: "window", align: "left" },
      cell: ({ setting }) => (setting === recommended ? `${setting} ${RECOMMENDED}` : setting),
    },
    ...sizeFigures(totals),
    ...costFigures(totals),
    ...(totals.alone.recall === undefined ? [] : RECALL_FIGURES),
  ];
}

function ifMasked(cell: Figure["cell"]): Figure["cell"] {
  return (outcome) => (changes(outcome) ? cell(outcome) : NONE);
}

function sizeFigures(totals: ComparedTotals): readonly Figure[] {
  const size = isCounted(totals) ? ("tokens" as const) : ("chars" as const);
  return [
    { column: { name: size }, cell: (outcome) => number(outcome[size]) },
    {
      column: { name: "kept", align: "left", goes: 9 },
      cell: ({ [size]: kept }) => bar(kept, totals.alone[size]),
    },
    { column: { name: "maskedCount", goes: 11 }, cell: ifMasked((o) => number(o.maskedCount)) },
    { column: { name: "maskedChars", goes: 4 }, cell: ifMasked((o) => number(o.maskedChars)) },
    {
      column: { name: "reductionStage", align: "left", goes: 2 },
      cell: (o) => stagesOf(o, totals),
    },
    { column: { name: "prompts", goes: 10 }, cell: ({ promptTokens }) => number(promptTokens) },
    { column: { name: "peak", goes: 3 }, cell: ({ peakTokens }) => number(peakTokens) },
  ];
}

function costFigures({ alone, outcomes }: ComparedTotals): readonly Figure[] {
  const hasLost = [alone, ...outcomes].some(({ lostBlocks }) => lostBlocks > 0);
  return [
    { column: { name: "cost", goes: 5 }, cell: (o) => dollars(o.cachedCost, alone.cachedCost) },
    { column: { name: "cached" }, cell: ifMasked((o) => markedRatio(o.cachedRatio)) },
    {
      column: { name: "whole cost", goes: 4 },
      cell: (o) => dollars(o.wholeCost, alone.wholeCost),
    },
    { column: { name: "whole", goes: 12 }, cell: ifMasked((o) => markedRatio(o.wholeRatio)) },
    {
      column: { name: "uncached cost", goes: 1 },
      cell: ({ uncachedCost }) => dollars(uncachedCost, alone.uncachedCost),
    },
    { column: { name: "uncached", goes: 8 }, cell: ifMasked((o) => ratio(o.uncachedRatio)) },
    ...(hasLost ? [{ column: { name: "lost" }, cell: ifMasked((o) => number(o.lostBlocks)) }] : []),
    {
      column: { name: "break-even", goes: 6 },
      cell: ({ breakEven }) => (breakEven === undefined ? NONE : number(Math.round(breakEven))),
    },
  ];
}

function markedRatio(value: number): string {
  return ratio(value) + (costsMore(value) ? DEARER : " ");
}

const RECALL_FIGURES: readonly Figure[] = [
  {
    column: { name: "recall" },
    cell: ({ recall, recallShare = 1 }) => (recall?.references ? share(recallShare) : NONE),
  },
  {
    column: { name: "95% interval", goes: 13 },
    cell: ({ recall, recallInterval }) =>
      recall?.references && recallInterval !== undefined ? interval(recallInterval) : NONE,
  },
  {
    column: { name: "re-asks", goes: 7 },
    cell: ({ recall }) => number(recall?.reAsks ?? 0),
  },
  { column: { name: "shows", goes: 3 }, cell: ({ shows }) => number(shows) },
];

/** Whether a setting changes any transcript. */
export function changes({ maskedCount, stages }: OutcomeTotals): boolean {
  return maskedCount > 0 || Object.keys(stages).length > 0;
}

/** Whether tokens were counted by a tokenizer; then sizes are shown in tokens. */
function isCounted({ estimates }: ComparedTotals): boolean {
  return Object.keys(estimates).some((by) => by !== "usage" && by !== "chars4");
}

/**
 * The stage of one transcript; for several, how many reached each stage, and how many missed their budget or
 * target.
 */
function stagesOf(
  { stages, overBudget, overTarget }: OutcomeTotals,
  { transcripts }: ComparedTotals,
): string {
  const reached = Object.entries(stages) as [ReductionStage, number][];
  const names = reached.map(([stage, count]) =>
    transcripts === 1 ? stage : `${stage} ${number(count)}`,
  );
  const missed = (mark: string, count: number) =>
    count === 0 ? "" : transcripts === 1 ? mark : ` ${mark}${number(count)}`;
  return (
    (names.join(", ") || NONE) + missed(OVER_BUDGET, overBudget) + missed(OVER_TARGET, overTarget)
  );
}

/** A bar of at most ten characters, in steps of an eighth of one. */
function bar(part: number, whole: number): string {
  const eighths = whole === 0 ? 0 : Math.round((80 * part) / whole);
  const full = "█".repeat(Math.floor(eighths / 8));
  return full + (EIGHTHS[eighths % 8] ?? "");
}

const EIGHTHS = ["", "▏", "▎", "▍", "▌", "▋", "▊", "▉"];
const NONE = "–";
