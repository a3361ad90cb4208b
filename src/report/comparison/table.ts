import { type Column, layOut } from "../columns.ts";
import { number } from "../figures.ts";
import type { ReportTarget } from "../reporter.ts";
import type { ComparisonReporter } from "./compared.ts";

type Name = "window" | "chars" | "masked" | "prompts" | "cost" | "recall";

const COLUMNS: readonly [Column<Name>, ...Column<Name>[]] = [
  { name: "window", align: "left" },
  { name: "chars" },
  { name: "masked" },
  { name: "prompts" },
  { name: "cost" },
  { name: "recall" },
];

/** A line for each setting. */
export function comparisonTable({ write, columns, color }: ReportTarget): ComparisonReporter {
  return {
    transcript: () => {},
    file: () => {},
    discard: () => {},
    async finish(totals) {
      const rows = [totals.alone, ...totals.outcomes].map((outcome) => ({
        window: outcome.setting,
        chars: number(outcome.chars),
        masked: number(outcome.maskedCount),
        prompts: number(outcome.promptTokens),
        cost: outcome.cachedRatio.toFixed(2),
        recall: outcome.recallShare === undefined ? "" : outcome.recallShare.toFixed(3),
      }));
      write(
        `${layOut(rows, COLUMNS, { columns, color })}\n${JSON.stringify(totals.recommendation)}\n`,
      );
    },
  };
}
