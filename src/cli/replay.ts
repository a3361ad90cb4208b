import { ElisionError } from "../errors.ts";
import { DRAIN_BYTES } from "../io/output.ts";
import { createPolicy, looksForErrors, type Policy, PROGRAM_DEFAULTS } from "../reduce/policy.ts";
import { replayRead } from "../replay/replay-read.ts";
import { TOKENIZERS } from "../tokenizers/index.ts";
import type { ReplayFlags } from "./commands/replay.ts";
import { findInputsFor } from "./inputs.ts";
import { type InputTaker, overInputs } from "./over-inputs.ts";
import { reduceOptionsFrom } from "./reduce-options.ts";
import { EXIT, type Shell } from "./shell.ts";

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
  const found = findInputsFor(shell, names, "elision replay --help");
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
  let current = { rows: 0, turns: 0 };
  const end = (code: number) => {
    exitCode = Math.max(exitCode, code);
    current = { rows: 0, turns: 0 };
  };
  const flush = async () => {
    if (held === 0) return;
    const pieces = rows;
    rows = [];
    held = 0;
    await stdout.write(pieces);
  };
  return {
    looksFor: { findsErrors: looksForErrors(policy) },
    *transcript(read) {
      current.turns = Math.max(current.turns, read.transcript.turns.count);
      for (const row of replayRead(read, policy, { only })) {
        current.rows++;
        const bytes = Buffer.from(`${JSON.stringify(row)}\n`);
        rows.push(bytes);
        held += bytes.length;
        if (held >= DRAIN_BYTES) yield;
      }
    },
    file({ badLines, transcripts }) {
      const { rows: count, turns } = current;
      end(badLines > 0 ? EXIT.incomplete : EXIT.done);
      if (only !== undefined && count === 0 && transcripts > 0) throw noSuchStep(only, turns);
    },
    fail: () => end(EXIT.failed),
    skip: () => end(EXIT.done),
    flush,
    finish: flush,
    get exitCode() {
      return exitCode;
    },
  };
}

function noSuchStep(step: number, turns: number): ElisionError {
  return new ElisionError("no-such-step", `no step ${step}: expected 0 to ${turns}`, {
    hint: "a step is how many turns the agent had seen",
  });
}
