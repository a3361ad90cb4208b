import type { Evaluation } from "../../../analyses/evaluate/result.ts";
import { evaluationTable } from "../../../report/evaluation/evaluation-table.ts";
import { jsonText } from "../../../report/json-text.ts";
import { wantsColor } from "../../terminal/color.ts";
import type { Shell } from "../../terminal/shell.ts";
import { tableWidth } from "../../terminal/stream-width.ts";
import type { EvaluateFlags } from "./flags.ts";

/** An evaluation as it is printed. */
export function evaluationText(
  { stdout, env }: Pick<Shell, "stdout" | "env">,
  { report, color }: Pick<EvaluateFlags, "report" | "color">,
  evaluation: Evaluation,
): string {
  if (report === "json") return `${jsonText(evaluation, 2)}\n`;
  return evaluationTable(evaluation, {
    columns: tableWidth(stdout, env),
    color: wantsColor(color, env, stdout),
  });
}
