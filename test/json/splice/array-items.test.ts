import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { editItems, removeItems } from "../../../src/json/splice/array-items.ts";
import type { Splice } from "../../../src/json/splice/splice.ts";
import { anyJsonText } from "../../support/json-texts.ts";
import { spliced, treeOf } from "../../support/parse-json.ts";
import { runs } from "../../support/runs.ts";

function without(text: string, ...indices: number[]): string {
  return spliced(text, itemsRemoved(text, indices));
}

function itemsRemoved(text: string, indices: readonly number[]): Splice[] {
  const tree = treeOf(text);
  const items = tree.items(0);
  return removeItems(
    tree,
    0,
    indices.flatMap((index) => items[index] ?? []),
  );
}

function withItem(text: string, at: number, json: string): string {
  return spliced(text, editItems(treeOf(text), 0, { remove: new Set(), insert: [{ at, json }] }));
}

const PRETTY = '[\n  {"a": 1},\n  {"a": 2},\n  {"a": 3}\n]';

describe("removeItems", () => {
  it.each([
    ["the first", "[1, 2, 3]", [0], "[2, 3]"],
    ["one in the middle", "[1, 2, 3]", [1], "[1, 3]"],
    ["the last", "[1, 2, 3]", [2], "[1, 2]"],
    ["two neighbours", "[1, 2, 3]", [0, 1], "[3]"],
    ["two at the end", "[1, 2, 3]", [1, 2], "[1]"],
    ["all", "[ 1, 2, 3 ]", [0, 1, 2], "[]"],
    ["all of a pretty array", PRETTY, [0, 1, 2], "[]"],
    ["none", "[1, 2]", [], "[1, 2]"],
    ["the first of a pretty array", PRETTY, [0], '[\n  {"a": 2},\n  {"a": 3}\n]'],
    ["the last of a pretty array", PRETTY, [2], '[\n  {"a": 1},\n  {"a": 2}\n]'],
    ["with space before commas", "[1 , 2 , 3 ]", [2], "[1 , 2 ]"],
  ])("takes out %s", (_, text, indices, expected) => {
    expect(without(text, ...indices)).toBe(expected);
  });

  it("makes one splice of neighbours", () => {
    expect(itemsRemoved("[1,2,3,4,5]", [1, 2, 4])).toHaveLength(2);
  });
});

describe("editItems", () => {
  it.each([
    ["into an empty array", "[]", 0, "[9]"],
    ["at the start", "[1, 2]", 0, "[9, 1, 2]"],
    ["in the middle", "[1, 2]", 1, "[1, 9, 2]"],
    ["at the end", "[1, 2]", 2, "[1, 2, 9]"],
    ["without white space", "[1,2]", 2, "[1,2,9]"],
    ["at the start of a pretty array", PRETTY, 0, PRETTY.replace("[\n  ", "[\n  9,\n  ")],
    ["at the end of a pretty array", PRETTY, 3, PRETTY.replace("\n]", ",\n  9\n]")],
    ["beside a single pretty item", "[\n\t{}\n]", 1, "[\n\t{},\n\t9\n]"],
    ["beside a single item of a spaced writer", '[{"a": 1}]', 1, '[{"a": 1}, 9]'],
    ["beside a single item of a dense writer", '[{"a":1}]', 0, '[9,{"a":1}]'],
  ])("puts an item %s", (_, text, at, expected) => {
    expect(withItem(text, at, "9")).toBe(expected);
  });
});

it("takes items out and puts others in at the same place", () => {
  const edits = { remove: new Set([1, 2]), insert: [{ at: 1, json: "9" }] };
  expect(spliced("[1, 2, 3, 4]", editItems(treeOf("[1, 2, 3, 4]"), 0, edits))).toBe("[1, 9, 4]");
  expect(spliced("[1, 2, 3]", editItems(treeOf("[1, 2, 3]"), 0, edits))).toBe("[1, 9]");
  expect(
    spliced("[ 2, 3 ]", editItems(treeOf("[ 2, 3 ]"), 0, { ...edits, remove: new Set([0, 1]) })),
  ).toBe("[ 9 ]");
});

it("agrees with the same surgery on values, for any array and any choice", () => {
  const array = fc.array(fc.tuple(fc.constantFrom("", " ", "\n  "), anyJsonText), { maxLength: 6 });
  fc.assert(
    fc.property(array, fc.array(fc.boolean()), fc.nat(), (parts, chosen, place) => {
      const text = `[${parts.map(([space, json]) => space + json).join(",")}]`;
      const values = JSON.parse(text) as unknown[];
      const remove = new Set(values.flatMap((_, index) => (chosen[index] ? [index] : [])));
      const at = place % (values.length + 1);
      const result = spliced(
        text,
        editItems(treeOf(text), 0, { remove, insert: [{ at, json: '"new"' }] }),
      );
      const before = values.slice(0, at).filter((_, index) => !remove.has(index));
      const after = values.slice(at).filter((_, index) => !remove.has(index + at));
      expect(JSON.parse(result)).toEqual([...before, "new", ...after]);
    }),
    { numRuns: runs(1000) },
  );
});
