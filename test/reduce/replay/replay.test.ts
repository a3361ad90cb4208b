/** A replay in one walk gives what compacting every prefix by itself gives. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createPolicy, SEED_DEFAULTS } from "../../../src/reduce/policy.ts";
import { reduceTranscript } from "../../../src/reduce/reduce.ts";
import { replay } from "../../../src/reduce/replay/replay.ts";
import { replayPrefixes } from "../../../src/reduce/replay/replay-prefixes.ts";
import { requestsOf } from "../../../src/reduce/replay/requests.ts";
import { withinBudget } from "../../../src/reduce/replay/within-budget.ts";
import type { TokenCounter } from "../../../src/transcript/size.ts";
import { busySessions } from "../../support/busy-sessions.ts";
import {
  type PlainEvent,
  plainEvents,
  transcriptFrom,
  used,
} from "../../support/plain-transcript.ts";
import { maskingOptions, passOptions } from "../../support/policies.ts";

/** One token a char, so that all figures are whole numbers. */
const chars: TokenCounter = {
  name: "chars",
  count: (text) => text.length,
  countChars: (count) => count,
};

const firstLives = fc.oneof(
  { weight: 4, arbitrary: fc.constant(0) },
  { weight: 1, arbitrary: fc.integer({ min: 0, max: 12 }) },
);

describe("replay", () => {
  it("sends what compacting every prefix by itself leaves", () => {
    fc.assert(
      fc.property(plainEvents, maskingOptions, (events, options) => {
        const policy = createPolicy(options, SEED_DEFAULTS);
        const requests = requestsOf(transcriptFrom(events), chars);
        const { sizes } = replay(requests, policy);
        requests.steps.forEach((step, request) => {
          const end = requests.transcript.turns.messagesUpTo(step);
          const prefix = transcriptFrom(events.slice(0, end));
          expect(sizes[request]).toBe(reduceTranscript(prefix, policy).after.chars);
        });
      }),
      { numRuns: 1500 },
    );
  }, 120_000);

  it("shares with the prompt before what both begin with, piece for piece", () => {
    fc.assert(
      fc.property(plainEvents, maskingOptions, firstLives, (events, options, firstLive) => {
        const policy = createPolicy(options, SEED_DEFAULTS);
        const requests = requestsOf(transcriptFrom(events, { firstLive }), chars);
        const walked = replay(requests, policy);
        const naive = replayPrefixes(requests, policy, { dropping: "remove" });
        expect(walked.sizes).toEqual(naive.sizes);
        expect(walked.shared).toEqual(naive.shared);
      }),
      { numRuns: 1500 },
    );
  }, 120_000);

  it("within a budget gives what it gives evaluated on every prefix", () => {
    const stages = { untouched: 0, masked: 0, other: 0 };
    fc.assert(
      fc.property(
        fc.oneof(plainEvents, busySessions),
        fc.oneof(maskingOptions, fc.constant({ preserveRecentRawTurns: 1 })),
        fc.option(passOptions, { nil: {}, freq: 1 }),
        firstLives,
        fc.integer({ min: 5, max: 95 }),
        fc.boolean(),
        (events, options, passes, firstLive, percent, inTokens) => {
          const transcript = transcriptFrom(events, { firstLive });
          const budget = Math.floor((transcript.charsBefore(events.length) * percent) / 100);
          const policy = createPolicy(
            {
              ...options,
              ...passes,
              maxInputChars: budget,
              ...(inTokens && { maxInputTokens: Math.ceil(budget / 5) }),
            },
            SEED_DEFAULTS,
          );
          const requests = requestsOf(transcript, chars);
          const quick = replay(requests, policy);
          const naive = replayPrefixes(requests, policy, { dropping: "remove" });
          expect(quick.sizes).toEqual(naive.sizes);
          expect(quick.shared).toEqual(naive.shared);
          expect(quick.final).toEqual(naive.final);
          for (const part of requests.transcript.parts) {
            if (part.kind === "observation")
              expect(quick.maskedFrom(part)).toBe(naive.maskedFrom(part));
            for (const step of requests.steps)
              expect(quick.textAt(part, step)).toBe(naive.textAt(part, step));
          }
          const within = withinBudget(requests, policy);
          requests.steps.forEach((_, request) => {
            stages[within?.stageAt(request) ?? "other"]++;
          });
        },
      ),
      { numRuns: 1500 },
    );
    expect(Math.min(...Object.values(stages))).toBeGreaterThan(300);
  }, 120_000);

  it("meets a budget at every step that can meet it, and says what it dropped from when on", () => {
    const events: PlainEvent[] = [{ kind: "said", role: "user", text: "do it" }];
    for (let turn = 0; turn < 12; turn++)
      events.push(
        { kind: "said", role: "assistant", text: "t".repeat(300) },
        ...used("bash", "x".repeat(900)),
      );
    const policy = createPolicy(
      { maxInputChars: 3000, preserveRecentRawTurns: 1, windowUnit: "turns" },
      SEED_DEFAULTS,
    );
    const requests = requestsOf(transcriptFrom(events), chars);
    const { sizes, droppedFrom, summaryAt, shared } = replay(requests, policy);
    expect(Math.max(...sizes)).toBeLessThanOrEqual(3000);
    expect(droppedFrom(1)).toBeLessThan(12);
    expect(summaryAt(0)).toBeUndefined();
    expect(summaryAt(11)).toContain("Conversation summary");
    // A new summary near the start leaves next to nothing of the prompt before.
    expect(shared[11]).toBeLessThan(400);
  });

  it("leaves out what no longer reaches the model", () => {
    const events = [...used("bash", "x".repeat(500)), ...used("bash", "y".repeat(700))];
    const requests = requestsOf(transcriptFrom(events, { firstLive: 2 }), chars);
    const policy = createPolicy({ observationMasking: false }, SEED_DEFAULTS);
    expect(requests.steps).toEqual([1]);
    expect([...replay(requests, policy).sizes]).toEqual([0]);
  });
});
