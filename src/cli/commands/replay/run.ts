import { replayRead, stepRange } from "../../../analyses/replay/replay-read.ts";
import { ElisionError } from "../../../base/errors.ts";
import type { Policy } from "../../../reduce/pipeline/checked-policy.ts";
import { createPolicy, looksForErrors, PROGRAM_DEFAULTS } from "../../../reduce/pipeline/policy.ts";
import { TOKENIZERS } from "../../../tokenizers/index.ts";
import type { BackupSuffix } from "../../inputs/backup-suffix.ts";
import { findInputsFor, type Inputs } from "../../inputs/find-inputs.ts";
import type { Input } from "../../inputs/input.ts";
import { isDamaged } from "../../inputs/input-counts.ts";
import { placeOutputs } from "../../inputs/outputs.ts";
import { type InputTaker, overInputs } from "../../inputs/over-inputs.ts";
import { reduceOptionsFrom } from "../../options/reduce-options.ts";
import type { Layer } from "../../options/settings.ts";
import { watchGlobs } from "../../options/typed-in-vain.ts";
import { EXIT, type Shell } from "../../terminal/shell.ts";
import type { ReplayFlags } from "./flags.ts";
import { lineOutput, parquetOutput, type ReplayOutput } from "./replay-output.ts";

/** Replays the inputs that the arguments name, one after another. Gives the exit code. */
export async function replayCommand(
  shell: Shell,
  names: readonly string[],
  { flags, settings }: { readonly flags: ReplayFlags & BackupSuffix; readonly settings: Layer },
): Promise<number> {
  const counter = flags.tokenizer && (await TOKENIZERS[flags.tokenizer]());
  const options = reduceOptionsFrom(flags);
  const globs = watchGlobs(settings);
  const policy = globs.watch(
    createPolicy(counter === undefined ? options : { ...options, counter }, PROGRAM_DEFAULTS),
  );
  const found = findInputsFor(shell, names, {
    help: "elision replay --help",
    follow: flags.follow,
    backup: flags.backup,
    column: flags.column,
  });
  const output = await openOutput(shell, found, flags.output);
  const rows = replayedRows(output, policy, flags.step);
  try {
    await overInputs(shell, found, { flags, taker: rows, notesAtEnd: globs.notes });
    return rows.exitCode;
  } finally {
    if (!rows.isDone) output.abort();
  }
}

/** Opens the output of rows: Parquet if its name says so. */
async function openOutput(
  shell: Shell,
  found: Inputs,
  output: string | undefined,
): Promise<ReplayOutput> {
  const flags = { output, outDir: undefined, inPlace: undefined, backup: undefined };
  const placement = placeOutputs(found, { ...flags, dryRun: undefined }, shell);
  const [first = STDIN] = found.inputs;
  const file = placement.open(first, NOTHING_READ);
  return output?.endsWith(".parquet") === true ? parquetOutput(file) : lineOutput(file);
}

/** Stands in for the inputs of an output that depends on none. */
const STDIN: Input = { kind: "stdin", name: "stdin" };
const NOTHING_READ = { stats: undefined, compression: undefined, samples: undefined };

/** Writes the rows of transcripts as they are made. */
function replayedRows(
  output: ReplayOutput,
  policy: Policy,
  only: number | undefined,
): InputTaker & { readonly exitCode: number; readonly isDone: boolean } {
  let exitCode: number = EXIT.done;
  let isDone = false;
  /** Whether any input was read, or was empty: if all failed, nothing is committed. */
  let isAnyRead = false;
  let current = NO_STEPS;
  const end = (code: number) => {
    exitCode = Math.max(exitCode, code);
    isAnyRead ||= code !== EXIT.failed;
    current = NO_STEPS;
  };
  return {
    looksFor: {
      findsErrors: looksForErrors(policy),
      findsModels: policy.rules["bound-reasoning"]?.binding === "auto",
    },
    *transcript(read) {
      const [first, last] = stepRange(read);
      current = {
        rows: current.rows,
        first: Math.min(current.first, first),
        last: Math.max(current.last, last),
      };
      for (const row of replayRead(read, policy, { only })) {
        current = { ...current, rows: current.rows + 1 };
        if (output.put(row)) yield;
      }
    },
    file(read) {
      const { rows: count, first, last } = current;
      end(isDamaged(read) ? EXIT.incomplete : EXIT.done);
      if (only !== undefined && count === 0 && read.transcripts > 0)
        throw noSuchStep(only, first, last);
    },
    fail: () => end(EXIT.failed),
    skip: () => end(EXIT.done),
    empty: () => end(EXIT.done),
    flush: output.flush,
    async finish() {
      if (!isAnyRead) return;
      await output.commit();
      isDone = true;
    },
    get isDone() {
      return isDone;
    },
    get exitCode() {
      return exitCode;
    },
  };
}

/** Before any transcript of an input was replayed. */
const NO_STEPS = { rows: 0, first: Number.POSITIVE_INFINITY, last: 0 };

function noSuchStep(step: number, first: number, last: number): ElisionError {
  return new ElisionError("no-such-step", `no step ${step}: expected ${first} to ${last}`, {
    hint: "a step is how many turns the agent had seen",
  });
}
