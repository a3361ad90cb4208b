/**
 * The presets, against the rules of the systems that they are named for, written here anew from what
 * those systems do.
 */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  createPolicy,
  PROGRAM_DEFAULTS,
  REDUCER_DEFAULTS,
} from "../../../src/reduce/pipeline/policy.ts";
import type { ReduceOptions } from "../../../src/reduce/pipeline/policy-options.ts";
import { PRESET_NAMES, PRESETS, type PresetName } from "../../../src/reduce/pipeline/presets.ts";
import { reduceTranscript } from "../../../src/reduce/pipeline/reduce-transcript.ts";
import { type PlainEvent, transcriptFrom, used } from "../../support/plain-transcript.ts";
import { runs } from "../../support/runs.ts";

/** Which observations, from 0, are masked at a step: the last one unless told. */
function maskedBy(
  preset: PresetName,
  events: readonly PlainEvent[],
  { step, ...changes }: ReduceOptions & { readonly step?: number } = {},
): readonly number[] {
  const given = Object.entries(PRESETS[preset].options).filter(([, value]) => value !== undefined);
  const policy = createPolicy({ ...Object.fromEntries(given), ...changes }, PROGRAM_DEFAULTS);
  const transcript = transcriptFrom(events);
  const at = step ?? transcript.turns.count;
  const verdicts = [...reduceTranscript(transcript, policy, { step: at }).verdicts()];
  return verdicts.flatMap(({ isMasked }, index) => (isMasked ? [index] : []));
}

const task: PlainEvent = { kind: "said", role: "user", text: "Do it." };
const sizes = fc.array(fc.integer({ min: 200, max: 60_000 }), { maxLength: 30, size: "max" });

/** A session in which each turn answers with so many chars. */
const sessionOf = (chars: readonly number[], name = "read"): readonly PlainEvent[] => [
  task,
  ...chars.flatMap((count) => used(name, "o".repeat(count))),
];

describe.each(PRESET_NAMES)("preset %s", (name) => {
  it("is the same policy whatever the defaults are", () => {
    const given = Object.entries(PRESETS[name].options).filter(([, value]) => value !== undefined);
    const options: ReduceOptions = Object.fromEntries(given);
    const policies = [REDUCER_DEFAULTS, PROGRAM_DEFAULTS].map((d) => createPolicy(options, d));
    expect(JSON.stringify(policies[0])).toBe(JSON.stringify(policies[1]));
  });

  it("sets every option that any preset sets", () => {
    const keys = (preset: PresetName) => Object.keys(PRESETS[preset].options).sort();
    expect(keys(name)).toEqual(keys("kimi"));
  });
});

describe("preset swe-agent", () => {
  /** SWE-agent's history: the task is the first of its observations, and is never removed. */
  function omitted(observations: number, { n, polling }: { n: number; polling: number }) {
    const list = Array.from({ length: observations + 1 }, (_, k) => k - 1);
    const last = Math.max(0, Math.floor(list.length / polling) * polling - n);
    return list.slice(1, last);
  }

  it("removes what SWE-agent removes, index for index, with any polling", () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 40 }),
        fc.integer({ min: 1, max: 12 }),
        fc.integer({ min: 1, max: 12 }),
        (count, n, polling) => {
          const session = sessionOf(Array(count).fill(200));
          const masked = maskedBy("swe-agent", session, {
            window: n,
            every: polling,
          });
          expect(masked).toEqual(omitted(count, { n, polling }));
        },
      ),
      { numRuns: runs(500) },
    );
  });

  it("is SWE-agent's own with n = 5 and no polling, and the paper's with n = 10", () => {
    for (let count = 0; count < 20; count++) {
      const session = sessionOf(Array(count).fill(200));
      expect(maskedBy("swe-agent", session)).toEqual(omitted(count, { n: 5, polling: 1 }));
      const paper = omitted(count, { n: 10, polling: 1 });
      expect(maskedBy("complexity-trap", session)).toEqual(paper);
    }
  });
});

