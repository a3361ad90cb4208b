import fc from "fast-check";
import { expect, it } from "vitest";
import { readChat } from "../../src/api/chat/read-chat.ts";
import { reduce } from "../../src/api/chat/reduce-chat.ts";
import { createPolicy, PROGRAM_DEFAULTS } from "../../src/reduce/pipeline/policy.ts";
import type { ReduceOptions } from "../../src/reduce/pipeline/policy-options.ts";
import { PRESETS } from "../../src/reduce/pipeline/presets.ts";
import { reduceTranscript } from "../../src/reduce/pipeline/reduce-transcript.ts";
import { runs } from "../support/runs.ts";
import { talkative } from "../support/talkative.ts";

const OPTIONS = { preserveRecentRawTurns: 10, windowUnit: "turns", keepTask: true } as const;

function droppedTurns(turns: number, options: ReduceOptions): number {
  const { transcript } = readChat(talkative(turns) as { role: string }[]);
  const { condensation } = reduceTranscript(transcript, createPolicy(options, PROGRAM_DEFAULTS));
  return (condensation?.drop.size ?? 0) / 2;
}

it("summarizes the oldest turns, so many at a time, as soon as so many are outside the window", () => {
  const after = { ...OPTIONS, summarizeAfter: 21 };
  expect([30, 31, 51, 52, 73].map((turns) => droppedTurns(turns, after))).toEqual([
    0, 21, 21, 42, 63,
  ]);
});

it("is what the preset hybrid does at 53 turns", () => {
  const { options } = PRESETS.hybrid;
  const set = Object.entries(options).filter(([, value]) => value !== undefined);
  const hybrid = Object.fromEntries(set) as ReduceOptions;
  expect([52, 53].map((turns) => droppedTurns(turns, hybrid))).toEqual([0, 43]);
});

it("masks what is left, and summarizes texts as they were before that", () => {
  const messages = talkative(40) as { role: string; content: string }[];
  const result = reduce(messages, { ...OPTIONS, summarizeAfter: 21 });
  expect(result.reductionStage).toBe("summarization");
  expect(result.droppedCount).toBe(42);
  expect(result.maskedRemaining).toBe(9);
  const summary = result.messages.find(({ content }) =>
    String(content).startsWith("Conversation summary"),
  );
  expect(summary?.content).toContain("feather_1 ");
});

it("leaves turns alone in which less is written than a summary may have, masked or not", () => {
  const options = { ...OPTIONS, preserveRecentRawTurns: 2, summarizeAfter: 2 };
  const once = reduce(talkative(4) as { role: string; content: string }[], options);
  expect([once.droppedCount, once.maskedCount]).toEqual([0, 2]);
  expect(reduce(once.messages, options).messages).toBe(once.messages);
  expect(droppedTurns(4, { ...options, summaryMaxChars: 800 })).toBe(2);
});

it("changes nothing the second time, and drops no less later", () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 60 }), fc.integer({ min: 1, max: 20 }), (turns, n) => {
      const options = { ...OPTIONS, summarizeAfter: n };
      const once = reduce(talkative(turns) as { role: string; content: string }[], options);
      expect(reduce(once.messages, options).messages).toBe(once.messages);
      expect(once.afterChars).toBeLessThanOrEqual(once.beforeChars);
      expect(droppedTurns(turns + 1, options)).toBeGreaterThanOrEqual(droppedTurns(turns, options));
    }),
    { numRuns: runs(40) },
  );
});

it("changes nothing the second time where the window moves in steps, or counts the task", () => {
  const options = fc.record({
    preserveRecentRawTurns: fc.integer({ min: 0, max: 6 }),
    windowUnit: fc.constantFrom("turns", "messages", "observations"),
    every: fc.integer({ min: 2, max: 5 }),
    countTask: fc.boolean(),
    summarizeAfter: fc.integer({ min: 1, max: 8 }),
    summaryMaxChars: fc.integer({ min: 0, max: 300 }),
  });
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 40 }), options, (turns, given) => {
      const once = reduce(talkative(turns) as { role: string; content: string }[], given);
      expect(reduce(once.messages, given).messages).toBe(once.messages);
    }),
    { numRuns: runs(150) },
  );
});
