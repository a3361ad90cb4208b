/** Tool results are shortened before they are sent for the first time, and stay as they were sent. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { firstSightNoteIn } from "../../src/reduce/first-sight/first-sight-note.ts";
import { MIN_FIRST_SIGHT_CHARS } from "../../src/reduce/first-sight/first-sight-size.ts";
import { shortenResult } from "../../src/reduce/first-sight/shorten-result.ts";
import { createPolicy, REDUCER_DEFAULTS } from "../../src/reduce/pipeline/policy.ts";
import type { ReduceOptions } from "../../src/reduce/pipeline/policy-options.ts";
import { replay } from "../../src/reduce/replay/replay-transcript.ts";
import { requestsOf } from "../../src/reduce/replay/requests.ts";
import { chars4 } from "../../src/transcript/model/size.ts";
import { busySessions } from "../support/busy-sessions.ts";
import { textsAfter } from "../support/masked-by.ts";
import { type PlainEvent, transcriptFrom, used } from "../support/plain-transcript.ts";
import { maskingOptions } from "../support/policies.ts";
import { runs } from "../support/runs.ts";

const line = (k: number) => `line ${k} says something that is not much`;
const LONG = Array.from({ length: 100 }, (_, k) => line(k + 1)).join("\n");
const REF = "0123456789ab";

const texts = fc
  .array(
    fc.constantFrom(
      "word ",
      "\n",
      "\r\n",
      "\ud83d\ude00",
      "FAILED x\n",
      "\nE   y",
      "x".repeat(150),
    ),
    { minLength: 1, maxLength: 300, size: "max" },
  )
  .map((parts) => parts.join(""));
const limits = fc.integer({ min: MIN_FIRST_SIGHT_CHARS, max: 2000 });
const refs = fc.option(fc.constant(REF), { nil: undefined });

describe("a shortened result", () => {
  it("has its head, its tail, and between them what is left out and how to get it", () => {
    const text = shortenResult(LONG, { limit: 600, ref: REF }) ?? "";
    const lines = text.split("\n");
    const at = lines.findIndex((each) => each.startsWith("["));
    const tail = lines.length - at - 1;
    const chars = LONG.length - text.length + (lines[at]?.length ?? 0) + 1;
    expect(lines[at]).toBe(
      `[shortened at first sight: lines ${at + 1}-${100 - tail} of 100 left out, ${chars} chars; all of it: elision show ${REF}]`,
    );
    expect(lines.slice(0, at)).toEqual(LONG.split("\n").slice(0, at));
    expect(lines.slice(at + 1)).toEqual(LONG.split("\n").slice(-tail));
    expect(Math.min(at, tail)).toBeGreaterThan(3);
  });

  it("says the size alone where there is no archive", () => {
    const text = shortenResult(LONG, { limit: 600, isError: true }) ?? "";
    expect(text).toMatch(/^\[.* of 100 left out, \d+ chars of an error\]$/m);
  });

  it("has the error lines of its middle with their numbers", () => {
    const failed = `${LONG}\nFAILED tests/a.py::one\n${line(102)}\nE   assert 1 == 2\n${LONG}`;
    const text = shortenResult(failed, { limit: 800 }) ?? "";
    expect(text).toMatch(
      /, 2 error lines of it below\]\n101: FAILED tests\/a\.py::one\n103: E {3}assert 1 == 2\nline/,
    );
  });

  it("is within its limit, shorter, whole in its characters, and short enough ever after", () => {
    fc.assert(
      fc.property(texts, limits, limits, refs, fc.boolean(), (text, limit, other, ref, isError) => {
        const short = shortenResult(text, { limit, ref, isError });
        expect(short === undefined).toBe(text.length <= limit);
        if (short === undefined) return;
        expect(short.length).toBeLessThanOrEqual(limit);
        expect(() => encodeURIComponent(short)).not.toThrow();
        expect(firstSightNoteIn(short)?.isError).toBe(isError);
        expect(shortenResult(short, { limit: other, ref })).toBeUndefined();
      }),
      { numRuns: runs(1000) },
    );
  });

  it("is not a text that quotes one among other lines", () => {
    const short = shortenResult(LONG, { limit: 600 }) ?? "";
    const quoted = `${LONG}\n${short}\n${LONG}`;
    expect(firstSightNoteIn(quoted)).toBeUndefined();
    expect(shortenResult(quoted, { limit: 600 })?.length).toBeLessThanOrEqual(600);
  });
});

const shortened = (events: readonly PlainEvent[], options: ReduceOptions = {}) =>
  textsAfter(events, { firstSight: 600, preserveRecentRawTurns: 100, ...options });

describe("the rule", () => {
  it("shortens inside the window, errors too, and gives way to the window", () => {
    expect(shortened(used("look", LONG))).toEqual([shortenResult(LONG, { limit: 600 })]);
    const error = shortenResult(LONG, { limit: 600, isError: true });
    const failed = used("look", LONG, { isError: true });
    expect(shortened(failed, { keepErrors: "all" })).toEqual([error]);
    expect(shortened(used("look", LONG), { preserveRecentRawTurns: 0 })).toEqual([
      `[observation masked — ${LONG.length} chars]`,
    ]);
  });

  it("leaves an error that it shortened an error", () => {
    const [error = ""] = shortened(used("look", LONG, { isError: true }));
    const options = { keepErrors: "all", preserveRecentRawTurns: 0 } as const;
    expect(shortened(used("look", error), options)).toEqual([error]);
  });

  it("lets no budget, trigger or target delay it", () => {
    const short = [shortenResult(LONG, { limit: 600 })];
    for (const late of [
      { maxInputChars: 1_000_000 },
      { trigger: 1_000_000 },
      { target: 1_000_000 },
    ])
      expect(shortened(used("look", LONG), late)).toEqual(short);
  });

  it("leaves alone what other guards keep", () => {
    for (const guard of [{ keepTools: ["look"] }, { keepFirst: 1 }, { keepLarger: 700 }])
      expect(shortened(used("look", LONG), guard)).toEqual([LONG]);
  });

  it("makes a limit that nothing fits in an error", () => {
    expect(() => createPolicy({ firstSight: 399 }, REDUCER_DEFAULTS)).toThrow(
      "firstSight: expected a whole number, 400 or more (got 399)",
    );
  });
});

it("alone, every prompt begins with the one before it", () => {
  let count = 0;
  fc.assert(
    fc.property(busySessions, maskingOptions, (events, options) => {
      const policy = createPolicy(
        { ...options, observationMasking: false, firstSight: 420 },
        REDUCER_DEFAULTS,
      );
      const requests = requestsOf(transcriptFrom(events), chars4);
      const { shared, sizes, final } = replay(requests, policy);
      count += final.maskedCount;
      for (const request of requests.steps.keys())
        if (request > 0) expect(shared[request]).toBe(sizes[request - 1]);
    }),
    { numRuns: runs(300) },
  );
  expect(count).toBeGreaterThan(runs(300) / 4);
});
