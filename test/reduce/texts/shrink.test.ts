/** Long strings among the arguments of calls. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { shrinkStrings } from "../../../src/reduce/texts/shrink.ts";

const LONG = "x".repeat(200);
const SHORT = `${"x".repeat(45)}... (200 chars)`;

describe("shrinking", () => {
  it("shortens string values to the limit, and says how long they were", () => {
    expect(SHORT).toHaveLength(60);
    const json = `{ "content" : "${LONG}", "n": 1.0, "list":["${LONG}","y"] }`;
    expect(shrinkStrings(json, 60)).toBe(
      `{ "content" : "${SHORT}", "n": 1.0, "list":["${SHORT}","y"] }`,
    );
  });

  it.each([
    "path",
    "file_path",
    "command",
    "pattern",
    "query",
    "url",
    "id",
    "session_id",
    "toolId",
  ])("never shortens what stands under %s", (key) => {
    expect(shrinkStrings(JSON.stringify({ [key]: LONG }), 60)).toBeUndefined();
    expect(shrinkStrings(JSON.stringify({ [key]: ["a", LONG] }), 60)).toBeUndefined();
  });

  it("leaves keys, short strings, and what is no JSON", () => {
    expect(shrinkStrings(JSON.stringify({ [LONG]: 1 }), 60)).toBeUndefined();
    expect(shrinkStrings(JSON.stringify({ content: "x".repeat(60), more: 1 }), 60)).toBeUndefined();
    expect(shrinkStrings(LONG, 60)).toBeUndefined();
    expect(shrinkStrings(`{"content":"${LONG}`, 60)).toBeUndefined();
    expect(shrinkStrings(JSON.stringify(LONG), 60)).toBeUndefined();
  });

  it("keeps JSON valid and of the same shape, is never longer, and finds nothing more to do", () => {
    const shapeOf = (value: unknown): unknown => {
      if (typeof value !== "object" || value === null) return typeof value;
      return Object.entries(value).map(([key, each]) => [key, shapeOf(each)]);
    };
    const text = fc.oneof(
      fc.string({ unit: "grapheme", minLength: 40, maxLength: 200, size: "max" }),
      fc.string({ maxLength: 10 }),
    );
    const { value } = fc.letrec((tie) => ({
      value: fc.oneof({ maxDepth: 3 }, text, fc.integer(), fc.array(tie("value")), tie("object")),
      object: fc.dictionary(fc.constantFrom("content", "path", 'a"b', "edits", "id"), tie("value")),
    }));
    fc.assert(
      fc.property(value, fc.boolean(), (given, spaced) => {
        const json = JSON.stringify({ given }, undefined, spaced ? 2 : 0);
        const made = shrinkStrings(json, 60);
        if (made === undefined) return;
        expect(made.length).toBeLessThan(json.length);
        expect(shapeOf(JSON.parse(made))).toEqual(shapeOf(JSON.parse(json)));
        expect(shrinkStrings(made, 60)).toBeUndefined();
      }),
    );
  });
});
