import { ElisionError } from "../../../base/errors.ts";
import type { Input } from "../../inputs/input.ts";
import type { Manifest } from "../../inputs/manifest.ts";
import { settledInputs } from "../../inputs/settled-inputs.ts";
import type { Run } from "./run-state.ts";

/**
 * The inputs to compact: not those that changed too recently, nor those that an earlier run finished. Notes how
 * many are left out.
 */
export async function dueInputs(
  run: Run,
  inputs: readonly Input[],
  sessions: ReadonlySet<string>,
): Promise<readonly Input[]> {
  const { flags, shell, notices } = run;
  return undone(run, settledInputs(inputs, { flags, sessions, now: shell.now, notices }));
}

/** The inputs that no earlier run has finished. */
async function undone(
  { manifest, notices, report }: Run,
  inputs: readonly Input[],
): Promise<readonly Input[]> {
  if (manifest === undefined) return inputs;
  const left: Input[] = [];
  let incomplete = 0;
  for (const input of inputs) {
    const entry = await found(manifest, input);
    if (entry === undefined) left.push(input);
    else if (entry.incomplete) incomplete++;
  }
  report.earlier(incomplete);
  const done = inputs.length - left.length;
  const among = incomplete === 0 ? "" : `, ${incomplete} of them with exit code 1, as now`;
  if (done > 0) notices.note(`done by an earlier run, skipped: ${done}${among}`);
  return left;
}

/**
 * The entry of an input that is done. One whose state cannot be read counts as not done, and fails in its turn.
 */
async function found(manifest: Manifest, input: Input): ReturnType<Manifest["find"]> {
  try {
    return await manifest.find(input);
  } catch (error) {
    if (error instanceof ElisionError) return undefined;
    throw error;
  }
}
