import { checkArgument, checkOptions, type ValueKind } from "../../base/arguments.ts";
import { ElisionError } from "../../base/errors.ts";
import type { ModelReply, ModelRequest } from "../../model/model-request.ts";
import { deterministicContent } from "./deterministic.ts";
import { type CallFigures, type Diagnostics, diagnosticsOf } from "./diagnostics.ts";
import {
  judgeReply,
  MIN_SNAPSHOT_TOKENS,
  type Reflecting,
  type Reflection,
  replyTokens,
} from "./reflect/ask-reflection.ts";
import { reflectionRequest } from "./reflect/reflection-prompt.ts";
import { estimateTokens, type Snapshot, snapshotOf, snapshotTokens } from "./result.ts";
import { type Retired, retiredItems } from "./retired.ts";
import { type SnapshotInputs, withinReach } from "./snapshot-inputs.ts";

/** All that comes of a reduction. */
export interface TrajectoryReduction {
  /** The one that stands. */
  readonly snapshot: Snapshot;
  readonly retired: readonly Retired[];
  readonly diagnostics: Diagnostics;
  /** The snapshot by keywords. */
  readonly deterministic: Snapshot;
  readonly reflection: Reflection;
  /** The question for a model; undefined if the snapshot is too small for one. */
  readonly request: ModelRequest | undefined;
}

/** How a model is asked; where it is not, why. */
export type Asking =
  | { readonly skip: "no_model" | "dry_run" }
  | {
      ask(request: ModelRequest): Promise<ModelReply>;
      /** Milliseconds of a clock that never goes back. */
      clock(): number;
    };

/**
 * Makes the snapshot for an iteration: by keywords, or where a model is asked and what it makes passes
 * every check, by that. Whatever the model does, there is a valid result.
 *
 * @param now an ISO 8601 time
 * @throws {ElisionError} `bad-input` or `bad-option` for arguments that make no sense
 */
export async function reduceTrajectory(
  given: SnapshotInputs,
  options: { readonly now: string; readonly asking?: Asking },
): Promise<TrajectoryReduction> {
  checkArgument("inputs", given, INPUTS);
  checkOptions(options, { now: TIME, asking: ASKING });
  checkArgument("now", options.now, TIME);
  const { now, asking = { skip: "no_model" } } = options;
  const inputs = withinReach(given);
  const { content, cut } = deterministicContent(inputs);
  const deterministic = snapshotOf(content, { now, iteration: inputs.iteration });
  const request =
    snapshotTokens(deterministic) < MIN_SNAPSHOT_TOKENS ? undefined : reflectionRequest(inputs);
  const { reflection, call } = await reflect(request, asking, { inputs, deterministic });
  const isUsed = reflection.skippedReason === undefined;
  const snapshot = (isUsed && reflection.proposed) || deterministic;
  const retired = retiredItems(inputs.last, snapshot);
  const about = { inputs, retired, reflection, call, cut: (isUsed && reflection.cut) || cut };
  return {
    snapshot,
    retired,
    diagnostics: diagnosticsOf(snapshot, about),
    deterministic,
    reflection,
    request,
  };
}

async function reflect(
  request: ModelRequest | undefined,
  asking: Asking,
  reflecting: Reflecting,
): Promise<{ readonly reflection: Reflection; readonly call?: CallFigures }> {
  if ("skip" in asking && asking.skip === "no_model")
    return { reflection: { skippedReason: "no_model" } };
  if (request === undefined) return { reflection: { skippedReason: "below_threshold" } };
  if ("skip" in asking) return { reflection: { skippedReason: asking.skip } };
  const began = asking.clock();
  const reply = await replyOf(asking, request);
  const latencyMs = Math.round(asking.clock() - began);
  const sent = estimateTokens(request.system + request.prompt);
  const inputTokens = (reply.ok ? reply.inputTokens : undefined) ?? sent;
  return {
    reflection: judgeReply(reply, reflecting),
    call: { inputTokens, outputTokens: replyTokens(reply), latencyMs },
  };
}

async function replyOf(
  asking: Extract<Asking, { clock(): number }>,
  request: ModelRequest,
): Promise<ModelReply> {
  try {
    return await asking.ask(request);
  } catch (error) {
    // A file of replies that cannot be written is no fault of the model's.
    if (error instanceof ElisionError && error.code === "io") throw error;
    return { ok: false, reason: error instanceof Error ? error.message : String(error) };
  }
}

const INPUTS: ValueKind = [
  "{ iteration, entries, tasks, previous }: a whole number, entries with scope and key, tasks with id, title and status, and snapshots",
  areInputs,
];

const ASKING: ValueKind = [
  "{ ask, clock }, both functions, or { skip }",
  (value) => {
    if (typeof value !== "object" || value === null) return false;
    if ("skip" in value) return value.skip === "no_model" || value.skip === "dry_run";
    return ["ask", "clock"].every((key) => typeof Reflect.get(value, key) === "function");
  },
];

const TIME: ValueKind = [
  "a time in ISO 8601",
  (value) =>
    typeof value === "string" && /^\d{4}-\d\d-\d\d/.test(value) && !Number.isNaN(Date.parse(value)),
];

function areInputs(value: unknown): boolean {
  if (typeof value !== "object" || value === null) return false;
  if (!("iteration" in value && "entries" in value && "tasks" in value && "previous" in value))
    return false;
  const { iteration, entries, tasks, previous } = value;
  return (
    Number.isSafeInteger(iteration) &&
    areRecords(entries, ["scope", "key"]) &&
    areRecords(tasks, ["id", "title", "status"]) &&
    areRecords(previous, [])
  );
}

/** Whether a value is a list of objects that have texts under these keys. */
function areRecords(list: unknown, texts: readonly string[]): boolean {
  const isRecord = (item: unknown) =>
    typeof item === "object" &&
    item !== null &&
    texts.every((key) => typeof Reflect.get(item, key) === "string");
  return Array.isArray(list) && list.every(isRecord);
}
