import { checkArgument, checkOptions, VALUE } from "../../base/arguments.ts";
import { type Price, ratesFor } from "./price.ts";
import { type Bill, type BilledTokens, tokenCost } from "./token-cost.ts";

/** The prompts of a session, one for each request, in tokens. */
export interface Prompts {
  readonly sizes: ArrayLike<number>;
  /** How much of each, from its start, it shares with the prompt before it. */
  readonly shared: ArrayLike<number>;
  /** Tokens of reasoning that the model has to write again in each reply. Default: none. */
  readonly again?: ArrayLike<number>;
  /** Tokens of each that are not in its size. Default: `overheadTokens` of all. */
  readonly overheads?: ArrayLike<number>;
  /**
   * Tokens that the cache still held at each, where that was not all of the prompt before. Default: nothing at
   * the first, and everything later.
   */
  readonly held?: ArrayLike<number | undefined>;
}

/** Amounts that are not in the transcript. */
export interface BillOptions {
  /** Tokens before every prompt: system prompt and tool schemas that are not in the file. */
  readonly overheadTokens?: number;
}

/**
 * The bill of a session. Each request reads its longest common prefix with the one before from the cache, or
 * what that still held, and writes the rest. Output is left out, since it is the same for every setting, but for
 * reasoning that is written `again`. Rates are those for the whole prompt's size.
 *
 * @throws {ElisionError} `bad-input` or `bad-option` for arguments that make no sense.
 */
export function bill(prompts: Prompts, price: Price, options: BillOptions = {}): Bill {
  checkArgument("prompts", prompts, ["{ sizes, shared }", arePrompts]);
  checkArgument("price", price, ["a price, such as one of PRICES", isPrice]);
  checkOptions(options, { overheadTokens: VALUE.number });
  let cached = 0;
  let uncached = 0;
  for (const step of costs(prompts, price, options)) {
    cached += step.cached;
    uncached += step.uncached;
  }
  return { cached, uncached };
}

function arePrompts(value: unknown): boolean {
  if (typeof value !== "object" || value === null) return false;
  if (!("sizes" in value && "shared" in value)) return false;
  return [value.sizes, value.shared].every(
    (list) => typeof list === "object" && list !== null && "length" in list,
  );
}

function isPrice(value: unknown): boolean {
  if (typeof value !== "object" || value === null) return false;
  if (!("input" in value && "write" in value && "read" in value)) return false;
  return [value.input, value.write, value.read].every((rate) => typeof rate === "number");
}

/** The bill of each request by itself. */
export function* costs(prompts: Prompts, price: Price, options: BillOptions = {}): Iterable<Bill> {
  for (const tokens of requestTokens(prompts, options)) {
    const { input, write, read, output = price.output ?? 0 } = ratesFor(price, tokens.prompt);
    yield tokenCost(tokens, { input, write, read, output });
  }
}

/** The tokens that are billed in all requests together. */
export function billedTokens(prompts: Prompts, options: BillOptions = {}): BilledTokens {
  const sums = { prompt: 0, read: 0, again: 0 };
  for (const { prompt, read, again } of requestTokens(prompts, options)) {
    sums.prompt += prompt;
    sums.read += read;
    sums.again += again;
  }
  return sums;
}

/** The tokens of each request. */
function* requestTokens(prompts: Prompts, options: BillOptions): Iterable<BilledTokens> {
  const { sizes, shared, again, held } = prompts;
  for (let request = 0; request < sizes.length; request++) {
    const prompt = wholeSize(prompts, request, options);
    const kept = held?.[request] ?? (request === 0 ? 0 : prompt);
    const before = request === 0 ? prompt : overheadOf(prompts, request - 1, options);
    const reach = before + (request === 0 ? 0 : (shared[request] ?? 0));
    const read = Math.max(0, Math.min(kept, reach, prompt));
    yield { prompt, read, again: again?.[request] ?? 0 };
  }
}

/** The size of every prompt with what stands around it. */
export function wholeSizes(prompts: Prompts, options: BillOptions = {}): readonly number[] {
  return Array.from(prompts.sizes, (_, request) => wholeSize(prompts, request, options));
}

/** Where the transcript shows more than was sent, masking may seem to leave less than nothing. */
function wholeSize(prompts: Prompts, request: number, options: BillOptions): number {
  return Math.max(0, overheadOf(prompts, request, options) + (prompts.sizes[request] ?? 0));
}

function overheadOf(
  { overheads }: Prompts,
  request: number,
  { overheadTokens = 0 }: BillOptions,
): number {
  return overheads?.[request] ?? overheadTokens;
}

/**
 * The request, from 1, from which on a session has cost less in all than another of as many requests,
 * and does so to the end; undefined where it never does.
 */
export function breakEven(
  one: Prompts,
  other: Prompts,
  { price, overheadTokens = 0 }: BillOptions & { readonly price: Price },
): number | undefined {
  const others = [...costs(other, price, { overheadTokens })];
  let ahead = 0;
  let request = 0;
  let from: number | undefined;
  for (const { cached } of costs(one, price, { overheadTokens })) {
    ahead += (others[request]?.cached ?? 0) - cached;
    request++;
    if (ahead <= TINY) from = undefined;
    else from ??= request;
  }
  return from;
}

/** Less than any request costs, and more than what sums of fractions are off by. */
const TINY = 1e-12;
