import type { ComparedRead } from "../../../analyses/compare/compare-read.ts";
import type { Comparing } from "../../../analyses/compare/compare-session.ts";
import type {
  ComparedPrompts,
  ComparedTotals,
  ComparedTranscript,
} from "../../../analyses/compare/compared.ts";
import { createLargestPrompts } from "../../../analyses/compare/sums/largest-prompts.ts";
import { chartsOf } from "../../../report/comparison/charts.ts";
import { withoutIdle } from "../../../report/comparison/idle-settings.ts";
import { createComparisonReporter } from "../../../report/comparison/index.ts";
import type { PageParts } from "../../../report/comparison/page/comparison-page.ts";
import { createHiddenBySetting } from "../../../report/comparison/page/hidden-by-setting.ts";
import type { Input } from "../../inputs/input.ts";
import type { InputTaker } from "../../inputs/over-inputs.ts";
import { usage } from "../../options/usage-error.ts";
import { placePage } from "../../reports/page-file.ts";
import { wantsColor } from "../../terminal/color.ts";
import type { Shell } from "../../terminal/shell.ts";
import { tableWidth } from "../../terminal/stream-width.ts";
import { textOutput } from "../../terminal/text-output.ts";
import { sumInputs } from "./compared-inputs.ts";
import { drawsPrompts } from "./comparer.ts";
import type { CompareFlags } from "./flags.ts";

/** The comparison of all inputs, and its exit code. */
export interface CompareReport extends Omit<InputTaker, "transcript" | "looksFor"> {
  transcript(read: ComparedRead): void;
  readonly exitCode: number;
}

/** The settings and inputs of a comparison, and how many sessions they make a month. */
interface ReportedComparison extends Pick<Comparing, "settings" | "price" | "prices"> {
  readonly inputs: readonly Input[];
  readonly perMonth?: number;
}

/** Opens the report of a comparison, on stdout. */
export async function openCompareReport(
  shell: Shell,
  flags: CompareFlags,
  { settings, price, prices, inputs, perMonth }: ReportedComparison,
): Promise<CompareReport> {
  refuseWhatHasNoRoom(flags);
  const writePage = flags.html === undefined ? undefined : pageWriter(flags.html, inputs);
  const misses = createHiddenBySetting();
  let firstFile: string | undefined;
  const output = textOutput(shell);
  const look = lookOf(shell, flags);
  const reporter = await createComparisonReporter(flags.report, {
    write: output.put,
    all: flags.all ?? false,
    fit: flags.fit ?? false,
    ...look,
  });
  const largest = createLargestPrompts();
  const areDrawn = drawsPrompts(flags);
  const sums = sumInputs(
    settings.map(({ name }) => name),
    () => {
      for (const each of [largest, misses, reporter]) each.discard();
    },
  );
  const { counts, fail, skip, empty } = sums;
  return {
    transcript(read) {
      const { compared } = read;
      sums.transcript(compared);
      if (areDrawn) largest.add(compared.alone.promptTokens, read);
      misses.add(compared);
      // The page always lists misses; a report only if requested.
      reporter.transcript(flags.misses === true ? compared : withoutMisses(compared));
    },
    file(compared) {
      sums.file(compared);
      largest.finish();
      misses.finish();
      if (compared.transcripts > 0) firstFile ??= compared.file;
      reporter.file(compared);
    },
    fail,
    skip,
    empty,
    flush: output.flush,
    async finish() {
      const { minRecall } = flags;
      const all = sums.totals({ settings, price, prices, minRecall, perMonth });
      const { prompts } = largest;
      await writePage?.(all, { prompts, misses, firstFile: firstFile ?? "" });
      await reporter.finish(all);
      if (flags.chart === true) output.put(await chartOf(withoutIdle(all), prompts, look));
      await output.flush();
    },
    get exitCode() {
      return counts.exitCode;
    },
  };
}

function lookOf(
  { stdout, env }: Shell,
  { color }: CompareFlags,
): { readonly columns: number; readonly color: boolean } {
  return { columns: tableWidth(stdout, env), color: wantsColor(color, env, stdout) };
}

function withoutMisses({ misses: _, ...compared }: ComparedTranscript): ComparedTranscript {
  return compared;
}

/** Throws if a report for programs has no place for something else that was requested. */
function refuseWhatHasNoRoom({ report, chart, misses, fit, passes }: CompareFlags): void {
  if (chart === true && report !== "table")
    throw usage(`--chart goes with the table (got --report ${report})`, "draw with --html instead");
  if (misses === true && report === "csv")
    throw usage("a CSV report has no room for --misses", "use --report json or ndjson");
  if (passes === true && report === "csv")
    throw usage("a CSV report has no room for --passes", "use --report json or ndjson");
  if (fit === true && report === "csv")
    throw usage("a CSV report has no room for --fit", "use --report json or ndjson");
}

/** Reserves the page's file now, and writes it once all is compared. */
function pageWriter(html: string, inputs: readonly Input[]) {
  const page = placePage(html, inputs);
  return async (totals: ComparedTotals, parts: PageParts): Promise<void> => {
    const { comparisonPage } = await import("../../../report/comparison/page/comparison-page.ts");
    await page.write([comparisonPage(totals, parts)]);
  };
}

/** The prompts drawn below the table; nothing where there was no request. */
async function chartOf(
  totals: ComparedTotals,
  prompts: ComparedPrompts | undefined,
  look: { readonly columns: number; readonly color: boolean },
): Promise<string> {
  const { promptSizes } = chartsOf(totals, prompts);
  if (promptSizes === undefined) return "";
  const { drawPromptSizes } = await import("../../../report/comparison/terminal-chart.ts");
  return `\n${drawPromptSizes(promptSizes, look)}`;
}
