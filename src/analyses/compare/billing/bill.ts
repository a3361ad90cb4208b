import { checkArgument, checkOptions, type ValueKind } from "../../../base/arguments.ts";
import { type Price, type Rates, ratesFor } from "./price.ts";
import { type Bill, type BilledTokens, tokenCost } from "./token-cost.ts";

/** The prompts of a session, one for each request, in tokens. */
export interface Prompts {
  readonly sizes: ArrayLike<number>;
  /** How much of each, from its start, it shares with the prompt before it. */
  readonly shared: ArrayLike<number>;
  /** Tokens of reasoning that the model has to write again in each reply. Default: none. */
  readonly again?: ArrayLike<number> | undefined;
  /** Tokens of each that are not in its size. Default: `overheadTokens` of all. */
  readonly overheads?: ArrayLike<number>;
  /**
   * Tokens still in the cache at each request, if less than the whole previous prompt. Default: none at the first,
   * everything later.
   */
  readonly held?: ArrayLike<number | undefined> | undefined;
}

/** Amounts that are not in the transcript. */
export interface BillOptions {
  /** Tokens before every prompt: system prompt and tool schemas that are not in the file. */
  readonly overheadTokens?: number;
}

/**
 * The bill of a session. Each request reads its longest common prefix with the one before from the cache, or as
 * much as the cache still has, and writes the rest. Output is left out, since it is the same for every setting,
 * except reasoning that is written `again`. Rates are those for the whole prompt's size.
 *
 * @throws {ElisionError} `bad-input` or `bad-option` for arguments that make no sense.
 */
export function bill(prompts: Prompts, price: Price, options: BillOptions = {}): Bill {
  checkArgument("prompts", prompts, ["{ sizes, shared }, lists of numbers", arePrompts]);
  checkArgument("price", price, ["a price, such as one of PRICES", isPrice]);
  checkOptions(options, { overheadTokens: AMOUNT });
  return billRequests(prompts, price, options).bill;
}

/** The kind of an amount of tokens. */
export const AMOUNT: ValueKind = ["a number, 0 or more", isAmount];

function arePrompts(value: unknown): boolean {
  if (typeof value !== "object" || value === null) return false;
  if (!("sizes" in value && "shared" in value)) return false;
  return [value.sizes, value.shared].every(areNumbers);
}

function areNumbers(list: unknown): boolean {
  if (typeof list !== "object" || list === null || !("length" in list)) return false;
  return Array.from(list as ArrayLike<unknown>).every((each) => Number.isFinite(each));
}

/** Whether a value has the rates of a price. */
export function isPrice(value: unknown): boolean {
  if (typeof value !== "object" || value === null) return false;
  if (!("input" in value && "write" in value && "read" in value)) return false;
  return [value.input, value.write, value.read].every(isAmount);
}

/** Whether a value is a number, 0 or more. */
function isAmount(value: unknown): boolean {
  return typeof value === "number" && Number.isFinite(value) && value >= 0;
}

/** The requests of a session, billed. */
export interface BilledRequests {
  /** The size of each prompt with its overhead, in tokens. */
  readonly sizes: Float64Array;
  /** The cost of each with a prompt cache, in US dollars. */
  readonly costs: Float64Array;
  /** The tokens of all requests together, and their bill. */
  readonly tokens: BilledTokens;
  readonly bill: Bill;
  /** How much of `bill.cached` is for reasoning that is written again. */
  readonly reasoningCost: number;
}

/** Bills every request of a session, all figures in one walk. */
export function billRequests(
  { sizes, shared, again, overheads, held }: Prompts,
  price: Price,
  { overheadTokens = 0 }: BillOptions = {},
): BilledRequests {
  const whole = new Float64Array(sizes.length);
  const costs = new Float64Array(sizes.length);
  const flat = ratesWithOutput(price, 0);
  const tokens = { prompt: 0, read: 0, again: 0 };
  let [cached, uncached, ofInput, overheadBefore] = [0, 0, 0, 0];
  for (let request = 0; request < sizes.length; request++) {
    const overhead = overheads?.[request] ?? overheadTokens;
    // If the transcript shows more than was sent, the size after masking could come out negative.
    const prompt = Math.max(0, overhead + (sizes[request] ?? 0));
    const kept = held?.[request] ?? (request === 0 ? 0 : prompt);
    const reach = request === 0 ? prompt : overheadBefore + (shared[request] ?? 0);
    const read = Math.max(0, Math.min(kept, reach, prompt));
    const written = again?.[request] ?? 0;
    const rates = price.tiers === undefined ? flat : ratesWithOutput(price, prompt);
    const cost = tokenCost({ prompt, read, again: written }, rates);
    ofInput += written === 0 ? cost.cached : tokenCost({ prompt, read, again: 0 }, rates).cached;
    cached += cost.cached;
    uncached += cost.uncached;
    tokens.prompt += prompt;
    tokens.read += read;
    tokens.again += written;
    whole[request] = prompt;
    costs[request] = cost.cached;
    overheadBefore = overhead;
  }
  const reasoningCost = cached - ofInput;
  return { sizes: whole, costs, tokens, bill: { cached, uncached }, reasoningCost };
}

function ratesWithOutput(price: Price, tokens: number): Rates {
  const { input, write, read, output = price.output ?? 0 } = ratesFor(price, tokens);
  return { input, write, read, output };
}

/**
 * The request, from 1, from which on the sum of a session's costs stays below that of another session with as many
 * requests; undefined if there is none.
 *
 * @param costs - The cost of each of its requests.
 * @param others - Those of the other.
 */
export function breakEven(costs: ArrayLike<number>, others: ArrayLike<number>): number | undefined {
  let ahead = 0;
  let from: number | undefined;
  for (let request = 0; request < costs.length; request++) {
    ahead += (others[request] ?? 0) - (costs[request] ?? 0);
    if (ahead <= TINY) from = undefined;
    else from ??= request + 1;
  }
  return from;
}

/** Less than the cost of any request, more than the rounding error of sums. */
const TINY = 1e-12;
