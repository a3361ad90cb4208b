import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { excerptLines, MAX_CHARS } from "../../src/serve/mcp/excerpt-lines.ts";

const ALL = { from: undefined, to: undefined, search: undefined };

/** Reads a text answer by answer, as the notes at their ends say. */
function readOn(text: string): { readonly read: string; readonly answers: number } {
  let read = "";
  let [from, fromChar] = [1, 1];
  for (let answers = 1; ; answers++) {
    const answer = excerptLines(text, { ...ALL, from, fromChar });
    const note = /\n\[cut (within|before) .*from_line (\d+)(?: and from_char (\d+))?,.*\]$/.exec(
      answer,
    );
    if (note === null) return { read: read + answer, answers };
    read += answer.slice(0, note.index) + (note[1] === "before" ? "\n" : "");
    [from, fromChar] = [Number(note[2]), Number(note[3] ?? 1)];
  }
}

describe("lines of a text that are asked for", () => {
  it("are all to be had, answer by answer, however long they are", () => {
    const line = fc
      .record({
        word: fc.constantFrom("a", "bc", "ü"),
        count: fc.constantFrom(0, 1, 39_999, 40_000, 40_001, 90_000),
      })
      .map(({ word, count }) => word.repeat(count));
    fc.assert(
      fc.property(fc.array(line, { maxLength: 5 }), (lines) => {
        const text = lines.join("\n");
        const { read, answers } = readOn(text);
        expect(read === text).toBe(true);
        expect(answers).toBeLessThanOrEqual(2 + lines.length + text.length / (MAX_CHARS / 2));
      }),
      { numRuns: 60 },
    );
  });

  it("show what was found in a long line, and where the next is", () => {
    const text = `one\n${"x".repeat(50_000)} Needle ${"y".repeat(50_000)} needle`;
    const ask = (fromChar: number) =>
      excerptLines(text, { from: 2, to: undefined, fromChar, search: "needle" });
    const first = ask(1);
    expect(first).toMatch(/^2, character 50002 of 100015: …x+ Needle y+…$/);
    expect(first.length).toBeLessThan(1100);
    expect(ask(50_003)).toMatch(/^2, character 100010 of 100015: …y+ needle$/);
    expect(ask(100_011)).toBe('none of the lines 2 to 2 holds "needle"');
  });

  it("are refused where there are none", () => {
    expect(() => excerptLines("a\nb", { ...ALL, from: 3 })).toThrow("the text has 2 lines");
    expect(() => excerptLines("a\nb", { ...ALL, from: 2, to: 1 })).toThrow("the text has 2 lines");
    expect(() => excerptLines("ab\n", { ...ALL, fromChar: 3 })).toThrow("line 1 has 2 characters");
    expect(excerptLines("ab\n", { ...ALL, from: 2, fromChar: 1 })).toBe("");
  });
});
