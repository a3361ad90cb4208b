import type { ComparedRead } from "../compare/compare-read.ts";
import type { Comparing } from "../compare/compare-session.ts";
import { recommend } from "../compare/recommend.ts";
import { createComparisonSum } from "../compare/sum.ts";
import { chartsOf } from "../report/comparison/charts.ts";
import type {
  ComparedFile,
  ComparedPrompts,
  ComparedTotals,
} from "../report/comparison/compared.ts";
import { createComparisonReporter } from "../report/comparison/index.ts";
import { createMissList } from "../report/comparison/misses.ts";
import { wantsColor } from "./color.ts";
import type { CompareFlags } from "./commands/compare.ts";
import type { Input } from "./inputs.ts";
import { placePage } from "./page-file.ts";
import { EXIT, type Shell } from "./shell.ts";
import { usage } from "./usage.ts";
import { widthOf } from "./width.ts";

/** What was compared in all inputs, and the exit code that it comes to. */
export interface CompareReport {
  transcript(read: ComparedRead): void;
  /** An input is done: its transcripts count. */
  file(compared: ComparedFile): void;
  /** An input could not be read: its transcripts do not. */
  fail(): void;
  /** A file found in a folder is no transcript. */
  skip(): void;
  /** Writes what there is to write by now. */
  flush(): Promise<void>;
  finish(): Promise<void>;
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
  let text: string[] = [];
  const look = { columns: widthOf(shell), color: wantsColor(flags.color, env, stdout) };
  const write = (more: string) => void text.push(more);
  const reporter = await createComparisonReporter(flags.report, { write, ...look });
  const flush = async () => {
    if (text.length === 0) return;
    const bytes = Buffer.from(text.join(""));
    text = [];
    await stdout.write([bytes]);
  };

  const names = settings.map(({ name }) => name);
  const sum = createComparisonSum(names);
  const formats: Record<string, number> = {};
  const counts = {
    inputs: 0,
    failedInputs: 0,
    skippedFiles: 0,
    bytes: 0,
    otherRecords: 0,
    badLines: 0,
    invalidUtf8Records: 0,
  };
  const largest = createLargest();
  // Those of the input at hand, which count only if it can be read to its end.
  let current = createComparisonSum(names);
  let currentFormats: Record<string, number> = {};
  const begin = () => {
    current = createComparisonSum(names);
    currentFormats = {};
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
      currentFormats[compared.format] = (currentFormats[compared.format] ?? 0) + 1;
      largest.add(compared.alone.promptTokens, read);
      misses.add(compared);
      reporter.transcript(compared);
    },
    file(compared) {
      sum.merge(current);
      for (const [name, count] of Object.entries(currentFormats))
        formats[name] = (formats[name] ?? 0) + count;
      begin();
      largest.settle();
      misses.settle();
      if (compared.transcripts > 0) firstFile ??= compared.file;
      counts.inputs++;
      for (const key of FILE_KEYS) counts[key] += compared[key];
      reporter.file(compared);
    },
    fail() {
      counts.failedInputs++;
      discard();
    },
    skip() {
      counts.skippedFiles++;
      discard();
    },
    flush,
    async finish() {
      const totals = sum.totals;
      const all: ComparedTotals = {
        ...counts,
        formats,
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
        const { comparisonPage } = await import("../report/comparison/page/page.ts");
        await page.write(comparisonPage(all, { prompts, misses, firstFile: firstFile ?? "" }));
      }
      await reporter.finish(all, prompts);
      if (flags.chart === true) text.push(await chartOf(all, prompts, look));
      await flush();
    },
    get exitCode() {
      if (counts.failedInputs > 0) return EXIT.failed;
      return counts.badLines > 0 ? EXIT.incomplete : EXIT.done;
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
  const { drawPromptSizes } = await import("../report/comparison/terminal-chart.ts");
  return `\n${drawPromptSizes(promptSizes, look)}`;
}

/** What is added up of files. */
const FILE_KEYS = [
  "bytes",
  "otherRecords",
  "badLines",
  "invalidUtf8Records",
] as const satisfies readonly (keyof ComparedFile)[];

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
    settle() {
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
