/** Sessions with facts planted at random and each needed once later: hits and misses are known beforehand. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { compare } from "../../../../src/api/compare.ts";

const WINDOWS = [1, 2, 3, 5, 8, 13];
const LARGE = 20_000;

/** A fact that a turn's result brings, after how many turns it is needed, and whether the result is large. */
interface Planted {
  readonly age: number;
  readonly place: "short" | "head" | "middle";
}

const planted: fc.Arbitrary<Planted> = fc.record({
  age: fc.integer({ min: 1, max: 15 }),
  place: fc.constantFrom("short", "short", "head", "middle"),
});

/** The result of a turn: no other word of it can be followed. */
function resultOf(k: number, place: Planted["place"]): string {
  const fact = `fact_${k}_planted.ts`;
  if (place === "short") return `${fact} ${"and so on ".repeat(40)}`;
  const filler = (chars: number) => "and so on\n".repeat(chars / 10);
  return place === "head"
    ? `${fact}\n${filler(LARGE)}`
    : `${filler(LARGE / 2)}${fact}\n${filler(LARGE / 2)}`;
}

/** A session of as many turns as there are facts: each turn names the facts that it needs. */
function sessionWith(facts: readonly Planted[], task = "Go on."): string {
  const messages: object[] = [{ role: "user", content: task }];
  facts.forEach(({ place }, k) => {
    const needs = facts.flatMap(({ age }, j) => (j + age === k ? [`fact_${j}_planted.ts`] : []));
    const call = { name: "look", arguments: JSON.stringify({ needs, at: k }) };
    messages.push(
      {
        role: "assistant",
        content: null,
        tool_calls: [{ id: `c${k}`, type: "function", function: call }],
      },
      { role: "tool", tool_call_id: `c${k}`, content: resultOf(k, place) },
    );
  });
  return messages.map((message) => `${JSON.stringify(message)}\n`).join("");
}

/** How many facts are of each band of ages. */
function bandsOf(facts: readonly Planted[]): Record<string, number> {
  const bands: Record<string, number> = {};
  for (const { age } of facts) {
    const band = age <= 2 ? "1-2" : age <= 5 ? "3-5" : age <= 10 ? "6-10" : "11-20";
    bands[band] = (bands[band] ?? 0) + 1;
  }
  return bands;
}

/** The groups of what is missed; none of nothing. */
function missedBy(hidden: readonly Planted[]) {
  if (hidden.length === 0) return {};
  const all = hidden.length;
  return { missedBy: { age: bandsOf(hidden), tool: { look: all }, kind: { path: all } } };
}

describe("recall of planted facts", () => {
  it("misses under each window those that are older than it, and at first sight those cut out", () => {
    fc.assert(
      fc.property(fc.array(planted, { minLength: 20, maxLength: 40 }), (facts) => {
        const { totals } = compare(Buffer.from(sessionWith(facts)), {
          windows: WINDOWS,
          every: [1],
          settings: ["first-sight"],
        });
        const needed = facts.filter(({ age }, k) => k + age < facts.length);
        const missed = (setting: string) =>
          totals.outcomes.find((outcome) => outcome.setting === setting)?.recall;
        for (const window of WINDOWS) {
          const hidden = needed.filter(({ age }) => age > window);
          expect(missed(`${window}`)).toEqual({
            references: needed.length,
            missed: hidden.length,
            reAsks: 0,
            ...missedBy(hidden),
          });
        }
        expect(totals.drawnOn?.age ?? {}).toEqual(bandsOf(needed));
        expect(missed("first-sight")).toMatchObject({
          references: needed.length,
          missed: needed.filter(({ place }) => place === "middle").length,
          reAsks: 0,
        });
        expect(totals.alone.recall?.missed).toBe(0);
      }),
      { numRuns: 20 },
    );
  });

  it("misses under the provider's own edits all but the newest three, once prompts are large", () => {
    const task = "Go on. ".repeat(60_000);
    fc.assert(
      fc.property(fc.array(planted, { minLength: 20, maxLength: 30 }), (facts) => {
        const { totals } = compare(Buffer.from(sessionWith(facts, task)), {
          windows: [3],
          every: [1],
          settings: ["provider"],
        });
        const needed = facts.filter(({ age }, k) => k + age < facts.length);
        const { recall } = totals.outcomes.find(({ setting }) => setting === "provider") ?? {};
        const hidden = needed.filter(({ age }) => age > 3);
        expect(recall).toEqual({
          references: needed.length,
          missed: hidden.length,
          reAsks: 0,
          ...missedBy(hidden),
        });
      }),
      { numRuns: 10 },
    );
  });
});
