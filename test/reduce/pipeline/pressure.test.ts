import { describe, expect, it } from "vitest";
import type { ReduceOptions } from "../../../src/reduce/pipeline/policy-options.ts";
import { fateOf } from "../../support/masked-by.ts";
import { type PlainEvent, used } from "../../support/plain-transcript.ts";

/** Observations of 130 chars, each of which saves 100 by `[observation masked]…`, in a turn of its own. */
const PLACEHOLDER = "[masked for some good reason!]";
const use = () => used("r", "o".repeat(100 + PLACEHOLDER.length), { args: "" });
const session = (uses: number): readonly PlainEvent[] => Array.from({ length: uses }, use).flat();
/** A turn has 131 chars: a call of one, and an observation. */
const TURN = 131;

const fate = (uses: number, options: ReduceOptions, about = {}) =>
  fateOf(session(uses), { placeholder: PLACEHOLDER, ...options }, about).map((word) =>
    word === "masked" ? "-" : word === "pressure" ? "p" : word === "window" ? "w" : "?",
  );
const fateWord = (...args: Parameters<typeof fate>) => fate(...args).join("");

describe("minimum savings", () => {
  it("mask nothing until so much is saved at once", () => {
    const options = { minSavings: 300 };
    expect([1, 2, 3, 4, 5, 6].map((uses) => fateWord(uses, options))).toEqual([
      "p",
      "pp",
      "---",
      "---p",
      "---pp",
      "------",
    ]);
  });

  it("count only what is outside the window", () => {
    const options = { minSavings: 200, preserveRecentRawTurns: 1 };
    expect(fateWord(2, options)).toBe("pw");
    expect(fateWord(3, options)).toBe("--w");
  });

  it("count only what reaches the model", () => {
    expect(fateWord(2, { minSavings: 200 }, { firstLive: 2 })).toBe("-p");
    expect(fateWord(3, { minSavings: 200 }, { firstLive: 2 })).toBe("---");
  });

  it("are counted in tokens if asked for", () => {
    expect(fateWord(3, { minSavings: 75, sizeUnit: "tokens" })).toBe("---");
    expect(fateWord(3, { minSavings: 76, sizeUnit: "tokens" })).toBe("ppp");
  });
});

describe("a trigger", () => {
  it("masks nothing before the transcript is larger", () => {
    expect(fateWord(3, { trigger: 3 * TURN })).toBe("ppp");
    expect(fateWord(3, { trigger: 3 * TURN - 1 })).toBe("---");
  });

  it("masks all that the rules name, without a target", () => {
    expect(fateWord(4, { trigger: 3 * TURN, preserveRecentRawTurns: 1 })).toBe("---w");
  });

  it("looks at the size that is left after what was masked before", () => {
    // Four turns pass it, and 31 chars are left of each; from then on it takes longer.
    const options = { trigger: 3 * TURN };
    expect(fateWord(4, options)).toBe("----");
    expect(fateWord(6, options)).toBe("----pp");
    expect(fateWord(7, options)).toBe("-------");
  });
});

describe("a target", () => {
  it("masks the oldest first, and no more than it takes", () => {
    expect(fateWord(4, { trigger: 3 * TURN, target: 3 * TURN })).toBe("--pp");
    expect(fateWord(4, { trigger: 3 * TURN, target: 3 * TURN - 100 })).toBe("---p");
  });

  it("alone is a trigger too", () => {
    expect(fateWord(3, { target: 3 * TURN })).toBe("ppp");
    expect(fateWord(4, { target: 3 * TURN })).toBe("--pp");
  });

  it("that cannot be met masks all that the rules name", () => {
    expect(fateWord(4, { target: 0, preserveRecentRawTurns: 2 })).toBe("--ww");
  });

  it("goes on to the minimum savings", () => {
    const options = { target: 3 * TURN, minSavings: 300 };
    expect(fateWord(4, options)).toBe("---p");
  });

  it("in tokens counts what stays around a text", () => {
    const framed = session(4).map((event) =>
      event.kind === "observation" ? { ...event, frame: 40 } : event,
    );
    const fates = (target: number) =>
      fateOf(framed, { placeholder: PLACEHOLDER, target, sizeUnit: "tokens" });
    // 684 chars are 171 tokens; each that is masked saves 100 chars.
    expect(fates(146)).toEqual(["masked", "pressure", "pressure", "pressure"]);
    expect(fates(145)).toEqual(["masked", "masked", "pressure", "pressure"]);
  });

  it("over the trigger makes no sense", () => {
    expect(() => fateWord(1, { trigger: 10, target: 11 })).toThrow(
      "target: expected no more than the trigger (10) (got 11)",
    );
  });
});

it("keeps to what was decided at an earlier step", () => {
  const options = { minSavings: 200, placeholder: PLACEHOLDER } as const;
  for (let step = 0; step <= 5; step++) {
    const masked = fate(5, options, { step }).filter((word) => word === "-");
    expect(masked).toHaveLength(step - (step % 2));
  }
});
