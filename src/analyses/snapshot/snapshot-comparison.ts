import { type Difference, differencesOf } from "./differences.ts";
import type { TrajectoryReduction } from "./reduce-trajectory.ts";
import type { Reflection, SkippedReason } from "./reflect/ask-reflection.ts";
import type { Dropped } from "./reflect/reflection-reply.ts";
import { sourceNames } from "./reflect/trace.ts";
import { type ReflectionCost, type ReflectionPrice, reflectionCost } from "./reflection-cost.ts";
import { itemsOf, LIST_FIELDS, listItemCount, type Snapshot, snapshotTokens } from "./result.ts";

/** How a reflection of an iteration ended, of which its diagnostics are on record. */
export interface PastReflection {
  readonly iteration: number;
  readonly used: boolean;
  readonly latencyMs: number | null;
}

/** Both snapshots of an iteration side by side, for an audit. */
export interface SnapshotComparison {
  readonly deterministic: SnapshotFigures;
  /** Null where there was no reply to make one of. */
  readonly reflected: SnapshotFigures | null;
  readonly skipped_reason: SkippedReason | null;
  readonly differences: readonly Difference[];
  readonly dropped: readonly Dropped[];
  readonly metrics: Metrics;
  /** The cost of the reflection, if a price was named. */
  readonly cost?: ReflectionCost;
}

/** How large a snapshot is. */
export interface SnapshotFigures {
  readonly tokens: number;
  readonly items: number;
  readonly by_field: Readonly<Record<string, number>>;
}

/** The evaluation metrics that need no human; null where there is nothing to measure. */
export interface Metrics {
  /** Which part of the items became one with others: of sources that are cited together. Target: 0.1 to 0.3. */
  readonly consolidation_rate: number | null;
  /** Tokens that the reflected snapshot saves, without those of the reflection. Target: over 100. */
  readonly net_token_delta: number | null;
  /** The latency in this iteration, and the 95th percentile of those on record. Target: under 3000. */
  readonly reflection_latency_ms: number | null;
  readonly reflection_latency_p95_ms: number | null;
  /** Which part of the iterations on record took the keywords' snapshot. Target: under 0.2. */
  readonly fallback_rate: number | null;
  readonly iterations_on_record: number;
  /** Items of the keywords' snapshot that became part of a shorter or a common one. */
  readonly reworded_items: number;
  /** Items of the keywords' snapshot alone: those that matter, a human has to say, are false retirements. */
  readonly left_out_items: number;
  /** Items in different lists: which is right, a human has to say. */
  readonly moved_items: number;
}

/** Compares what keywords and a model made of the same inputs. `past`: earlier iterations on record. */
export function compareSnapshots(
  { deterministic, reflection, diagnostics, request }: TrajectoryReduction,
  past: readonly PastReflection[] = [],
  price?: ReflectionPrice,
): SnapshotComparison {
  const { proposed } = reflection;
  const differences =
    proposed === undefined
      ? []
      : differencesOf(deterministic, { proposed, sources: reflection.sources });
  const wasTried = request !== undefined && diagnostics.reflection_latency_ms !== null;
  const now = {
    iteration: deterministic.iteration,
    used: diagnostics.reflection_used,
    latencyMs: diagnostics.reflection_latency_ms,
  };
  const before = past.filter(({ iteration }) => iteration < now.iteration);
  const record = wasTried ? [...before, now] : before;
  const count = (is: (difference: Difference) => boolean) => differences.filter(is).length;
  return {
    deterministic: figuresOf(deterministic),
    reflected: proposed === undefined ? null : figuresOf(proposed),
    skipped_reason: diagnostics.reflection_skipped_reason,
    differences,
    dropped: reflection.dropped ?? [],
    metrics: {
      ...savingsOf(deterministic, reflection),
      reflection_latency_ms: diagnostics.reflection_latency_ms,
      reflection_latency_p95_ms: percentile95(record.flatMap(({ latencyMs }) => latencyMs ?? [])),
      fallback_rate:
        record.length === 0 ? null : record.filter(({ used }) => !used).length / record.length,
      iterations_on_record: record.length,
      reworded_items: count(({ kind }) => kind === "reworded"),
      left_out_items: count(({ kind }) => kind === "only_deterministic"),
      moved_items: count((each) => "to" in each && each.to !== each.field),
    },
    ...(price !== undefined && { cost: reflectionCost(diagnostics, price) }),
  };
}

function savingsOf(
  deterministic: Snapshot,
  { proposed, sources }: Reflection,
): Pick<Metrics, "consolidation_rate" | "net_token_delta"> {
  if (proposed === undefined) return { consolidation_rate: null, net_token_delta: null };
  const before = listItemCount(deterministic);
  return {
    consolidation_rate: before === 0 ? null : Math.min(1, mergedCount(proposed, sources) / before),
    net_token_delta: snapshotTokens(deterministic) - snapshotTokens(proposed),
  };
}

/** How many items fewer there are because an item cites several sources. */
function mergedCount(proposed: Snapshot, sources: Reflection["sources"] = new Map()): number {
  const items = itemsOf(proposed).filter(({ field }) => field !== "current_objective");
  return items.reduce((sum, { text }) => {
    const cited = new Set((sources.get(text) ?? []).map(sourceNames.keyOf));
    return sum + Math.max(0, cited.size - 1);
  }, 0);
}

function figuresOf(snapshot: Snapshot): SnapshotFigures {
  return {
    tokens: snapshotTokens(snapshot),
    items: listItemCount(snapshot),
    by_field: Object.fromEntries(LIST_FIELDS.map((field) => [field, snapshot[field].length])),
  };
}

/** The value that 95% of these do not exceed. */
export function percentile95(values: readonly number[]): number | null {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.ceil(0.95 * sorted.length) - 1] ?? null;
}
