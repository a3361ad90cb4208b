import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { WindowUnit } from "../../../src/reduce/pipeline/option-values.ts";
import { windowOf } from "../../../src/reduce/windows/window-ends.ts";
import { fateOf, LONG } from "../../support/masked-by.ts";
import { type PlainEvent, transcriptFrom, used } from "../../support/plain-transcript.ts";
import { formatRuns } from "../../support/runs.ts";

/** SWE-agent's boundary: of `units`, the first so many are outside. */
function boundaryOf(units: number, { every, size }: { every: number; size: number }): number {
  return Math.max(0, Math.floor(units / every) * every - size);
}

const said: PlainEvent = { kind: "said", role: "system", text: "Be brief." };

/** Uses of a tool, each a turn of two messages, after a system message. */
const session = (uses: number): readonly PlainEvent[] => [
  said,
  ...Array.from({ length: uses }, (_, k) => used("read", LONG, { id: `c${k}` })).flat(),
];

/** How many units there are after so many uses, and which of them (from 0) observation `k` is. */
const UNITS = {
  turns: { of: (uses: number) => uses, at: (k: number) => k },
  "call-messages": { of: (uses: number) => uses, at: (k: number) => k },
  observations: { of: (uses: number) => uses, at: (k: number) => k },
  messages: { of: (uses: number) => uses * 2, at: (k: number) => k * 2 + 1 },
  events: { of: (uses: number) => uses * 2 + 1, at: (k: number) => k * 2 + 2 },
} as const;

describe.each(Object.entries(UNITS))("a window in %s", (name, { of, at }) => {
  const windowUnit = name as WindowUnit;
  const motions = fc.record({
    every: fc.integer({ min: 1, max: 7 }),
    size: fc.integer({ min: 0, max: 9 }),
  });

  it("has its boundary where SWE-agent's polling has it, index for index", () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 30 }), motions, (uses, motion) => {
        const { every, size: preserveRecentRawTurns } = motion;
        const fate = fateOf(session(uses), { windowUnit, every, preserveRecentRawTurns });
        const boundary = boundaryOf(of(uses), motion);
        expect(fate).toEqual(fate.map((_, k) => (at(k) < boundary ? "masked" : "window")));
      }),
    );
  });

  it("leaves all that stands before its boundary the same between two moves", () => {
    fc.assert(
      fc.property(motions, (motion) => {
        const { every, size: preserveRecentRawTurns } = motion;
        let moves = 0;
        for (let uses = 1; uses <= 24; uses++) {
          const options = { windowUnit, every, preserveRecentRawTurns };
          const before = fateOf(session(uses - 1), options);
          const now = fateOf(session(uses), options).slice(0, uses - 1);
          const hasMoved = boundaryOf(of(uses), motion) > boundaryOf(of(uses - 1), motion);
          if (!hasMoved) expect(now).toEqual(before);
          else moves++;
        }
        expect(moves).toBeLessThanOrEqual(Math.ceil(of(24) / every));
      }),
      formatRuns(1000, of(24) + at(0)),
    );
  });

  it("begins, for what is kept whole, at its first unit inside", () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 12 }), motions, (uses, motion) => {
        const transcript = transcriptFrom(session(uses));
        const window = windowOf(transcript, { unit: windowUnit, ...motion });
        const start = window.start(transcript.turns.count);
        for (const part of transcript.observations()) {
          const isOutside = window.leaves(part) !== undefined;
          expect(isOutside).toBe(part.message < start);
        }
      }),
    );
  });
});

describe("a window in observations that counts the task", () => {
  const task: PlainEvent = { kind: "said", role: "user", text: "Do it." };

  it("takes it for the first of them", () => {
    const options = { countTask: true, every: 3, preserveRecentRawTurns: 1 };
    const uses = (count: number) => [task, ...session(count)];
    // Two observations and the task are three: the first two of those are outside.
    expect(fateOf(uses(2), options)).toEqual(["masked", "window"]);
    expect(fateOf(uses(2), { ...options, countTask: false })).toEqual(["window", "window"]);
    expect(fateOf(session(2), options)).toEqual(["window", "window"]);
  });
});

describe("a window of none", () => {
  const orphan: PlainEvent = { kind: "observation", id: "nobody", text: LONG, isError: false };

  it.each(["turns", "observations", "call-messages", "messages", "events"] as const)(
    "in %s keeps nothing, not even what comes before the first call",
    (windowUnit) => {
      const fate = fateOf([orphan, ...used("read", LONG)], {
        windowUnit,
        preserveRecentRawTurns: 0,
      });
      expect(fate).toEqual(["masked", "masked"]);
    },
  );
});

describe("a window in tokens", () => {
  const sizes = (chars: readonly number[]) => chars.flatMap((n) => used("read", "o".repeat(n)));
  const fate = (chars: readonly number[], tokens: number) =>
    fateOf(sizes(chars), { windowUnit: "tokens", preserveRecentRawTurns: tokens });

  it("keeps the newest observations that have no more than so many", () => {
    expect(fate([400, 400, 400], 200)).toEqual(["masked", "window", "window"]);
    expect(fate([400, 400, 400], 199)).toEqual(["masked", "masked", "window"]);
    expect(fate([400, 400, 400], 0)).toEqual(["masked", "masked", "masked"]);
    expect(fate([400, 400, 400], 300)).toEqual(["window", "window", "window"]);
  });

  it("masks the one that goes past its limit, even if it is the newest", () => {
    expect(fate([100, 4000], 500)).toEqual(["masked", "masked"]);
    expect(fate([100, 4000, 100], 500)).toEqual(["masked", "masked", "window"]);
  });

  it("counts as the counter does that it is given", () => {
    const counted = fateOf(sizes([400, 400]), {
      windowUnit: "tokens",
      preserveRecentRawTurns: 400,
      countTokens: (text) => text.length,
    });
    expect(counted).toEqual(["masked", "window"]);
  });

  it("does not move by several at once", () => {
    expect(() => fateOf([], { windowUnit: "tokens", every: 2 })).toThrow("every: expected 1");
  });
});
