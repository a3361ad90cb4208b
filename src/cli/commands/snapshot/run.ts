import { totalsOf } from "../../../analyses/snapshot/comparison-totals.ts";
import type { Diagnostics } from "../../../analyses/snapshot/diagnostics.ts";
import type { FileBytes } from "../../../analyses/snapshot/read/read-records.ts";
import {
  type Asking,
  reduceTrajectory,
  type TrajectoryReduction,
} from "../../../analyses/snapshot/reduce-trajectory.ts";
import type { ReflectionPrice } from "../../../analyses/snapshot/reflection-cost.ts";
import { estimateTokens, snapshotTokens } from "../../../analyses/snapshot/result.ts";
import {
  compareSnapshots,
  type SnapshotComparison,
} from "../../../analyses/snapshot/snapshot-comparison.ts";
import { visible } from "../../../base/visible.ts";
import type { Model } from "../../../model/model.ts";
import type { ModelRequest } from "../../../model/model-request.ts";
import { jsonText } from "../../../report/json-text.ts";
import {
  comparisonText,
  comparisonTotalsText,
} from "../../../report/snapshot/snapshot-comparison-text.ts";
import { keptRepliesFor, openModelFor } from "../../model-calls/open-model.ts";
import { usage } from "../../options/usage-error.ts";
import { knownError } from "../../terminal/known-error.ts";
import { createNotices, type Notices } from "../../terminal/notices.ts";
import { EXIT, type Shell } from "../../terminal/shell.ts";
import type { SnapshotFlags } from "./flags.ts";
import { readState } from "./read-state.ts";
import { reflectionPriceFrom } from "./reflection-price.ts";
import { writeState } from "./write-state.ts";

/** Makes the snapshot of a state folder. Gives the exit code. */
export async function snapshotCommand(
  shell: Shell,
  folders: readonly string[],
  flags: SnapshotFlags,
): Promise<number> {
  const [folder = ""] = folders;
  if (folder === "") throw usage("snapshot: expected a folder", "elision snapshot --help");
  if (folders.length > 1) refuseNamedInputs(flags);
  const price = reflectionPriceFrom(flags);
  const notices = createNotices(shell.stderr, { quiet: flags.quiet ?? false });
  const { model: name } = flags;
  // A comparison needs both snapshots, also where nothing is to be written.
  const model =
    name === undefined || (flags.dryRun && !flags.compare)
      ? undefined
      : await openModelFor(shell, { ...flags, model: name, modelJobs: 1 }, notices);
  const making = { flags, notices, model, price };
  try {
    if (folders.length > 1) return await compareFolders(shell, folders, making);
    const { reduction, comparison } = await makeSnapshot(shell, folder, making);
    await print(shell, flags, reduction, comparison);
    return isFailure(reduction.diagnostics) ? EXIT.incomplete : EXIT.done;
  } finally {
    await model?.close();
  }
}

/** The options and model for the snapshots of all folders. */
interface Making {
  readonly flags: SnapshotFlags;
  readonly notices: Notices;
  readonly model: Model | undefined;
  readonly price: ReflectionPrice | undefined;
}

/** Makes the snapshot of a folder and says so; compares it where that is asked for. */
async function makeSnapshot(
  shell: Shell,
  folder: string,
  { flags, notices, model, price }: Making,
): Promise<{ readonly reduction: TrajectoryReduction; readonly comparison?: SnapshotComparison }> {
  const { inputs, past } = readState({ folder, stdin: await stdinFor(shell, flags) }, flags);
  const now = flags.now ?? new Date(shell.now()).toISOString();
  const reduction = await reduceTrajectory(inputs, { now, asking: asking(shell, flags, model) });
  if (!flags.dryRun) await written(folder, reduction);
  await tell(shell, flags, { reduction, notices });
  return flags.compare
    ? { reduction, comparison: compareSnapshots(reduction, past, price) }
    : { reduction };
}

/** Several folders are compared, and each has its own inputs. */
function refuseNamedInputs(flags: SnapshotFlags): void {
  const { compare, memory, tasks, issue, progress, previous, iteration } = flags;
  if (compare !== true)
    throw usage("several folders are only compared", "add --compare, or name one folder");
  const named = [memory, tasks, issue, progress, previous, iteration];
  if (named.some((each) => each !== undefined))
    throw usage(
      "several folders each have their own inputs",
      "leave --memory, --tasks, --issue, --progress, --previous and --iteration away",
    );
}

/** Compares each folder, then all of them. One that fails is named, and the others are done. */
async function compareFolders(
  shell: Shell,
  folders: readonly string[],
  making: Making,
): Promise<number> {
  const { flags, notices } = making;
  const done: { readonly folder: string; readonly comparison: SnapshotComparison }[] = [];
  let exitCode: number = EXIT.done;
  for (const folder of folders) {
    try {
      const { reduction, comparison } = await makeSnapshot(shell, folder, making);
      if (isFailure(reduction.diagnostics)) exitCode = Math.max(exitCode, EXIT.incomplete);
      if (comparison === undefined) continue;
      done.push({ folder, comparison });
      if (flags.report !== "json") {
        const text = `==> ${visible(folder)} <==\n${comparisonText(comparison)}\n`;
        await shell.stdout.write([Buffer.from(text)]);
      }
    } catch (error) {
      const known = knownError(error, folder);
      if (known.code === "io" && known.file !== undefined && known.file === flags.modelCache)
        throw known;
      notices.error(known, known.file ?? folder);
      exitCode = EXIT.failed;
    }
  }
  const totals = totalsOf(done.map(({ comparison }) => comparison));
  const text =
    flags.report === "json"
      ? `${jsonText({ folders: done, totals }, 2)}\n`
      : `==> total <==\n${comparisonTotalsText(totals)}`;
  await shell.stdout.write([Buffer.from(text)]);
  return exitCode;
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

/** Writes the account to stderr. */
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

/** Says what a model would be asked. */
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
  return `would call ${model} once: about ${sent} tokens sent, at most ${request.maxTokens} received`;
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
      ? `${jsonText({ snapshot, retired, diagnostics, comparison }, 2)}\n`
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
