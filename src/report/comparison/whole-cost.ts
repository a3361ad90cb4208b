import type { ComparedTotals } from "../../analyses/compare/compared.ts";
import type { OutcomeTotals } from "../../analyses/compare/sums/outcome-totals.ts";
import { number, percent } from "../figures.ts";
import { dollars } from "./amounts.ts";

/** The whole cost of history left alone: of all sessions, per session and per month; in one sentence. */
export function wholeCostOf(totals: ComparedTotals): string {
  const { alone, sessionsPerMonth } = totals;
  const { cachedCost, uncachedCost, outputCost, wholeCost } = alone;
  const input = `input ${dollars(cachedCost)} with a prompt cache (${dollars(uncachedCost)} without)`;
  const each = eachOf(totals, [alone]).map(([amount]) => amount);
  const replies =
    alone.outputTokens === 0
      ? ""
      : outputCost === 0
        ? "; replies are not in it: their price is not known"
        : `, replies ${dollars(outputCost)} (${number(alone.outputTokens)} tokens)`;
  const rate = sessionsPerMonth === undefined ? "" : ` (${number(sessionsPerMonth)} sessions)`;
  const more = each.length === 0 ? "" : `, ${each.join(", ")}${rate}`;
  return `left alone: ${dollars(wholeCost)}${more}: ${input}${replies}`;
}

/** The whole cost under a setting against left alone, in one sentence. */
export function wholeSavingOf(totals: ComparedTotals, outcome: OutcomeTotals): string {
  const { alone } = totals;
  const { wholeRatio, wholeCost, shows, summaries } = outcome;
  const parts = [
    alone.outputCost > 0 ? "replies" : "",
    shows > 0 ? "results asked for again" : "",
    summaries > 0 ? "summaries by a model" : "",
  ].filter((part) => part !== "");
  if (parts.length === 0) return "";
  const pairs = eachOf(totals, [alone, outcome]).map(([from, to]) => `${from} → ${to}`);
  const all = `${dollars(alone.wholeCost)} → ${dollars(wholeCost, alone.wholeCost)}`;
  const with_ = `With ${parts.join(" and ")} it is`;
  const saved =
    wholeRatio < 1 ? `${percent(1 - wholeRatio, 1)} less` : `${percent(wholeRatio - 1, 1)} more`;
  return `${with_} ${saved}: ${[all, ...pairs].join("; ")}.`;
}

/** Whole costs per session, if there are several, and per month, if requested. */
function eachOf(
  { transcripts, sessionsPerMonth, alone }: ComparedTotals,
  outcomes: readonly OutcomeTotals[],
): readonly (readonly string[])[] {
  const mean = alone.wholeCost / Math.max(1, transcripts);
  const amounts = (times: number, unit: string) =>
    outcomes.map(({ wholeCost }, k) => {
      const amount = dollars((wholeCost / Math.max(1, transcripts)) * times, mean * times);
      return k === outcomes.length - 1 ? `${amount} a ${unit}` : amount;
    });
  return [
    ...(transcripts > 1 ? [amounts(1, "session")] : []),
    ...(sessionsPerMonth === undefined ? [] : [amounts(sessionsPerMonth, "month")]),
  ];
}
