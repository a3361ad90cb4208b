import type { ComparedRead } from "../../../analyses/compare/compare-read.ts";
import type { Comparing } from "../../../analyses/compare/compare-session.ts";
import type { ComparedPrompts, ComparedTotals } from "../../../analyses/compare/compared.ts";
import { createComparisonSum } from "../../../analyses/compare/comparison-sum.ts";
import { recommend } from "../../../analyses/compare/recommend.ts";
import { chartsOf } from "../../../report/comparison/charts.ts";
import { createComparisonReporter } from "../../../report/comparison/index.ts";
import { createMissList } from "../../../report/comparison/misses.ts";
import type { Input } from "../../inputs/input.ts";
import { countIn, createInputCounts } from "../../inputs/input-counts.ts";
import type { InputTaker } from "../../inputs/over-inputs.ts";
import { usage } from "../../options/usage-error.ts";
import { wantsColor } from "../../terminal/color.ts";
import type { Shell } from "../../terminal/shell.ts";
import { widthOf } from "../../terminal/stream-width.ts";
import { textOutput } from "../../terminal/text-output.ts";
import type { CompareFlags } from "./flags.ts";
import { placePage } from "./page-file.ts";

/** The comparison of all inputs, and its exit code. */
export interface CompareReport extends Omit<InputTaker, "transcript" | "looksFor"> {
  transcript(read: ComparedRead): void;
  readonly exitCode: number;
}

/** Opens the report of a comparison, on stdout. */
export async function openCompareReport(
  shell: Shell,
  flags: CompareFlags,
  { settings, price, inputs }: Comparing & { readonly inputs: readonly Input[] },
): Promise<CompareReport> {
  const { stdout, env } = shell;
  refuseWhatHasNoRoom(flags);
  const page = flags.html === undefined ? undefined : placePage(flags.html, inputs);
  const misses = createMissList();
  let firstFile: string | undefined;
  const output = textOutput(shell);
  const look = { columns: widthOf(shell), color: wantsColor(flags.color, env, stdout) };
  const reporter = await createComparisonReporter(flags.report, { write: output.put, ...look });

  const names = settings.map(({ name }) => name);
  const sum = createComparisonSum(names);
  const counts = createInputCounts();
  const largest = createLargest();
  // Those of the input at hand, which count only if it can be read to its end.
  let current = createComparisonSum(names);
  let formats = new Map<string, number>();
  const begin = () => {
    current = createComparisonSum(names);
    formats = new Map();
  };
  const discard = () => {
    begin();
    largest.discard();
    misses.discard();
    reporter.discard();
  };
  return {
    transcript(read) {
      const { compared } = read;
      current.add(compared);
      countIn(formats, compared.format);
      largest.add(compared.alone.promptTokens, read);
      misses.add(compared);
      reporter.transcript(compared);
    },
    file(compared) {
      sum.merge(current);
      counts.file(compared, formats);
      begin();
      largest.finish();
      misses.finish();
      if (compared.transcripts > 0) firstFile ??= compared.file;
      reporter.file(compared);
    },
    fail() {
      counts.fail();
      discard();
    },
    skip() {
      counts.skip();
      discard();
    },
    empty() {
      counts.empty();
      discard();
    },
    flush: output.flush,
    async finish() {
      const totals = sum.totals;
      const all: ComparedTotals = {
        ...counts.totals,
        settings: settings.map(({ name, preset, policy: { window } }) => ({
          name,
          window: window.size,
          windowUnit: window.unit,
          every: window.every ?? 1,
          ...(preset !== undefined && { preset }),
        })),
        price,
        minRecall: flags.minRecall,
        recommendation: recommend(totals, settings, { price, minRecall: flags.minRecall }),
        ...totals,
      };
      const { prompts } = largest;
      if (page !== undefined) {
        const { comparisonPage } = await import(
          "../../../report/comparison/page/comparison-page.ts"
        );
        await page.write(comparisonPage(all, { prompts, misses, firstFile: firstFile ?? "" }));
      }
      await reporter.finish(all, prompts);
      if (flags.chart === true) output.put(await chartOf(all, prompts, look));
      await output.flush();
    },
    get exitCode() {
      return counts.exitCode;
    },
  };
}

/** Throws where a report for programs has no place for what else was asked for. */
function refuseWhatHasNoRoom({ report, chart, misses }: CompareFlags): void {
  if (chart === true && report !== "table")
    throw usage(
      `--chart goes with the table (got: --report ${report})`,
      "draw with --html instead",
    );
  if (misses === true && report === "csv")
    throw usage("a CSV report has no room for --misses", "use --report json or ndjson");
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

/** The prompts of the transcript that had most tokens in them, of those that count. */
function createLargest() {
  interface Largest {
    readonly tokens: number;
    readonly prompts: ComparedPrompts;
  }
  let settled: Largest | undefined;
  let pending: Largest | undefined;
  return {
    add(tokens: number, { prompts }: ComparedRead) {
      if (tokens > Math.max(pending?.tokens ?? -1, settled?.tokens ?? -1))
        pending = { tokens, prompts: prompts() };
    },
    finish() {
      settled = pending ?? settled;
      pending = undefined;
    },
    discard() {
      pending = undefined;
    },
    get prompts() {
      return settled?.prompts;
    },
  };
}
