import type { Model, ModelRequest } from "../model/model.ts";
import { comparisonText } from "../report/snapshot/comparison.ts";
import { visible } from "../report/visible.ts";
import { compareSnapshots } from "../snapshot/comparison.ts";
import type { Diagnostics } from "../snapshot/diagnostics.ts";
import type { FileBytes } from "../snapshot/read/records.ts";
import {
  type Asking,
  reduceTrajectory,
  type TrajectoryReduction,
} from "../snapshot/reduce-trajectory.ts";
import { estimateTokens, snapshotTokens } from "../snapshot/snapshot.ts";
import type { SnapshotFlags } from "./commands/snapshot.ts";
import { keptRepliesFor, openModelFor } from "./model.ts";
import { createNotices, type Notices } from "./notices.ts";
import { knownError } from "./run.ts";
import { EXIT, type Shell } from "./shell.ts";
import { readState } from "./snapshot/read-state.ts";
import { writeState } from "./snapshot/write-state.ts";
import { usage } from "./usage.ts";

/** Makes the snapshot of a state folder. Gives the exit code. */
export async function snapshotCommand(
  shell: Shell,
  [folder = ""]: readonly string[],
  flags: SnapshotFlags,
): Promise<number> {
  if (folder === "") throw usage("snapshot: expected a folder", "elision snapshot --help");
  const notices = createNotices(shell.stderr, { quiet: flags.quiet ?? false });
  const { inputs, past } = readState({ folder, stdin: await stdinFor(shell, flags) }, flags);
  const now = flags.now ?? new Date(shell.now()).toISOString();
  const { model: name } = flags;
  // A comparison needs both snapshots, also where nothing is to be written.
  const model =
    name === undefined || (flags.dryRun && !flags.compare)
      ? undefined
      : await openModelFor(shell, { ...flags, model: name, modelJobs: 1 }, notices);
  try {
    const reduction = await reduceTrajectory(inputs, { now, asking: asking(shell, flags, model) });
    if (!flags.dryRun) await written(folder, reduction);
    await tell(shell, flags, { reduction, notices });
    const comparison = flags.compare ? compareSnapshots(reduction, past) : undefined;
    await print(shell, flags, reduction, comparison);
    return isFailure(reduction.diagnostics) ? EXIT.incomplete : EXIT.done;
  } finally {
    await model?.close();
  }
}

/** All of stdin, where one input is named `-`. */
async function stdinFor(
  { stdin }: Shell,
  { memory, tasks, issue, progress }: SnapshotFlags,
): Promise<FileBytes | undefined> {
  const named = [memory, tasks, issue, progress].filter((name) => name === "-");
  if (named.length === 0) return undefined;
  if (named.length > 1) throw usage("snapshot: only one input can be read from stdin");
  const pieces: Buffer[] = [];
  for (;;) {
    const piece = Buffer.allocUnsafe(64 * 1024);
    const count = await stdin.read(piece);
    if (count === 0) return { name: "stdin", bytes: Buffer.concat(pieces) };
    pieces.push(piece.subarray(0, count));
  }
}

function asking(shell: Shell, flags: SnapshotFlags, model: Model | undefined): Asking {
  if (flags.model === undefined) return { skip: "no_model" };
  if (model === undefined) return { skip: "dry_run" };
  return { ask: (request) => model.ask(request), clock: () => shell.now() };
}

async function written(folder: string, reduction: TrajectoryReduction): Promise<void> {
  try {
    await writeState(folder, reduction);
  } catch (error) {
    throw knownError(error, folder);
  }
}

/** Says on stderr what was done, as seed 5 has it, and what there is to know of it. */
async function tell(
  shell: Shell,
  flags: SnapshotFlags,
  { reduction, notices }: { readonly reduction: TrajectoryReduction; readonly notices: Notices },
): Promise<void> {
  const { diagnostics, deterministic, request } = reduction;
  for (const warning of diagnostics.warnings) notices.note(warning);
  if (diagnostics.reflection_skipped_reason === "dry_run" && request !== undefined)
    notices.note(await wouldAsk(shell, flags, request));
  if (flags.quiet) return;
  const fields = Object.entries(logged(diagnostics, snapshotTokens(deterministic)));
  const shown = fields.filter(([, value]) => value !== null);
  const line = shown.map(([name, value]) => `${name}=${value}`).join(" ");
  shell.stderr.write(`[TRAJECTORY] ${visible(line)}\n`);
}

/** What a model would be asked. */
async function wouldAsk(
  shell: Shell,
  flags: SnapshotFlags,
  request: ModelRequest,
): Promise<string> {
  const { model = "" } = flags;
  const replies = await keptRepliesFor(shell, { ...flags, model, modelJobs: 1 });
  if (replies.get(request) !== undefined)
    return `${model} would not be asked: the reply is in the cache`;
  const sent = estimateTokens(request.system + request.prompt);
  return `${model} would be asked once: about ${sent} tokens sent, at most ${request.maxTokens} received`;
}

function logged(diagnostics: Diagnostics, deterministicTokens: number): Record<string, unknown> {
  const isUsed = diagnostics.reflection_used;
  return {
    reflection: isUsed ? "used" : "skipped",
    reason: diagnostics.reflection_skipped_reason,
    iteration: diagnostics.iteration,
    tokens: diagnostics.active_snapshot_token_size,
    saved: isUsed ? deterministicTokens - diagnostics.active_snapshot_token_size : null,
    items: diagnostics.active_item_count,
    repeated: diagnostics.repeated_item_count,
    retired: diagnostics.retired_branch_count,
    input_tokens: diagnostics.reflection_input_tokens,
    output_tokens: diagnostics.reflection_output_tokens,
    latency_ms: diagnostics.reflection_latency_ms,
  };
}

async function print(
  { stdout }: Shell,
  { report }: SnapshotFlags,
  { snapshot, retired, diagnostics }: TrajectoryReduction,
  comparison: ReturnType<typeof compareSnapshots> | undefined,
): Promise<void> {
  const text =
    report === "json"
      ? `${JSON.stringify({ snapshot, retired, diagnostics, comparison }, null, 2)}\n`
      : comparison && comparisonText(comparison);
  if (text !== undefined) await stdout.write([Buffer.from(text)]);
}

/** Whether a model was asked that gave nothing to judge by what it saves. */
function isFailure({
  reflection_skipped_reason: reason,
  reflection_latency_ms: ms,
}: Diagnostics): boolean {
  return ms !== null && reason !== null && reason !== "insufficient_savings";
}
