import { ElisionError } from "../errors.ts";
import { DRAIN_BYTES } from "../io/output.ts";
import type { ReadTranscript } from "../read/read-transcript.ts";
import { createPolicy, looksForErrors, type Policy, PROGRAM_DEFAULTS } from "../reduce/policy.ts";
import { replayRead } from "../replay/replay-read.ts";
import { TOKENIZERS } from "../tokenizers/index.ts";
import type { ReplayFlags } from "./commands/replay.ts";
import { bytesOf, findInputsFor, type Input, isSkippable } from "./inputs.ts";
import { createNotices, type Notices } from "./notices.ts";
import { createProgress, type Progress } from "./progress.ts";
import { readInput } from "./read-input.ts";
import { reduceOptionsFrom } from "./reduce-options.ts";
import { isClosedPipe, knownError } from "./run.ts";
import { EXIT, type Shell } from "./shell.ts";

/** All that a replay carries along. */
interface Run {
  readonly shell: Shell;
  readonly flags: ReplayFlags;
  readonly policy: Policy;
  readonly notices: Notices;
  readonly progress: Progress;
}

/** Replays what the arguments name, one after another. Gives the exit code. */
export async function replayCommand(
  shell: Shell,
  names: readonly string[],
  flags: ReplayFlags,
): Promise<number> {
  const counter = flags.tokenizer && (await TOKENIZERS[flags.tokenizer]());
  const options = reduceOptionsFrom(flags);
  const policy = createPolicy(
    counter === undefined ? options : { ...options, counter },
    PROGRAM_DEFAULTS,
  );
  const { inputs, errors } = findInputsFor(shell, names, "elision replay --help");
  const quiet = flags.quiet ?? false;
  const notices = createNotices(shell.stderr, { quiet, badLines: "skipped" });
  const progress = createProgress(shell, { totalBytes: bytesOf(inputs), quiet });
  const run = { shell, flags, policy, notices, progress };
  let exitCode: number = EXIT.done;
  try {
    for (const error of errors) exitCode = Math.max(exitCode, fail(run, error));
    for (const input of inputs) exitCode = Math.max(exitCode, await replayInput(run, input));
    progress.clear();
  } catch (error) {
    if (!isClosedPipe(error)) throw error;
  }
  return exitCode;
}

/** Replays one input. What goes wrong with it is reported. Gives the exit code. */
async function replayInput(run: Run, input: Input): Promise<number> {
  const { shell, flags, policy, notices, progress } = run;
  const file = input.name;
  const rows: string[] = [];
  const counts = { rows: 0, turns: 0, transcripts: 0 };
  let held = 0;
  const flush = async () => {
    if (rows.length === 0) return;
    held = 0;
    const pieces = rows.splice(0).map((row) => Buffer.from(`${row}\n`));
    await shell.stdout.write(pieces);
  };
  const reading = {
    file,
    format: flags.format,
    strict: flags.strict ?? false,
    findsErrors: looksForErrors(policy),
    *onTranscript(read: ReadTranscript) {
      counts.transcripts++;
      counts.turns = Math.max(counts.turns, read.transcript.turns.count);
      for (const row of replayRead(read, policy, { only: flags.step })) {
        counts.rows++;
        const text = JSON.stringify(row);
        rows.push(text);
        held += text.length;
        if (held >= DRAIN_BYTES) yield;
      }
    },
    onBadLine(problem: { line: number; column: number; message: string }) {
      progress.clear();
      notices.badLine(file, problem);
    },
  };
  try {
    const read = await readInput(shell, input, {
      reading,
      onRead: async (count) => progress.read(count),
      drain: flush,
    });
    progress.clear();
    await flush();
    notices.endOfFile(file);
    if (flags.step !== undefined && counts.rows === 0 && counts.transcripts > 0)
      throw noSuchStep(flags.step, counts.turns);
    return read.badLines > 0 ? EXIT.incomplete : EXIT.done;
  } catch (error) {
    if (isClosedPipe(error)) throw error;
    if (error instanceof ElisionError && isSkippable(input, error)) return EXIT.done;
    return fail(run, error, file);
  }
}

function noSuchStep(step: number, turns: number): ElisionError {
  return new ElisionError("no-such-step", `no step ${step}: expected 0 to ${turns}`, {
    hint: "a step is how many turns the agent had seen",
  });
}

function fail({ notices, progress }: Run, error: unknown, file?: string): number {
  progress.clear();
  const known = knownError(error, file);
  notices.error(known, known.file ?? file);
  return EXIT.failed;
}
