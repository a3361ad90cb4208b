/** Whose arguments are shortened, and when. */
import fc from "fast-check";
import { expect, it } from "vitest";
import { createPolicy, REDUCER_DEFAULTS } from "../../../src/reduce/pipeline/policy.ts";
import type { ReduceOptions } from "../../../src/reduce/pipeline/policy-options.ts";
import { reduceTranscript } from "../../../src/reduce/pipeline/reduce-transcript.ts";
import { busySessions } from "../../support/busy-sessions.ts";
import { type PlainEvent, transcriptFrom, used } from "../../support/plain-transcript.ts";
import { runs } from "../../support/runs.ts";

const args = JSON.stringify({ path: "a.ts", content: "x".repeat(300) });
const written = (about = {}) => used("write", "Done.", { args, ...about });

/** The calls whose arguments are shortened, by their numbers. */
function shortened(events: readonly PlainEvent[], options: ReduceOptions = {}, step?: number) {
  const given = { windowUnit: "turns", preserveRecentRawTurns: 1, shrinkInputs: 60 } as const;
  const policy = createPolicy(
    { ...given, observationMasking: false, ...options },
    REDUCER_DEFAULTS,
  );
  const transcript = transcriptFrom(events);
  const calls = [...transcript.parts].filter(({ kind }) => kind === "call");
  const at = step ?? transcript.turns.count;
  const edits = [...reduceTranscript(transcript, policy, { step: at }).edits()];
  return edits.map(({ part }) => calls.findIndex(({ index }) => index === part.index));
}

const three = [...written(), ...written({ isError: true }), ...written()];

it("calls outside the window are shortened, from the step at which they leave it", () => {
  expect(shortened(three)).toEqual([0, 1]);
  expect(shortened(three, {}, 2)).toEqual([0]);
  expect(shortened(three, { preserveRecentRawTurns: 0 })).toEqual([0, 1, 2]);
});

it("calls without an answer stay, and those of tools that are kept", () => {
  const open = written().slice(0, 1);
  expect(shortened([...open, ...written(), ...written()])).toEqual([1]);
  expect(shortened(three, { keepTools: ["write"] })).toEqual([]);
});

it("with a target, inputs of failed calls go first", () => {
  const size = three.reduce(
    (sum, e) => sum + (e.kind === "call" ? e.name.length + e.args.length : 5),
    0,
  );
  const options = { preserveRecentRawTurns: 0, trigger: size - 1 };
  expect(shortened(three, { ...options, target: size - 100 })).toEqual([1]);
  expect(shortened(three, { ...options, target: size - 300 })).toEqual([0, 1]);
});

it("a step back in a session is what it would have been then", () => {
  let count = 0;
  fc.assert(
    fc.property(busySessions, fc.integer({ min: 0, max: 4 }), (events, window) => {
      const options = { preserveRecentRawTurns: window };
      const { turns } = transcriptFrom(events);
      for (let step = 0; step <= turns.count; step++) {
        const prefix = events.slice(0, turns.messagesUpTo(step));
        const then = shortened(prefix, options);
        expect(shortened(events, options, step)).toEqual(then);
        count += then.length;
      }
    }),
    { numRuns: runs(50) },
  );
  expect(count).toBeGreaterThan(50);
});
