import type { SnapshotComparisonTotals } from "../../analyses/snapshot/comparison-totals.ts";
import type { Difference } from "../../analyses/snapshot/differences.ts";
import { LIST_FIELDS } from "../../analyses/snapshot/result.ts";
import type { SnapshotComparison } from "../../analyses/snapshot/snapshot-comparison.ts";
import { visible } from "../../base/visible.ts";

/** Both snapshots side by side as text: sizes, what differs, and the metrics with their targets. */
export function comparisonText(comparison: SnapshotComparison): string {
  const { reflected, skipped_reason: reason } = comparison;
  if (reflected === null) return `No snapshot of a model to compare: ${reason}.\n`;
  const taken = reason === null ? "taken" : `not taken: ${reason}`;
  const sections = [
    [`The model's snapshot was ${taken}.`],
    sizes(comparison, reflected),
    comparison.differences.map(differenceLine),
    comparison.dropped.map(({ value, reason }) => `dropped  ${value} (${reason})`),
    [...metricLines(comparison), ...costLines(comparison.cost)],
  ];
  return `${sections
    .filter((lines) => lines.length > 0)
    .map((lines) => lines.flatMap((line) => line.split("\n").map(visible)).join("\n"))
    .join("\n\n")}\n`;
}

function sizes(
  { deterministic }: SnapshotComparison,
  reflected: NonNullable<SnapshotComparison["reflected"]>,
): readonly string[] {
  const row = (name: string, ...cells: readonly (string | number)[]) =>
    `${name.padEnd(25)}${cells.map((cell) => String(cell).padStart(10)).join("")}`;
  return [
    row("", "keywords", "model"),
    ...LIST_FIELDS.map((field) =>
      row(field, deterministic.by_field[field] ?? 0, reflected.by_field[field] ?? 0),
    ),
    row("tokens", deterministic.tokens, reflected.tokens),
  ];
}

/**
 * As in a diff: `-` for items only in the keywords' snapshot, `+` for items only in the model's, `>` for moved
 * items, `~` for items merged into another, which is on the next line.
 */
function differenceLine(difference: Difference): string {
  const { kind, field, text } = difference;
  switch (kind) {
    case "only_deterministic":
      return `- ${field}: ${text}`;
    case "only_reflected":
      return `+ ${field}: ${text}`;
    case "reworded":
      return `~ ${field}: ${text}\n  ${difference.to}: ${difference.as}`;
    case "moved":
      return `> ${field} -> ${difference.to}: ${text}`;
    default:
      return kind satisfies never;
  }
}

function costLines(cost: SnapshotComparison["cost"]): readonly string[] {
  if (cost === undefined) return [];
  return [`${"reflection cost".padEnd(25)}${dollars(cost.usd).padStart(10)}  by ${cost.price}`];
}

/** A part of a whole in percent. */
function share(value: number | null): string {
  return value === null ? "–" : `${(value * 100).toFixed(1)}%`;
}

/** Dollars, for amounts that are mostly less than a cent. */
function dollars(amount: number): string {
  return `$${amount.toFixed(4)}`;
}

/** The totals over several folders as text. */
export function comparisonTotalsText(totals: SnapshotComparisonTotals): string {
  const row = (name: string, value: string | number) =>
    `${name.padEnd(25)}${String(value).padStart(10)}`;
  const { reflection_latency_p95_ms: latency, reflection_cost_usd: cost } = totals;
  return [
    row("folders", totals.folders),
    row("compared", totals.compared),
    row("items by keywords", totals.items),
    row("consolidation rate", share(totals.consolidation_rate)),
    row("net token delta", totals.net_token_delta),
    row("reflection latency, p95", latency === null ? "–" : `${latency} ms`),
    row("fallback rate", share(totals.fallback_rate)),
    row("reworded", totals.reworded_items),
    row("left out", totals.left_out_items),
    row("moved", totals.moved_items),
    ...(cost === null ? [] : [row("reflection cost", dollars(cost))]),
  ]
    .map((line) => `${line}\n`)
    .join("");
}

function metricLines({ metrics }: SnapshotComparison): readonly string[] {
  const row = (name: string, value: string, target: string) =>
    `${name.padEnd(25)}${value.padStart(10)}  ${target}`.trimEnd();
  const ms = (value: number | null) => (value === null ? "–" : `${value} ms`);
  return [
    row("metric", "value", "target"),
    row("consolidation rate", share(metrics.consolidation_rate), "10% to 30%"),
    row("net token delta", String(metrics.net_token_delta ?? "–"), "over 100"),
    row("reflection latency", ms(metrics.reflection_latency_ms), ""),
    row("reflection latency, p95", ms(metrics.reflection_latency_p95_ms), "under 3000 ms"),
    row(
      "fallback rate",
      share(metrics.fallback_rate),
      `under 20%; of ${metrics.iterations_on_record} on record`,
    ),
    row("reworded", String(metrics.reworded_items), ""),
    row("left out", String(metrics.left_out_items), "to be audited: under 5% that matter"),
    row("moved", String(metrics.moved_items), "to be audited: over 90% in the right list"),
  ];
}
