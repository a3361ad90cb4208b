import { type Price, ratesFor } from "./billing/price.ts";
import { addTokens, type BilledTokens, tokenCost } from "./billing/token-cost.ts";

/** Requests besides those on record, and what they would have cost. */
export interface ExtraRequests {
  readonly count: number;
  readonly tokens: BilledTokens;
  /** US dollars, with a prompt cache. */
  readonly cost: number;
}

/** The tokens of a request, at the rates for a prompt of this size. */
type SizedRequest = BilledTokens & { readonly size: number };

/** Requests together, each at the rates for its size. */
export function sumOfRequests(requests: readonly SizedRequest[], price: Price): ExtraRequests {
  const tokens = { prompt: 0, read: 0, again: 0 };
  let cost = 0;
  for (const { size, ...each } of requests) {
    const { input, write, read, output = price.output ?? 0 } = ratesFor(price, size);
    addTokens(tokens, each);
    cost += tokenCost(each, { input, write, read, output }).cached;
  }
  return { count: requests.length, tokens, cost };
}

/** Several sums together. */
export function addRequests(all: readonly ExtraRequests[]): ExtraRequests {
  const tokens = { prompt: 0, read: 0, again: 0 };
  let [count, cost] = [0, 0];
  for (const each of all) {
    addTokens(tokens, each.tokens);
    count += each.count;
    cost += each.cost;
  }
  return { count, tokens, cost };
}
