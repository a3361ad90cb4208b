import { replayRead, stepRange } from "../../../analyses/replay/replay-read.ts";
import { ElisionError } from "../../../base/errors.ts";
import { DRAIN_BYTES } from "../../../io/output.ts";
import type { Policy } from "../../../reduce/pipeline/checked-policy.ts";
import { createPolicy, looksForErrors, PROGRAM_DEFAULTS } from "../../../reduce/pipeline/policy.ts";
import { jsonText } from "../../../report/json-text.ts";
import { TOKENIZERS } from "../../../tokenizers/index.ts";
import type { BackupSuffix } from "../../inputs/backup-suffix.ts";
import { findInputsFor } from "../../inputs/find-inputs.ts";
import { isDamaged } from "../../inputs/input-counts.ts";
import { type InputTaker, overInputs } from "../../inputs/over-inputs.ts";
import { reduceOptionsFrom } from "../../options/reduce-options.ts";
import { EXIT, type Shell } from "../../terminal/shell.ts";
import type { ReplayFlags } from "./flags.ts";

/** Replays what the arguments name, one after another. Gives the exit code. */
export async function replayCommand(
  shell: Shell,
  names: readonly string[],
  flags: ReplayFlags & BackupSuffix,
): Promise<number> {
  const counter = flags.tokenizer && (await TOKENIZERS[flags.tokenizer]());
  const options = reduceOptionsFrom(flags);
  const policy = createPolicy(
    counter === undefined ? options : { ...options, counter },
    PROGRAM_DEFAULTS,
  );
  const found = findInputsFor(shell, names, {
    help: "elision replay --help",
    follow: flags.follow,
    backup: flags.backup,
    column: flags.column,
  });
  const rows = replayedRows(shell, policy, flags.step);
  await overInputs(shell, found, { flags, taker: rows });
  return rows.exitCode;
}

/** Writes the rows of transcripts as they are made. */
function replayedRows(
  { stdout }: Shell,
  policy: Policy,
  only: number | undefined,
): InputTaker & { readonly exitCode: number } {
  let exitCode: number = EXIT.done;
  let rows: Buffer[] = [];
  let held = 0;
  let current = NO_STEPS;
  const end = (code: number) => {
    exitCode = Math.max(exitCode, code);
    current = NO_STEPS;
  };
  const flush = async () => {
    if (held === 0) return;
    const pieces = rows;
    rows = [];
    held = 0;
    await stdout.write(pieces);
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
        const bytes = Buffer.from(`${jsonText(row)}\n`);
        rows.push(bytes);
        held += bytes.length;
        if (held >= DRAIN_BYTES) yield;
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
    flush,
    finish: flush,
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
