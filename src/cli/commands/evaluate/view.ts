import type { Evaluation } from "../../../analyses/evaluate/result.ts";
import { evaluationTable } from "../../../report/evaluation/evaluation-table.ts";
import { jsonText } from "../../../report/json-text.ts";
import { wantsColor } from "../../terminal/color.ts";
import type { Shell } from "../../terminal/shell.ts";
import type { EvaluateFlags } from "./flags.ts";

/** The width of a table where there is no terminal. */
const DEFAULT_COLUMNS = 80;

/** An evaluation as it is printed. */
export function evaluationText(
  { stdout, env }: Pick<Shell, "stdout" | "env">,
  { report, color }: Pick<EvaluateFlags, "report" | "color">,
  evaluation: Evaluation,
): string {
  if (report === "json") return `${jsonText(evaluation, 2)}\n`;
  const columns = Number(stdout.columns ?? env.COLUMNS);
  return evaluationTable(evaluation, {
    columns: columns > 0 ? columns : DEFAULT_COLUMNS,
    color: wantsColor(color, env, stdout),
  });
}
