/** Oversize observations become excerpts, wherever they stand. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createPolicy, REDUCER_DEFAULTS } from "../../../src/reduce/pipeline/policy.ts";
import type { ReduceOptions } from "../../../src/reduce/pipeline/policy-options.ts";
import { excerptKind } from "../../../src/reduce/placeholders/pass-notes.ts";
import { excerptOf, MIN_EXCERPT_CHARS } from "../../../src/reduce/texts/excerpt.ts";
import { textsAfter } from "../../support/masked-by.ts";
import { type PlainEvent, used } from "../../support/plain-transcript.ts";

const line = (k: number) => `line ${k} says something that is not much`;
const LONG = Array.from({ length: 100 }, (_, k) => line(k)).join("\n");

const clamped = (events: readonly PlainEvent[], options: ReduceOptions = {}) =>
  textsAfter(events, { clamp: 500, preserveRecentRawTurns: 100, ...options });

describe("an oversize observation", () => {
  it("inside the window keeps its head, its tail, and a word of what is left out", () => {
    const [text = ""] = clamped(used("look", LONG));
    expect(text.length).toBeLessThanOrEqual(500);
    const lines = text.split("\n");
    expect(lines[0]).toBe(line(0));
    expect(lines.at(-1)).toBe(line(99));
    const at = lines.findIndex((each) => each.startsWith("[... "));
    const kept = lines.filter((_, k) => k !== at);
    expect(kept.every((each) => LONG.includes(each))).toBe(true);
    const chars = LONG.length - kept.join("\n").length;
    expect(lines[at]).toBe(`[... ${100 - kept.length} lines, ${chars} chars left out ...]`);
  });

  it("keeps the error lines of its middle", () => {
    const failed = `${LONG}\nFAILED tests/a.py::one\nE   assert 1 == 2\n${LONG}`;
    const [text = ""] = clamped(used("look", failed));
    expect(text).toContain("left out ...]\nFAILED tests/a.py::one\nE   assert 1 == 2\n");
    expect(text.length).toBeLessThanOrEqual(500);
  });

  it("is one that is larger than the limit", () => {
    const text = LONG.slice(0, 500);
    expect(clamped(used("look", text))).toEqual([text]);
    expect(clamped(used("look", `${text}x`))).not.toEqual([`${text}x`]);
  });

  it("is an excerpt although errors are kept, which an excerpt of an error still is", () => {
    const [error = ""] = clamped(used("look", LONG, { isError: true }), { keepErrors: "all" });
    expect(excerptKind(error)).toBe("error");
    const options = { keepErrors: "all", preserveRecentRawTurns: 0 } as const;
    expect(clamped(used("look", error), options)).toEqual([error]);
    const [other = ""] = clamped(used("look", LONG), options);
    expect(other).toMatch(/^\[observation masked/);
  });

  it("is kept by other guards, and is no dispatch result", () => {
    expect(clamped(used("look", LONG), { keepTools: ["look"] })).toEqual([LONG]);
    const dispatch = `${LONG} BEGIN_DISPATCH_RESULT${LONG}END_DISPATCH_RESULT`;
    expect(clamped(used("look", dispatch))).toEqual([dispatch]);
  });

  it("gives way to the window, and to a note that it comes again", () => {
    expect(clamped(used("look", LONG), { preserveRecentRawTurns: 0 })).toEqual([
      `[observation masked — ${LONG.length} chars]`,
    ]);
    const events = [...used("look", LONG), ...used("look", LONG)];
    expect(clamped(events, { dedupe: true })[0]).toMatch(/^\[same as the later result of look/);
  });

  it("does not stand for reads that were whole", () => {
    const args = '{"file_path":"a.ts"}';
    const events = [used("Read", LONG.slice(0, 400), { args }), used("Read", LONG, { args })];
    const texts = clamped(events.flat(), { staleReads: true });
    expect(texts[0]).toBe(LONG.slice(0, 400));
    expect(clamped(events.flat(), { staleReads: true, clamp: 9000 })[0]).toContain("read again");
  });

  it("as an excerpt is no duplicate, although two can be alike", () => {
    const other = LONG.replace("line 50 ", "Line 50 ");
    const [one = "", two = ""] = clamped([...used("look", LONG), ...used("look", other)]);
    expect(one).toBe(two);
    const again = [...used("look", one), ...used("look", two)];
    expect(clamped(again, { dedupe: true })).toEqual([one, two]);
  });
});

it("an excerpt is within its limit, and cuts no character in two", () => {
  const text = fc
    .array(fc.constantFrom("word ", "\n", "\ud83d\ude00", "FAILED x\n", "é", "x".repeat(150)), {
      minLength: 60,
      maxLength: 300,
      size: "max",
    })
    .map((parts) => parts.join(""));
  fc.assert(
    fc.property(text, fc.integer({ min: MIN_EXCERPT_CHARS, max: 2000 }), (long, limit) => {
      fc.pre(long.length > limit);
      const excerpt = excerptOf(long, { limit, isError: false });
      expect(excerpt.length).toBeLessThanOrEqual(limit);
      expect(() => encodeURIComponent(excerpt)).not.toThrow();
      expect(excerptKind(excerpt)).toBe("other");
    }),
  );
});

it("a limit that no excerpt fits in makes no sense", () => {
  expect(() => createPolicy({ clamp: 199 }, REDUCER_DEFAULTS)).toThrow(
    "clamp: expected a whole number, 200 or more (got 199)",
  );
});
