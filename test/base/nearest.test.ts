import { describe, expect, it } from "vitest";
import { didYouMean, nearest } from "../../src/base/nearest.ts";

const NAMES = [
  "window",
  "window-unit",
  "max-input-chars",
  "max-input-tokens",
  "every",
  "no-masking",
];

describe("nearest", () => {
  it.each([
    ["windw", "window"],
    ["windwo", "window"],
    ["window_unit", "window-unit"],
    ["maxInputChars", "max-input-chars"],
    ["max-input-char", "max-input-chars"],
    ["masking", "no-masking"],
    ["evry", "every"],
    ["Window", "window"],
  ])("of %s is %s", (word, name) => {
    expect(nearest(word, NAMES)).toBe(name);
  });

  it.each(["model", "x", "", "output"])("of %j is none", (word) => {
    expect(nearest(word, NAMES)).toBeUndefined();
    expect(didYouMean(word, NAMES)).toBe("");
  });

  it("is not said of a word that is one of the names", () => {
    expect(didYouMean("window", NAMES)).toBe("");
    expect(didYouMean("windw", NAMES)).toBe(' (did you mean "window"?)');
  });

  it("counts two neighbours swapped as one change", () => {
    expect(nearest("bacdef", ["xacdeg", "abcdef"])).toBe("abcdef");
  });
});