describe("preset openhands", () => {
  it("masks the observations among all events but the newest five", () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 12 }), (count) => {
        const events = sessionOf(Array(count).fill(200));
        const observations = events.flatMap(({ kind }, k) => (kind === "observation" ? [k] : []));
        const masked = observations.flatMap((at, k) => (at < events.length - 5 ? [k] : []));
        expect(maskedBy("openhands", events)).toEqual(masked);
      }),
    );
  });
});

/**
 * Prunes as opencode and Gemini CLI do, after every turn and for good: from the newest on, so many
 * tokens of outputs that are whole are protected; what is older goes, the one that goes past the limit
 * included, if it is worth the minimum. Here the minimum is of what is saved.
 */
function prune(
  chars: readonly number[],
  { protect, minimum, placeholder }: { protect: number; minimum: number; placeholder: number },
): readonly (readonly number[])[] {
  const pruned = new Set<number>();
  return chars.map((_, newest) => {
    let total = 0;
    let saved = 0;
    const due: number[] = [];
    for (let k = newest; k >= 0 && !pruned.has(k); k--) {
      total += (chars[k] ?? 0) / 4;
      if (total <= protect) continue;
      saved += ((chars[k] ?? 0) - placeholder) / 4;
      due.push(k);
    }
    if (due.length > 0 && saved >= minimum) for (const k of due) pruned.add(k);
    return [...pruned].sort((a, b) => a - b);
  });
}

describe.each([
  { name: "opencode", protect: 40_000, minimum: 20_000 },
  { name: "gemini-cli", protect: 50_000, minimum: 30_000 },
] as const)("preset $name", ({ name, ...rule }) => {
  it("protects and prunes what it does, index for index, at every step", () => {
    let prunings = 0;
    fc.assert(
      fc.property(sizes, (chars) => {
        // A placeholder of one length, so that what is saved is plain.
        const placeholder = "[output of a tool is cleared]";
        const session = sessionOf(chars);
        const steps = prune(chars, { ...rule, placeholder: placeholder.length });
        steps.forEach((pruned, step) => {
          expect(maskedBy(name, session, { placeholder, step: step + 1 })).toEqual(pruned);
          prunings += pruned.length;
        });
      }),
      { numRuns: runs(100) },
    );
    expect(prunings).toBeGreaterThan(100);
  });

  it("spares the tools that it spares", () => {
    const spared = name === "opencode" ? "skill" : "activate_skill";
    const chars = Array(12).fill(50_000);
    expect(maskedBy(name, sessionOf(chars))).not.toEqual([]);
    expect(maskedBy(name, sessionOf(chars, spared))).toEqual([]);
  });
});

describe("preset anthropic", () => {
  const uses = (count: number) => sessionOf(Array(count).fill(40_000));

  it("clears all but the newest three results past 100k tokens", () => {
    expect(maskedBy("anthropic", uses(9))).toEqual([]);
    expect(maskedBy("anthropic", uses(10))).toEqual([0, 1, 2, 3, 4, 5, 6]);
  });

  it("clears at least so much, and spares the tools that are named", () => {
    expect(maskedBy("anthropic", uses(10), { minSavings: 70_000 })).toEqual([]);
    expect(maskedBy("anthropic", uses(10), { keepTools: ["read"] })).toEqual([]);
  });
});

it("preset lossless masks what comes again and nothing else, aggressive what is old as well", () => {
  const session = sessionOf([300, 400, ...Array(12).fill(250), 9000]);
  expect(maskedBy("lossless", session)).toEqual([2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12]);
  expect(maskedBy("aggressive", session)).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 14]);
});

it("presets of the seeds have their windows", () => {
  const session = sessionOf(Array(12).fill(300));
  expect(maskedBy("spec-context", session)).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
  expect(maskedBy("kimi", session)).toEqual([0, 1, 2, 3]);
});
