import type { Diagnostics } from "../../../analyses/snapshot/diagnostics.ts";
import type { TrajectoryReduction } from "../../../analyses/snapshot/reduce-trajectory.ts";
import { estimateTokens, snapshotTokens } from "../../../analyses/snapshot/result.ts";
import { visible } from "../../../base/visible.ts";
import type { ModelRequest } from "../../../model/model-request.ts";
import { keptRepliesFor } from "../../options/open-model.ts";
import type { Notices } from "../../terminal/notices.ts";
import type { Shell } from "../../terminal/shell.ts";
import type { SnapshotFlags } from "./flags.ts";

/** Writes the account of a snapshot to stderr. */
export async function noteTrajectory(
  shell: Shell,
  flags: SnapshotFlags,
  { reduction, notices }: { readonly reduction: TrajectoryReduction; readonly notices: Notices },
): Promise<void> {
  const { diagnostics, deterministic, request } = reduction;
  for (const warning of diagnostics.warnings) notices.note(warning);
  if (diagnostics.reflection_skipped_reason === "dry_run" && request !== undefined)
    notices.note(await wouldAsk(shell, flags, request));
  if (flags.quiet) return;
  const fields = Object.entries(fieldsOf(diagnostics, snapshotTokens(deterministic)));
  const shown = fields.filter(([, value]) => value !== null);
  const line = shown.map(([name, value]) => `${name}=${value}`).join(" ");
  shell.stderr.write(`[TRAJECTORY] ${visible(line)}\n`);
}

/** Notes what a model would be asked. */
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

function fieldsOf(diagnostics: Diagnostics, deterministicTokens: number): Record<string, unknown> {
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
