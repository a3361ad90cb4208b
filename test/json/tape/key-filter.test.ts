import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { KeyFilter } from "../../../src/json/tape/key-filter.ts";
import { WORDS } from "../../../src/json/tree/key.ts";
import { treeOf } from "../../support/parse-json.ts";
import { runs } from "../../support/runs.ts";

const RUNS = { numRuns: runs(200) };
const keys = fc.stringMatching(/^[a-z_]{1,24}$/);

/** The keys of a document that are given to a visitor. */
function given(filter: KeyFilter, json: string): readonly string[] {
  const tree = treeOf(json);
  const texts: string[] = [];
  tree.eachKey(filter, (key) => texts.push(tree.text(key)));
  return texts;
}

describe("KeyFilter", () => {
  it("never leaves out a key of its own, however it is written", () => {
    fc.assert(
      fc.property(fc.array(keys, { minLength: 1, maxLength: 8 }), fc.nat(), (own, seed) => {
        const filter = new KeyFilter(own);
        const key = own[seed % own.length] ?? "";
        const capital = key.charAt(0).toUpperCase() + key.slice(1);
        const escaped = `\\u${key.charCodeAt(0).toString(16).padStart(4, "0")}${key.slice(1)}`;
        expect(given(filter, `{"é":0,"${key}":[{"${capital}":1}],"${escaped}":2}`)).toEqual(
          expect.arrayContaining([key, capital, key]),
        );
        expect(filter.has(key) && filter.has(capital)).toBe(true);
      }),
      RUNS,
    );
  });

  it("leaves out words that are none of it, and what differs in length or edges", () => {
    const filter = new KeyFilter(["tool_result"]);
    const others = [WORDS[1] ?? "", "tool_results", "fool_result", "tool_resulx", "é", ""];
    expect(
      given(filter, JSON.stringify(Object.fromEntries(others.map((key) => [key, 0])))),
    ).toEqual([]);
  });
});
