import { ratesFor } from "../compare/billing/price.ts";
import { priceOfModel } from "../compare/billing/price-of-model.ts";
import type { ListedSession, Spending } from "./result.ts";
import type { UsageRecord } from "./usage-records.ts";

/**
 * The sum of recorded usage. Its cost is as recorded, else at list prices, if every model has one. `model` applies
 * to records that name none. Undefined if no usage was recorded.
 */
export function spendingOf(
  records: Iterable<UsageRecord>,
  model: string | undefined,
): Spending | undefined {
  const all = [...records];
  if (all.length === 0) return undefined;
  const sum = { inputTokens: 0, cacheReadTokens: 0, cacheWriteTokens: 0, outputTokens: 0 };
  for (const record of all) for (const key of KEYS) sum[key] += record[key];
  if (KEYS.every((key) => sum[key] === 0)) return sum;
  return { ...sum, ...costOf(all, model) };
}

const KEYS = ["inputTokens", "cacheReadTokens", "cacheWriteTokens", "outputTokens"] as const;

const MILLION = 1_000_000;

function costOf(
  records: readonly UsageRecord[],
  model: string | undefined,
): Pick<Spending, "usd" | "basis"> {
  if (records.every(({ usd }) => usd !== undefined)) {
    const usd = records.reduce((sum, record) => sum + (record.usd ?? 0), 0);
    return { usd, basis: "recorded" };
  }
  let usd = 0;
  let basis: "list" | "list-input" = "list";
  for (const record of records) {
    if (KEYS.every((key) => record[key] === 0)) continue;
    const name = record.model ?? model;
    const price = name === undefined ? undefined : priceOfModel(name);
    if (price === undefined) return {};
    const prompt = record.inputTokens + record.cacheReadTokens + record.cacheWriteTokens;
    // A sum over many prompts does not have the size of each.
    const rates = record.model === undefined ? price : ratesFor(price, prompt);
    usd += record.inputTokens * rates.input;
    usd += record.cacheWriteTokens * rates.write + record.cacheReadTokens * rates.read;
    usd += record.outputTokens * (rates.output ?? price.output ?? 0);
    if (price.output === undefined && record.outputTokens > 0) basis = "list-input";
  }
  return { usd: usd / MILLION, basis };
}

/** The recorded usage of a session and its subagents together. */
export function spentWithSubagents({
  spent,
  subagents,
}: Pick<ListedSession, "spent" | "subagents">): Spending | undefined {
  return sumOfSpending([spent, subagents?.spent].filter((each) => each !== undefined));
}

/** The sum of recorded usage over several files; undefined if none has any. */
export function sumOfSpending(all: readonly Spending[]): Spending | undefined {
  if (all.length === 0) return undefined;
  const sum = { inputTokens: 0, cacheReadTokens: 0, cacheWriteTokens: 0, outputTokens: 0 };
  for (const spent of all) for (const key of KEYS) sum[key] += spent[key];
  const priced = all.filter(({ usd }) => usd !== undefined);
  if (priced.length === 0) return sum;
  const usd = priced.reduce((total, spent) => total + (spent.usd ?? 0), 0);
  const isWhole = all.every((spent) => spent.usd !== undefined || !wasUsed(spent));
  const basis = (["list-input", "list"] as const).find((word) =>
    priced.some((spent) => spent.basis === word),
  );
  return { ...sum, usd, basis: isWhole ? (basis ?? "recorded") : "list-input" };
}

/** Whether any tokens are on record. */
export function wasUsed(spent: Spending | undefined): boolean {
  return spent !== undefined && KEYS.some((key) => spent[key] > 0);
}
