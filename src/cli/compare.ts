import { compareRead } from "../compare/compare-read.ts";
import type { Comparing } from "../compare/compare-session.ts";
import { settingsOf } from "../compare/setting.ts";
import { ElisionError } from "../errors.ts";
import type { ReadTranscript } from "../read/read-transcript.ts";
import { looksForErrors } from "../reduce/policy.ts";
import { TOKENIZERS } from "../tokenizers/index.ts";
import type { CompareFlags } from "./commands/compare.ts";
import { type CompareReport, openCompareReport } from "./compare-report.ts";
import { bytesOf, findInputsFor, type Input, isSkippable } from "./inputs.ts";
import { createNotices, type Notices } from "./notices.ts";
import { priceFrom } from "./price.ts";
import { createProgress, type Progress } from "./progress.ts";
import { readInput } from "./read-input.ts";
import { reduceOptionsFrom } from "./reduce-options.ts";
import { isClosedPipe, knownError } from "./run.ts";
import type { Shell } from "./shell.ts";

/** All that a comparison carries along. */
interface Run {
  readonly shell: Shell;
  readonly flags: CompareFlags;
  readonly comparing: Comparing;
  readonly notices: Notices;
  readonly progress: Progress;
  readonly report: CompareReport;
}

/** Compares settings over what the arguments name, one after another. Gives the exit code. */
export async function compareCommand(
  shell: Shell,
  names: readonly string[],
  flags: CompareFlags,
): Promise<number> {
  const comparing = await comparingFrom(flags);
  const { inputs, errors } = findInputsFor(shell, names, "elision compare --help");
  const quiet = flags.quiet ?? false;
  const notices = createNotices(shell.stderr, { quiet, badLines: "skipped" });
  const report = await openCompareReport(shell, flags, { ...comparing, inputs });
  const progress = createProgress(shell, { totalBytes: bytesOf(inputs), quiet });
  const run = { shell, flags, comparing, notices, progress, report };
  try {
    for (const error of errors) fail(run, error);
    for (const input of inputs) await compareInput(run, input);
    progress.clear();
    await report.finish();
  } catch (error) {
    if (!isClosedPipe(error)) throw error;
  }
  return report.exitCode;
}

/** What is compared; options that make no sense are named before anything is read. */
async function comparingFrom(flags: CompareFlags): Promise<Comparing> {
  const counter = flags.tokenizer && (await TOKENIZERS[flags.tokenizer]());
  const grid = { windows: flags.windows, every: flags.every, presets: flags.preset ?? [] };
  const { windows: _windows, every: _every, preset: _preset, ...policy } = flags;
  const options = reduceOptionsFrom(policy);
  return {
    settings: settingsOf(grid, counter === undefined ? options : { ...options, counter }),
    price: priceFrom(flags),
    counter,
    overheadTokens: flags.overheadTokens,
    recalls: flags.recall ?? true,
  };
}

/** Compares over one input. What goes wrong with it is reported. */
async function compareInput(run: Run, input: Input): Promise<void> {
  const { shell, flags, comparing, notices, progress, report } = run;
  const file = input.name;
  let transcripts = 0;
  const reading = {
    file,
    format: flags.format,
    strict: flags.strict ?? false,
    findsErrors: comparing.settings.some(({ policy }) => looksForErrors(policy)),
    findsUsage: true,
    onTranscript(read: ReadTranscript) {
      transcripts++;
      report.transcript(compareRead(read, comparing, { file, listsMisses: flags.misses ?? false }));
    },
    onBadLine(problem: { line: number; column: number; message: string }) {
      progress.clear();
      notices.badLine(file, problem);
    },
  };
  try {
    const read = await readInput(shell, input, {
      reading,
      onRead: async (count) => {
        progress.read(count);
        await report.flush();
      },
    });
    progress.clear();
    notices.endOfFile(file);
    if (read.otherRecords > 0)
      notices.note(`${file}: records that are no messages, left out: ${read.otherRecords}`);
    const { layout, bytes, ...counts } = read;
    report.file({ file, layout, bytes, transcripts, ...counts });
  } catch (error) {
    if (isClosedPipe(error)) throw error;
    if (error instanceof ElisionError && isSkippable(input, error)) report.skip();
    else fail(run, error, file);
  }
}

function fail({ notices, progress, report }: Run, error: unknown, file?: string): void {
  progress.clear();
  const known = knownError(error, file);
  notices.error(known, known.file ?? file);
  report.fail();
}
