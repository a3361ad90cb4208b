import { costRatio } from "../../analyses/compare/billing/token-cost.ts";
import type { ComparedTranscript } from "../../analyses/compare/compared.ts";
import { recallInterval, recallShare } from "../../analyses/compare/recall/recall.ts";
import { type CsvValue, csvRows } from "../csv-report.ts";
import type { ReportTarget } from "../reporter.ts";
import type { ComparisonReporter } from "./comparison-reporter.ts";

type AloneOutcome = ComparedTranscript["alone"];
type ComparisonField = readonly [
  name: string,
  value: (outcome: AloneOutcome, transcript: ComparedTranscript) => CsvValue,
];

/** The columns, in order: every figure of an outcome, and its costs divided by those of history left alone. */
const FIELDS: readonly ComparisonField[] = [
  ["file", (_, { file }) => file],
  ["line", (_, { line }) => line],
  ["format", (_, { format }) => format],
  ["turns", (_, { turns }) => turns],
  ["requests", (_, { requests }) => requests],
  ["model", (_, { model }) => model],
  ["price", (_, { price }) => price],
  ["setting", ({ setting }) => setting],
  ["chars", ({ chars }) => chars],
  ["tokens", ({ tokens }) => tokens],
  ["maskedCount", ({ maskedCount }) => maskedCount],
  ["maskedChars", ({ maskedChars }) => maskedChars],
  ["reductionStage", ({ reductionStage }) => reductionStage],
  ["fits", ({ fits }) => fits],
  ["targetMet", ({ targetMet }) => targetMet],
  ["promptTokens", ({ promptTokens }) => promptTokens],
  ["peakTokens", ({ peakTokens }) => peakTokens],
  ["cacheReadTokens", ({ billed }) => Math.round(billed.read)],
  ["cachedCost", ({ cachedCost }) => cachedCost],
  ["uncachedCost", ({ uncachedCost }) => uncachedCost],
  ["lostBlocks", ({ lostBlocks }) => lostBlocks],
  ["againTokens", ({ againTokens }) => againTokens],
  ["reasoningCost", ({ reasoningCost }) => reasoningCost],
  ["outputTokens", ({ outputTokens }) => outputTokens],
  ["outputCost", ({ outputCost }) => outputCost],
  ["shows", ({ shows }) => shows],
  ["summaries", ({ summaries }) => summaries],
  ["extraCost", ({ extraCost }) => extraCost],
  ["wholeCost", ({ wholeCost }) => wholeCost],
  ["wholeRatio", ({ wholeCost }, { alone }) => costRatio(wholeCost, alone.wholeCost)],
  ["cachedRatio", ({ cachedCost }, { alone }) => costRatio(cachedCost, alone.cachedCost)],
  ["uncachedRatio", ({ uncachedCost }, { alone }) => costRatio(uncachedCost, alone.uncachedCost)],
  ["breakEven", ({ breakEven }) => breakEven],
  ["references", ({ recall }) => recall?.references],
  ["missed", ({ recall }) => recall?.missed],
  ["reAsks", ({ recall }) => recall?.reAsks],
  ["recallShare", ({ recall }) => recall && recallShare(recall)],
  ["recallLow", ({ recall }) => recall && recallInterval(recall).low],
  ["recallHigh", ({ recall }) => recall && recallInterval(recall).high],
];

/** A row for each setting of each transcript, left alone first. */
export function comparisonCsv({ write }: ReportTarget): ComparisonReporter {
  const names = FIELDS.map(([name]) => name);
  return csvRows(write, names, (transcript: ComparedTranscript) =>
    [transcript.alone, ...transcript.outcomes].map((outcome) =>
      FIELDS.map(([, value]) => value(outcome, transcript)),
    ),
  );
}
