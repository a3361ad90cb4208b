import type { Rates } from "../../analyses/compare/billing/price.ts";
import type { ComparedTotals } from "../../analyses/compare/compared.ts";
import { visible } from "../../base/visible.ts";
import { formatsIn, number, percent } from "../figures.ts";
import { counted, listPrice } from "./amounts.ts";
import { wholeCostOf } from "./whole-cost.ts";

/** The heading: the inputs, the price, and how tokens were counted, a sentence each. */
export function headOf(totals: ComparedTotals, firstFile: string): readonly string[] {
  return [
    whatOf(totals, firstFile),
    priceOf(totals),
    wholeCostOf(totals),
    tokensOf(totals),
    ...fitOf(totals),
  ];
}

function whatOf(totals: ComparedTotals, firstFile: string): string {
  const what =
    totals.transcripts === 1
      ? visible(firstFile)
      : `${counted(totals.transcripts, "transcript")} in ${counted(totals.inputs, "input")}`;
  const figures = [
    counted(totals.messages, "message"),
    counted(totals.toolTurns, "tool turn"),
    counted(totals.requests, "request"),
  ];
  return `${what}: ${formatsIn(totals.formats)}; ${figures.join(", ")}`;
}

/** The price that applies, with its date, since prices change often. */
function priceOf({ price, prices }: ComparedTotals): string {
  const names = Object.entries(prices);
  if (names.length > 1) {
    const billed = names.map(
      ([name, count]) => `${visible(name)} in ${counted(count, "transcript")}`,
    );
    return `each transcript at the price of its model: ${billed.join(", ")} (elision prices)`;
  }
  const { name, date, tiers = [] } = price;
  const rates = ({ input, write, read }: Rates) =>
    `${listPrice(input)} per M tokens, cache write ${listPrice(write)}, read ${listPrice(read)}`;
  const above = tiers.map((tier) => `; above ${number(tier.above)} tokens ${rates(tier)}`);
  const dated = date === undefined ? "" : ` (${visible(date)})`;
  return `price ${visible(name)}${dated}: ${rates(price)}${above.join("")}`;
}

/** How tokens were counted; all counts are estimates. */
function tokensOf({ estimates, charsPerToken, overheadTokens, transcripts }: ComparedTotals) {
  const ways = Object.entries(estimates).map(
    ([by, count]) =>
      wayOf(by) + (count === transcripts ? "" : ` in ${counted(count, "transcript")}`),
  );
  return (
    `tokens are estimates: ${charsPerToken.toFixed(2)} chars each (${ways.join(", ")}), ` +
    `${number(overheadTokens)} before every prompt`
  );
}

/** How well the simulation fits, if providers recorded token counts. */
function fitOf({ fit }: ComparedTotals): readonly string[] {
  if (fit === undefined) return [];
  const { turns, within5Percent } = fit;
  return [
    `left alone, replayed: prompt and cache reads of ${percent(within5Percent, 1)} of ${counted(turns, "turn")} within 5% of what was recorded (--fit lists them)`,
  ];
}

function wayOf(by: string): string {
  if (by === "usage") return "fitted to the usage on record";
  return by === "chars4" ? "chars/4" : by;
}
