/** A replay in one walk gives what compacting every prefix by itself gives. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createPolicy, REDUCER_DEFAULTS } from "../../../src/reduce/pipeline/policy.ts";
import { reduceTranscript } from "../../../src/reduce/pipeline/reduce-transcript.ts";
import { replayPrefixes } from "../../../src/reduce/replay/replay-prefixes.ts";
import { leaveAlone, masksNothing, replay } from "../../../src/reduce/replay/replay-transcript.ts";
import { isWindowAlone, replayWindows } from "../../../src/reduce/replay/replay-windows.ts";
import type { Replay } from "../../../src/reduce/replay/replayed-prompts.ts";
import { requestsOf } from "../../../src/reduce/replay/requests.ts";
import { withinBudget } from "../../../src/reduce/replay/within-budget.ts";
import type { TokenCounter } from "../../../src/transcript/model/size.ts";
import { busySessions } from "../../support/busy-sessions.ts";
import {
  type PlainEvent,
  plainEvents,
  transcriptFrom,
  used,
} from "../../support/plain-transcript.ts";
import { maskingOptions, passOptions } from "../../support/policies.ts";
import { runs } from "../../support/runs.ts";

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
        const policy = createPolicy(options, REDUCER_DEFAULTS);
        const requests = requestsOf(transcriptFrom(events), chars);
        const { sizes } = replay(requests, policy);
        requests.steps.forEach((step, request) => {
          const end = requests.transcript.turns.messagesUpTo(step);
          const prefix = transcriptFrom(events.slice(0, end));
          expect(sizes[request]).toBe(reduceTranscript(prefix, policy).after.chars);
        });
      }),
      { numRuns: runs(1500) },
    );
  }, 120_000);

  it("shares with the prompt before what both begin with, piece for piece", () => {
    fc.assert(
      fc.property(plainEvents, maskingOptions, firstLives, (events, options, firstLive) => {
        const policy = createPolicy(options, REDUCER_DEFAULTS);
        const requests = requestsOf(transcriptFrom(events, { firstLive }), chars);
        const walked = replay(requests, policy);
        const naive = replayPrefixes(requests, policy, { dropping: "remove" });
        expect(walked.sizes).toEqual(naive.sizes);
        expect(walked.shared).toEqual(naive.shared);
        expect(walked.final.targetMet).toBe(naive.final.targetMet);
      }),
      { numRuns: runs(1500) },
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
            REDUCER_DEFAULTS,
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
      { numRuns: runs(1500) },
    );
    expect(Math.min(...Object.values(stages))).toBeGreaterThan(runs(1500) / 5);
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
      REDUCER_DEFAULTS,
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

  it("keeps masked what a budget had masked at an earlier step, short results too", () => {
    const events = [...used("bash", "x".repeat(60)), ...used("bash", "y".repeat(900))];
    events.push(...used("bash", "z".repeat(40)), { kind: "said", role: "assistant", text: "so" });
    const options = { preserveRecentRawTurns: 1, windowUnit: "turns", minGain: 32 } as const;
    const policy = createPolicy({ ...options, maxInputChars: 950 }, REDUCER_DEFAULTS);
    const requests = requestsOf(transcriptFrom(events), chars);
    const { textAt, sizes } = replay(requests, policy);
    const [short] = requests.transcript.observations();
    // At step 2 the large one is inside the window; at step 3 masking that alone would do.
    const at = [1, 2, 3].map((step) => short && textAt(short, step)?.slice(0, 9));
    expect(at).toEqual([undefined, "[observat", "[observat"]);
    expect([...sizes]).toEqual([0, 66, 943, 6 + 31 + 6 + 32 + 6 + 40]);
  });

  it("has no request for a reply that is dead, though a live message follows it", () => {
    const said = (role: "user" | "assistant", text: string): PlainEvent => ({
      kind: "said",
      role,
      text,
    });
    const events = [
      ...[said("user", "old"), said("assistant", "old answer")],
      ...[said("user", "new"), said("assistant", "answer"), said("user", "more")],
    ];
    const requests = requestsOf(transcriptFrom(events, { firstLive: 2 }), chars);
    expect(requests.steps).toEqual([1]);
    const policy = createPolicy({}, REDUCER_DEFAULTS);
    expect([...replay(requests, policy).sizes]).toEqual([3]);
  });

  it("leaves out what no longer reaches the model", () => {
    const events = [...used("bash", "x".repeat(500)), ...used("bash", "y".repeat(700))];
    const requests = requestsOf(transcriptFrom(events, { firstLive: 2 }), chars);
    const policy = createPolicy({ observationMasking: false }, REDUCER_DEFAULTS);
    expect(requests.steps).toEqual([1]);
    expect([...replay(requests, policy).sizes]).toEqual([0]);
  });
});

describe("windows that are replayed together", () => {
  it("are each what they are alone", () => {
    let compared = 0;
    let masked = 0;
    fc.assert(
      fc.property(
        fc.oneof(plainEvents, busySessions),
        maskingOptions,
        fc.uniqueArray(fc.tuple(fc.integer({ min: 0, max: 9 }), fc.integer({ min: 1, max: 4 }))),
        firstLives,
        (
          events,
          { minSavings, trigger, target, observationMasking, ...options },
          windows,
          firstLive,
        ) => {
          const policies = windows.map(([size, every]) =>
            createPolicy(
              {
                ...options,
                preserveRecentRawTurns: size,
                every: options.windowUnit === "tokens" ? 1 : every,
              },
              REDUCER_DEFAULTS,
            ),
          );
          if (!policies.every(isWindowAlone)) return;
          const requests = requestsOf(transcriptFrom(events, { firstLive }), chars);
          const together = replayWindows(requests, policies, { alone: leaveAlone(requests) });
          policies.forEach((policy, k) => {
            const quick = together[k] as Replay;
            const slow = replay(requests, policy);
            compared++;
            masked += slow.final.maskedCount;
            for (const key of ["sizes", "shared", "changedFrom", "final"] as const)
              expect(quick[key]).toEqual(slow[key]);
            for (const part of requests.transcript.parts) {
              if (part.kind === "observation")
                expect(quick.maskedFrom(part)).toBe(slow.maskedFrom(part));
              for (const step of requests.steps)
                expect(quick.textAt(part, step)).toBe(slow.textAt(part, step));
            }
          });
        },
      ),
      { numRuns: runs(1500) },
    );
    expect(Math.min(compared, masked)).toBeGreaterThan(runs(1500) / 5);
  }, 120_000);
});

describe("a policy that is certain to mask nothing", () => {
  it("is one whose replay is history left alone", () => {
    const seen = { nothing: 0, maybe: 0 };
    const sizes = fc.constantFrom(1, 200, 1e6);
    fc.assert(
      fc.property(
        plainEvents,
        maskingOptions,
        sizes,
        firstLives,
        (events, options, trigger, firstLive) => {
          const { observationMasking: _, target = trigger, ...rest } = options;
          const pressed = { ...rest, trigger, target: Math.min(target, trigger) };
          const policy = createPolicy(pressed, REDUCER_DEFAULTS);
          const requests = requestsOf(transcriptFrom(events, { firstLive }), chars);
          const isNothing = masksNothing(requests, policy);
          seen[isNothing ? "nothing" : "maybe"]++;
          if (!isNothing) return;
          const alone = leaveAlone(requests);
          const replayed = replay(requests, policy);
          for (const key of ["sizes", "shared", "changedFrom", "final"] as const)
            expect(replayed[key]).toEqual(alone[key]);
        },
      ),
      { numRuns: runs(1500) },
    );
    expect(Math.min(seen.nothing, seen.maybe)).toBeGreaterThan(runs(1500) / 10);
  }, 120_000);

  it("shortens at first sight what is too large, and no result here is", () => {
    const policy = createPolicy({ firstSight: 400, observationMasking: false }, REDUCER_DEFAULTS);
    const with400 = requestsOf(transcriptFrom(used("read", "x".repeat(400))), chars);
    const with401 = requestsOf(transcriptFrom(used("read", "x".repeat(401))), chars);
    expect(masksNothing(with400, policy)).toBe(true);
    expect(masksNothing(with401, policy)).toBe(false);
  });
});
