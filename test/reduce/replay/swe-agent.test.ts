/** A window of 10 masks at every step what SWE-agent's published rule omits, index for index. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { readTranscriptsIn } from "../../../src/engine/input/read-transcripts.ts";
import { memoryStore } from "../../../src/io/store/store.ts";
import { createPolicy, PROGRAM_DEFAULTS } from "../../../src/reduce/pipeline/policy.ts";
import { PRESETS } from "../../../src/reduce/pipeline/presets.ts";
import { leaveAlone, replay } from "../../../src/reduce/replay/replay-transcript.ts";
import { inChars, requestsOf } from "../../../src/reduce/replay/requests.ts";
import type { Transcript } from "../../../src/transcript/model/transcript.ts";
import { type PlainEvent, transcriptFrom, used } from "../../support/plain-transcript.ts";
import { runs } from "../../support/runs.ts";

/** `LastNObservations`, of which the task is observation number 0 (science 1.1). */
function omitted(count: number, { n, polling }: { n: number; polling: number }): readonly number[] {
  const end = Math.max(0, Math.floor(count / polling) * polling - n);
  return Array.from({ length: count }, (_, index) => index).slice(1, end);
}

/** Compares at every step; gives how many masks were compared. */
function compareAll(
  transcript: Transcript,
  { n, polling }: { n: number; polling: number },
): number {
  const given = Object.entries(PRESETS["swe-agent"].options).filter(
    ([, value]) => value !== undefined,
  );
  const policy = createPolicy(
    { ...Object.fromEntries(given), window: n, every: polling },
    PROGRAM_DEFAULTS,
  );
  const requests = requestsOf(transcript, inChars);
  const { maskedFrom } = replay(requests, policy);
  const observations = [...transcript.observations()].filter(
    ({ message }) => !transcript.isFixed(message),
  );
  let compared = 0;
  for (const step of requests.steps) {
    const seen = observations.filter(({ message }) => transcript.turns.of(message) <= step);
    const masked = seen.flatMap((part, k) => (maskedFrom(part) <= step ? [k + 1] : []));
    // What is not longer than its placeholder stays.
    const expected = omitted(seen.length + 1, { n, polling }).filter((index) => {
      const part = seen[index - 1];
      return part !== undefined && part.chars > 60;
    });
    expect(masked.filter((index) => (seen[index - 1]?.chars ?? 0) > 60)).toEqual(expected);
    compared += expected.length;
  }
  expect(leaveAlone(requests).sizes).toHaveLength(requests.steps.length);
  return compared;
}

describe("a window of 10", () => {
  it("omits what SWE-agent omits in generated sessions", () => {
    let compared = 0;
    const session = fc.tuple(fc.integer({ min: 0, max: 60 }), fc.integer({ min: 1, max: 7 }));
    fc.assert(
      fc.property(session, ([turns, polling]) => {
        const events: PlainEvent[] = [{ kind: "said", role: "user", text: "Do it." }];
        for (let k = 0; k < turns; k++) events.push(...used("bash", `${k} `.padEnd(400, "x")));
        compared += compareAll(transcriptFrom(events), { n: 10, polling });
      }),
      { numRuns: runs(100) },
    );
    expect(compared).toBeGreaterThan(10_000);
  });

  const samples = process.env.ELISION_SAMPLES;

  it.skipIf(samples === undefined)("omits the same in recorded ones (ELISION_SAMPLES)", () => {
    const folder = join(samples ?? "", "swe-agent");
    let compared = 0;
    for (const name of readdirSync(folder).filter((file) => file.endsWith(".traj")))
      readTranscriptsIn(
        readFileSync(join(folder, name)),
        {
          file: name,
          strict: true,
          onBadLine() {},
          onTranscript({ transcript }) {
            compared += compareAll(transcript, { n: 10, polling: 1 });
          },
        },
        { store: memoryStore() },
      );
    expect(compared).toBeGreaterThan(0);
  });
});
