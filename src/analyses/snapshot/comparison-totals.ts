import { percentile95, type SnapshotComparison } from "./snapshot-comparison.ts";

/** The totals of the comparisons of several state folders. */
export interface SnapshotComparisonTotals {
  readonly folders: number;
  /** Folders of which there is a model's snapshot to compare, taken or not. */
  readonly compared: number;
  readonly items: number;
  /** Over all items of what was compared. Null where nothing was. */
  readonly consolidation_rate: number | null;
  readonly net_token_delta: number;
  readonly reflection_latency_p95_ms: number | null;
  /** Which part of the folders where a model was asked took the keywords' snapshot. */
  readonly fallback_rate: number | null;
  readonly reworded_items: number;
  readonly left_out_items: number;
  readonly moved_items: number;
  /** US dollars of all reflections; null without a price. */
  readonly reflection_cost_usd: number | null;
}

/** Sums up comparisons, each of one state folder. */
export function totalsOf(comparisons: readonly SnapshotComparison[]): SnapshotComparisonTotals {
  const compared = comparisons.filter(({ reflected }) => reflected !== null);
  const sum = (of: (each: SnapshotComparison) => number | null | undefined) =>
    comparisons.reduce((total, each) => total + (of(each) ?? 0), 0);
  const items = compared.reduce((total, { deterministic }) => total + deterministic.items, 0);
  const merged = sum(
    ({ metrics, deterministic }) => (metrics.consolidation_rate ?? 0) * deterministic.items,
  );
  const asked = comparisons.filter(({ metrics }) => metrics.reflection_latency_ms !== null);
  const fallbacks = asked.filter(({ skipped_reason: reason }) => reason !== null).length;
  const latencies = asked.flatMap(({ metrics }) => metrics.reflection_latency_ms ?? []);
  return {
    folders: comparisons.length,
    compared: compared.length,
    items,
    consolidation_rate: items === 0 ? null : merged / items,
    net_token_delta: sum(({ metrics }) => metrics.net_token_delta),
    reflection_latency_p95_ms: percentile95(latencies),
    fallback_rate: asked.length === 0 ? null : fallbacks / asked.length,
    reworded_items: sum(({ metrics }) => metrics.reworded_items),
    left_out_items: sum(({ metrics }) => metrics.left_out_items),
    moved_items: sum(({ metrics }) => metrics.moved_items),
    reflection_cost_usd: comparisons.some(({ cost }) => cost !== undefined)
      ? sum(({ cost }) => cost?.usd)
      : null,
  };
}
