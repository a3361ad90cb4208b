/** What windows cost on models whose reasoning is bound to everything before it. */
import { describe, expect, it } from "vitest";
import { priceOfModel } from "../../../src/analyses/compare/billing/price-of-model.ts";
import { PRICES, WITHOUT_PRICE } from "../../../src/analyses/compare/billing/price-table.ts";
import { type CompareOptions, compare } from "../../../src/api/compare.ts";
import { BOUND_MODELS } from "../../../src/reduce/binding/bound-models.ts";
import { plainModelId } from "../../../src/reduce/binding/model-id.ts";
import { boundSession, THOUGHT, TURNS } from "../../support/bound-session.ts";
import { elision } from "../../support/shell.ts";

const TOKENS = THOUGHT.length / 4;

function outcomes(text: string, options: CompareOptions = {}) {
  const given = { windows: [1], every: [1, 5], recall: false, ...options };
  const { transcripts, totals } = compare(Buffer.from(text), given);
  const [transcript] = transcripts;
  const of = (name: string) => transcript?.outcomes.find(({ setting }) => setting === name);
  return { transcript, totals, of };
}

describe("reasoning that a setting loses", () => {
  it("is each block written before what was before it was masked, and written again as output", () => {
    const { of, transcript } = outcomes(boundSession());
    // At each step but the first two and that after the last turn the result of the turn before is masked.
    expect(of("1")).toMatchObject({
      lostBlocks: TURNS - 2,
      againTokens: (TURNS - 2) * TOKENS,
    });
    expect(of("1")?.reasoningCost).toBeCloseTo(((TURNS - 2) * TOKENS * 20) / 1e6, 12);
    expect(transcript?.alone).toMatchObject({ lostBlocks: 0, againTokens: 0, reasoningCost: 0 });
    // 1/5 masks at the 5th and 10th step alone, and loses all blocks after the first that it masks then.
    expect(of("1/5")?.lostBlocks).toBe(4 + 5);
  });

  it("is in the costs, with a cache and without", () => {
    const bound = outcomes(boundSession()).of("1");
    const free = outcomes(boundSession(), { binding: "none" }).of("1");
    expect(free).toMatchObject({ lostBlocks: 0, reasoningCost: 0 });
    const cost = bound?.reasoningCost ?? 0;
    expect((bound?.cachedCost ?? 0) - (free?.cachedCost ?? 0)).toBeCloseTo(cost, 12);
    expect((bound?.uncachedCost ?? 0) - (free?.uncachedCost ?? 0)).toBeCloseTo(cost, 12);
  });

  it("is not written again where the user has spoken since", () => {
    const { of } = outcomes(boundSession({ ask: 8 }));
    // The block of turn 7 is lost when the result of turn 6 is masked, for the reply to what the user said.
    expect(of("1")).toMatchObject({
      lostBlocks: TURNS - 2,
      againTokens: (TURNS - 3) * TOKENS,
    });
  });

  it("is none at first sight, nor by the provider's own edits", () => {
    const { of } = outcomes(boundSession({ chars: 60_000 }));
    for (const name of ["first-sight", "provider"]) {
      expect(of(name)).toMatchObject({ lostBlocks: 0, reasoningCost: 0 });
      expect(of(name)?.maskedCount).toBeGreaterThan(0);
    }
  });

  it("is none of models that do not bind", () => {
    expect(outcomes(boundSession({ model: "claude-opus-4-8" })).of("1")?.lostBlocks).toBe(0);
  });

  it("is lost where a budget drops messages as well", () => {
    const { of } = outcomes(boundSession(), { maxInputChars: 20_000 });
    expect(of("1")?.lostBlocks).toBeGreaterThan(0);
  });
});

describe("the price of a session", () => {
  it("is that of the model that wrote it, unless another is named", () => {
    expect(outcomes(boundSession()).transcript).toMatchObject({
      model: "claude-opus-5-5",
      price: "claude-opus-5.5",
    });
    const named = outcomes(boundSession(), { price: "gpt-6.2-sol" });
    expect(named.transcript?.price).toBe("gpt-6.2-sol");
    expect(named.totals.prices).toEqual({ "gpt-6.2-sol": 1 });
    expect(outcomes(boundSession({ model: "m-1" })).transcript?.price).toBe("claude-sonnet-5.5");
  });

  it("is found by the ids that gateways give, and not for another variant of a model", () => {
    const name = (id: string) => priceOfModel(id, PRICES)?.name;
    expect(name("us.anthropic.claude-opus-5-5-v1:0")).toBe("claude-opus-5.5");
    expect(name("claude-opus-5@20260724")).toBe("claude-opus-5");
    expect(name("openai/gpt-6.2-sol-2026-11-17")).toBe("gpt-6.2-sol");
    expect(name("gpt-6-sol-pro")).toBeUndefined();
    expect(name("claude-opus-5-6")).toBeUndefined();
  });

  it("has output, a date and a source for every model that binds, as far as one is known", () => {
    const bound = PRICES.filter(({ name }) =>
      BOUND_MODELS.some(({ id }) => id.test(plainModelId(name))),
    );
    expect(bound.map(({ name }) => name)).toEqual([
      "claude-fable-5.2",
      "claude-fable-5.1",
      "claude-mythos-5.1",
      "claude-opus-5.5",
      "claude-sonnet-5.5",
      "claude-haiku-5.5",
      "gpt-6.2-astra",
      "gpt-6.2-sol",
    ]);
    expect(WITHOUT_PRICE.map((name) => priceOfModel(name))).toEqual([undefined]);
    for (const { output, date, source } of bound) {
      expect(output).toBeGreaterThan(0);
      expect([date, source]).not.toContain(undefined);
    }
  });
});

describe("the table", () => {
  const table = async (stdin: string, argv: readonly string[] = []) => {
    const given = ["compare", "--windows", "1", "--every", "1", "--no-recall", ...argv];
    return (await elision(given, { stdin })).stdout.replace(/\s+/g, " ");
  };

  it("says how many blocks are lost, and what writing them again costs", async () => {
    const text = await table(boundSession());
    expect(text).toContain("price claude-opus-5.5 (2026-09-22)");
    expect(text).toMatch(/ lost .* 1 .* 10 /);
    expect(text).toContain(
      "The setting 1 loses 10 blocks of reasoning that is bound to what it masks;",
    );
    expect(text).toContain("is written again as output: $0.0180 of its cost.");
    expect(text).toMatch(/first-sight loses none, and costs 0\.89 of left alone/);
    expect(text).toContain("provider would change nothing here.");
  });

  it("says where no output price is known", async () => {
    const prices = ["--input-price", "1", "--write-price", "1", "--read-price", "1"];
    expect(await table(boundSession(), prices)).toContain("as given has no output price");
    expect(await table(boundSession(), [...prices, "--output-price", "1"])).toContain(
      "is written again as output",
    );
  });

  it("says which model has no price, and whose it was billed at", async () => {
    const text = await table(boundSession({ model: "opus-next" }));
    expect(text).toContain("No price is known for opus-next: billed as claude-sonnet-5.5.");
    expect(
      await table(boundSession({ model: "opus-next" }), ["--price", "gpt-6-sol"]),
    ).not.toContain("No price");
  });
});
