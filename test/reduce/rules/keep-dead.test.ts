/** Text that no longer reaches the model, and the option that leaves it alone. */
import { expect, it } from "vitest";
import { compact } from "../../../src/api/compact.ts";
import { fixturesOf } from "../../support/fixtures.ts";

const all = { preserveRecentRawTurns: 1000, minGain: 1 } as const;

it("is masked whatever the window, but not with keepDead", () => {
  let dead = 0;
  for (const { bytes, name } of fixturesOf("claude-code").concat(fixturesOf("pi"))) {
    const masked = compact(bytes, all).transcripts;
    dead += masked.reduce((sum, each) => sum + (each.deadMaskedCount ?? 0), 0);
    const left = compact(bytes, { ...all, keepDead: true });
    expect(left.bytes, name).toBe(bytes);
    for (const [at, each] of left.transcripts.entries()) {
      expect(each.deadChars).toBe(masked[at]?.deadChars);
      expect(each.deadMaskedCount ?? 0).toBe(0);
    }
  }
  expect(dead).toBeGreaterThan(0);
});

it("says so of each observation", () => {
  const options = { ...all, keepDead: true, explain: true };
  const reasons = fixturesOf("pi")
    .flatMap(({ bytes }) => compact(bytes, options).transcripts)
    .flatMap(({ observations = [] }) => observations.map(({ by }) => by));
  expect(reasons).toContain("keep-dead");
});
