import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { IndexSet } from "../../../src/base/index-set.ts";
import { editLines, type LineEnds } from "../../../src/json/scan/line-ends.ts";
import { spliced } from "../../support/parse-json.ts";
import { runs } from "../../support/runs.ts";

/** The lines of a text; a line break at the end does not start another line. */
function linesOf(text: string): LineEnds {
  const starts: number[] = [];
  for (let at = 0; at < text.length; ) {
    starts.push(at);
    const stop = text.indexOf("\n", at);
    at = stop < 0 ? text.length : stop + 1;
  }
  const next = (index: number) => starts[index + 1] ?? text.length;
  return {
    count: starts.length,
    start: (index) => starts[index] ?? text.length,
    end: (index) => next(index) - (/\r?\n$/.exec(text.slice(0, next(index)))?.[0].length ?? 0),
    next,
  };
}

function edited(
  text: string,
  remove: number[],
  insert: { at: number; json: string }[] = [],
  lineBreak = "\n",
): string {
  return spliced(
    text,
    editLines(linesOf(text), { remove: new IndexSet(text.length, remove), insert, lineBreak }),
  );
}

describe("editLines", () => {
  it.each([
    ["the first", "a\nb\nc\n", [0], "b\nc\n"],
    ["the last", "a\nb\nc\n", [2], "a\nb\n"],
    ["neighbours", "a\nb\nc\n", [1, 2], "a\n"],
    ["all", "a\nb\nc\n", [0, 1, 2], ""],
    ["the last without a line break", "a\nb\nc", [2], "a\nb"],
    ["neighbours at an end without a line break", "a\r\nb\r\nc", [1, 2], "a"],
    ["all without a line break", "a\nb", [0, 1], ""],
    ["with CRLF", "a\r\nb\r\n", [0], "b\r\n"],
  ])("takes out %s", (_, text, remove, expected) => {
    expect(edited(text, remove)).toBe(expected);
  });

  it.each([
    ["at the start", "a\nb\n", 0, "x\na\nb\n"],
    ["at the end", "a\nb\n", 2, "a\nb\nx\n"],
    ["at an end without a line break", "a\nb", 2, "a\nb\nx"],
  ])("puts a line %s", (_, text, at, expected) => {
    expect(edited(text, [], [{ at, json: "x" }])).toBe(expected);
  });

  it("lets a line take the place of others", () => {
    expect(edited("a\nb\nc\n", [0, 1], [{ at: 0, json: "x" }])).toBe("x\nc\n");
    expect(edited("a\nb\nc", [1, 2], [{ at: 1, json: "x" }])).toBe("a\nx");
    expect(edited("a\r\nb\r\n", [1], [{ at: 1, json: "x" }], "\r\n")).toBe("a\r\nx\r\n");
  });

  it("makes one splice of neighbours", () => {
    const lines = linesOf("a\nb\nc\nd\ne\n");
    expect(
      editLines(lines, { remove: new IndexSet(5, [1, 2, 4]), insert: [], lineBreak: "\n" }),
    ).toHaveLength(2);
  });

  it("agrees with the same surgery on an array of lines", () => {
    const line = fc.stringMatching(/^[a-z]{0,3}$/);
    fc.assert(
      fc.property(
        fc.array(fc.tuple(line, fc.boolean()), { minLength: 1, maxLength: 6 }),
        fc.nat(),
        fc.boolean(),
        (rows, place, finalBreak) => {
          const last = rows.at(-1);
          fc.pre(finalBreak || last?.[0] !== "");
          const text = rows.map(([json]) => json).join("\n") + (finalBreak ? "\n" : "");
          const at = place % (rows.length + 1);
          const remove = rows.flatMap(([, gone], index) => (gone ? [index] : []));
          const kept = rows.flatMap(([json, gone], index) => [
            ...(index === at ? ["new"] : []),
            ...(gone ? [] : [json]),
          ]);
          if (at === rows.length) kept.push("new");
          const expected = kept.join("\n") + (finalBreak ? "\n" : "");
          expect(edited(text, remove, [{ at, json: "new" }])).toBe(expected);
        },
      ),
      { numRuns: runs(1000) },
    );
  });
});
