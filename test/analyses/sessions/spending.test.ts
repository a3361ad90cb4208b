import { expect, it } from "vitest";
import { priceOfModel } from "../../../src/analyses/compare/billing/price-of-model.ts";
import { spendingOf } from "../../../src/analyses/sessions/spending.ts";

const used = {
  model: "claude-haiku-4-5",
  inputTokens: 1_000_000,
  cacheReadTokens: 0,
  cacheWriteTokens: 0,
  outputTokens: 0,
  usd: undefined,
};

it("knows a model by the ids that providers give it", () => {
  for (const id of [
    "claude-haiku-4-5-20251001",
    "anthropic/claude-haiku-4.5",
    "claude-haiku-4-5@x",
  ])
    expect(priceOfModel(id)?.name).toBe("claude-haiku-4.5");
  expect(priceOfModel("claude-haiku-4")).toBeUndefined();
});

it("takes what the session says that it cost", () => {
  const records = [0.25, 0.5].map((usd) => ({ ...used, usd }));
  expect(spendingOf(records, undefined)).toMatchObject({ usd: 0.75, basis: "recorded" });
});

it("gives no amount where the price of one model is not known", () => {
  const spent = spendingOf([used, { ...used, model: "nobody-1" }], undefined);
  expect(spent).toEqual({
    inputTokens: 2_000_000,
    cacheReadTokens: 0,
    cacheWriteTokens: 0,
    outputTokens: 0,
  });
});

it("says that an amount is of prompts alone where replies have no price", () => {
  const records = [{ ...used, model: "qwen3-coder", outputTokens: 10 }];
  expect(spendingOf(records, undefined)).toMatchObject({ usd: 3, basis: "list-input" });
});

it("prices sums without a model by that of the session", () => {
  const records = [{ ...used, model: undefined }];
  expect(spendingOf(records, "claude-haiku-4.5")).toMatchObject({ usd: 1, basis: "list" });
  expect(spendingOf(records, undefined)).not.toHaveProperty("usd");
});

it("is undefined where nothing was recorded", () => {
  expect(spendingOf([], "claude-haiku-4.5")).toBeUndefined();
});
