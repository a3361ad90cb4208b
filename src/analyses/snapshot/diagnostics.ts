import type { Reflection, SkippedReason } from "./reflect/ask-reflection.ts";
import type { Dropped } from "./reflect/reflection-reply.ts";
import { type Snapshot, snapshotTokens } from "./result.ts";
import { type Retired, repeatedItems } from "./retired.ts";
import type { ReachedInputs } from "./snapshot-inputs.ts";
import type { Limited } from "./snapshot-limits.ts";

/** The account of a reduction: `trajectory-reduction.json`. */
export interface Diagnostics {
  readonly schema_version: 1;
  readonly generated_at: string;
  readonly iteration: number;
  readonly active_snapshot_token_size: number;
  readonly retired_branch_count: number;
  /** Which part of the items the snapshot before had as well. */
  readonly repeated_context_rate: number;
  readonly active_item_count: number;
  readonly repeated_item_count: number;
  readonly warnings: readonly string[];
  /** Whether the snapshot is a model's. */
  readonly reflection_used: boolean;
  /** The tokens of the call, if there was one: as the provider counts them, else a quarter of the chars. */
  readonly reflection_input_tokens: number | null;
  readonly reflection_output_tokens: number | null;
  readonly reflection_latency_ms: number | null;
  /** Why the keywords' snapshot stands; null where it does not. */
  readonly reflection_skipped_reason: SkippedReason | null;
  /** Entries that the model left out, and why; null if there was no reply to read. */
  readonly reflection_dropped: readonly Dropped[] | null;
}

/** The figures of a call to a model. */
export interface CallFigures {
  readonly inputTokens: number | null;
  readonly outputTokens: number | null;
  readonly latencyMs: number | null;
}

/** From this share on, repeated items are worth a warning, and from this size on a snapshot's tokens. */
const HIGH_REPEATED_RATE = 0.85;
const HIGH_TOKENS = 1400;

/** The account of a reduction to `snapshot`. */
export function diagnosticsOf(
  snapshot: Snapshot,
  about: {
    readonly inputs: ReachedInputs;
    readonly retired: readonly Retired[];
    readonly cut: Limited["cut"];
    readonly reflection: Reflection;
    readonly call: CallFigures | undefined;
  },
): Diagnostics {
  const { inputs, retired, reflection, call } = about;
  const { items, repeated } = repeatedItems(inputs.last, snapshot);
  const figures = {
    tokens: snapshotTokens(snapshot),
    rate: repeated / items,
  };
  return {
    schema_version: 1,
    generated_at: snapshot.generated_at,
    iteration: snapshot.iteration,
    active_snapshot_token_size: figures.tokens,
    retired_branch_count: retired.length,
    repeated_context_rate: figures.rate,
    active_item_count: items,
    repeated_item_count: repeated,
    warnings: [...warningsAbout(about, figures)],
    reflection_used: reflection.skippedReason === undefined,
    reflection_input_tokens: call?.inputTokens ?? null,
    reflection_output_tokens: call?.outputTokens ?? null,
    reflection_latency_ms: call?.latencyMs ?? null,
    reflection_skipped_reason: reflection.skippedReason ?? null,
    reflection_dropped: reflection.dropped ?? null,
  };
}

function* warningsAbout(
  { inputs, cut, reflection }: Parameters<typeof diagnosticsOf>[1],
  { tokens, rate }: { readonly tokens: number; readonly rate: number },
): Generator<string> {
  if (reflection.detail !== undefined)
    yield `reflection: ${reflection.skippedReason}: ${reflection.detail}`;
  if (inputs.tooNewEntries > 0)
    yield `entries of iteration ${inputs.iteration} or later, left out: ${inputs.tooNewEntries}`;
  for (const { field, items } of cut) yield `${field}: items past the limit of 25: ${items}`;
  if (rate > HIGH_REPEATED_RATE && inputs.last !== undefined)
    yield `${(rate * 100).toFixed(1)}% of the items were in the snapshot before`;
  if (tokens > HIGH_TOKENS) yield `the snapshot is large: ${tokens} tokens`;
}
