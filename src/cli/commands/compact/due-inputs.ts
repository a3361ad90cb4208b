import { ElisionError } from "../../../base/errors.ts";
import type { Input } from "../../inputs/input.ts";
import type { Manifest } from "../../inputs/manifest.ts";
import type { Run } from "../../run.ts";

/** Within this time, a session that was changed may be one that its agent still writes to. */
const IN_USE_MS = 600_000;

/** The inputs that are to be done: not changed too recently, not done by an earlier run. Says how many are left out. */
export async function dueInputs(
  run: Run,
  inputs: readonly Input[],
  sessions: ReadonlySet<string>,
): Promise<readonly Input[]> {
  return undone(run, settled(run, inputs, sessions));
}

/** The inputs that were not changed too recently. */
function settled(
  { flags: { minAge, inPlace }, shell, notices }: Run,
  inputs: readonly Input[],
  sessions: ReadonlySet<string>,
): readonly Input[] {
  const isDue = (input: Input, least: number) =>
    input.kind === "stdin" || shell.now() - Number(input.stats.mtimeNs / 1_000_000n) >= least;
  if (minAge !== undefined) {
    const due = inputs.filter((input) => isDue(input, minAge));
    if (due.length < inputs.length)
      notices.note(`${inputs.length - due.length} files changed too recently, skipped`);
    return due;
  }
  if (inPlace !== true) return inputs;
  const due = inputs.filter((input) => !sessions.has(input.name) || isDue(input, IN_USE_MS));
  if (due.length < inputs.length)
    notices.note(
      `sessions changed in the last 10 minutes, which may be in use, skipped: ${inputs.length - due.length} (--min-age 0 takes them too)`,
    );
  return due;
}

/** The inputs that no earlier run has done. */
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

/** The entry of an input that is done. One that cannot be looked at is not, and fails when it is its turn. */
async function found(manifest: Manifest, input: Input): ReturnType<Manifest["find"]> {
  try {
    return await manifest.find(input);
  } catch (error) {
    if (error instanceof ElisionError) return undefined;
    throw error;
  }
}
