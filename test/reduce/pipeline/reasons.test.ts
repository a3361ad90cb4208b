/** Every reason for which an observation is masked or kept, and their sums. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { readChat } from "../../../src/api/chat/read-chat.ts";
import { createPolicy, REDUCER_DEFAULTS } from "../../../src/reduce/pipeline/policy.ts";
import type { ReduceOptions } from "../../../src/reduce/pipeline/policy-options.ts";
import { addCounts, inOrder, type ReasonSums } from "../../../src/reduce/pipeline/reasons.ts";
import { reduceTranscript } from "../../../src/reduce/pipeline/reduce-transcript.ts";
import { Outline } from "../../../src/transcript/model/outline.ts";
import { createTranscript, type Transcript } from "../../../src/transcript/model/transcript.ts";
import { asOpenAi, conversations } from "../../support/conversations.ts";
import { reduceOptions } from "../../support/policies.ts";
import { runs } from "../../support/runs.ts";

/** An observation, and the call that it answers. */
interface Observed {
  readonly text?: string;
  readonly tool?: string;
  readonly args?: string;
  readonly isError?: boolean;
  readonly editable?: boolean;
  readonly fixed?: boolean;
}

const LONG = "o".repeat(400);

/** A turn for each observation, after a user's message; the first `dead` turns are dead text. */
function transcriptOf(observed: readonly Observed[], { dead = 0 } = {}): Transcript {
  const outline = new Outline();
  const texts = ["task"];
  outline.addMessage("user", 0);
  outline.addPart({ kind: "text" }, 4);
  for (const [k, each] of observed.entries()) {
    const { text = LONG, tool = "look", args = "{}", fixed = false } = each;
    const { isError = false, editable = true } = each;
    outline.addMessage("assistant", 0, { fixed });
    outline.addPart({ kind: "call", id: `${k}`, name: tool }, tool.length + args.length);
    outline.addMessage("tool", 0, { fixed });
    const head = { kind: "observation", callId: `${k}`, isError, editable } as const;
    outline.addPart(head, text.length);
    texts.push(tool + args, text);
  }
  const textOf = ({ index }: { readonly index: number }) => texts[index] ?? "";
  return createTranscript(outline, {
    label: "",
    firstLive: dead === 0 ? 0 : 1 + 2 * dead,
    texts: {
      text: textOf,
      raw: () => undefined,
      excerpt: (part, count) =>
        count < 0 ? textOf(part).slice(count) : textOf(part).slice(0, count),
      includes: (part, literal) => textOf(part).includes(literal),
      mayBeginWith: () => true,
      mayEndWith: () => true,
      fingerprint: textOf,
      callId: () => undefined,
      savedBytes: (part, now) => textOf(part).length - now.length,
    },
  });
}

/** What was decided of each, a word each: the reason, after `masked from step` where it is masked. */
function reasons(
  observed: readonly Observed[],
  options: ReduceOptions = {},
  { dead = 0 } = {},
): readonly string[] {
  const policy = createPolicy(
    { windowUnit: "turns", preserveRecentRawTurns: 1, ...options },
    REDUCER_DEFAULTS,
  );
  const reduction = reduceTranscript(transcriptOf(observed, { dead }), policy);
  return [...reduction.verdicts()].map(({ isMasked, by, from }) =>
    isMasked ? `masked ${from} ${by}` : from === undefined ? by : "raw, yet with a step",
  );
}

const two = (first: Observed): readonly Observed[] => [first, {}];

describe("the reason is", () => {
  it("the window for what is masked, from the step that pushed it out, and for what is inside", () => {
    expect(reasons([{}, {}, {}])).toEqual(["masked 2 window", "masked 3 window", "window"]);
  });

  it("the guard that keeps what the window would mask", () => {
    expect(reasons(two({ isError: true }), { keepErrors: "all" })).toEqual(["errors", "window"]);
    expect(reasons(two({}), { keepLastPerTool: 2 })).toEqual(["last-per-tool", "window"]);
    expect(reasons(two({}), { keepTools: ["lo*"] })).toEqual(["keep-tool", "window"]);
    expect(reasons(two({}), { onlyTools: ["bash"] })).toEqual(["only-tool", "window"]);
    expect(reasons(two({ tool: "TodoWrite" }), { keepExempt: true })).toEqual(["exempt", "window"]);
    const named = { args: '{"path":"docs/plan.md"}' };
    expect(reasons(two(named), { keepPaths: ["docs/**"] })).toEqual(["path", "window"]);
    expect(reasons(two({}), { keepFirst: 1 })).toEqual(["first", "window"]);
  });

  it("the window for what a guard names inside it", () => {
    expect(reasons([{ isError: true }], { keepErrors: "all" })).toEqual(["window"]);
  });

  it("the window again once a guard lets go, from the step at which it does", () => {
    expect(reasons([{}, {}, {}], { keepLastPerTool: 2 })).toEqual([
      "masked 3 window",
      "last-per-tool",
      "window",
    ]);
    expect(
      reasons([{ isError: true }, { isError: true }, {}], { keepErrors: { last: 1 } }),
    ).toEqual(["masked 3 window", "errors", "window"]);
  });

  it("the first of the guards in the order of the rules, where several keep it", () => {
    const options: ReduceOptions = { keepErrors: "all", keepFirst: 1, keepTools: ["*"] };
    expect(reasons(two({ isError: true }), options)).toEqual(["errors", "window"]);
  });

  it("that it is dead, whatever guards say", () => {
    const options: ReduceOptions = { keepTools: ["*"] };
    expect(reasons([{}, {}], options, { dead: 1 })).toEqual(["masked 0 dead", "window"]);
    expect(reasons([{ text: "no" }, {}], {}, { dead: 1 })).toEqual(["not-shorter", "window"]);
  });

  it("that it was a placeholder before, also inside the window", () => {
    const masked = { text: "[observation masked — 400 chars]" };
    expect(reasons([masked, {}, masked])).toEqual([
      "masked-before",
      "masked 3 window",
      "masked-before",
    ]);
  });

  it("that it is a demonstration", () => {
    expect(reasons([{ fixed: true }, {}, {}])).toEqual(["fixed", "masked 2 window", "window"]);
  });

  it("that it cannot be edited", () => {
    expect(reasons(two({ editable: false }))).toEqual(["not-editable", "window"]);
  });

  it("that a placeholder would not be shorter", () => {
    expect(reasons(two({ text: "short" }))).toEqual(["not-shorter", "window"]);
    expect(reasons(two({ text: "short" }), { trigger: 1 })).toEqual(["not-shorter", "window"]);
  });

  it("pressure, for what waits until masking is worth it", () => {
    expect(reasons([{}, {}, {}], { minSavings: 1000 })).toEqual(["pressure", "pressure", "window"]);
    expect(reasons([{}, {}, {}], { trigger: 900, target: 900 })).toEqual([
      "masked 3 window",
      "pressure",
      "window",
    ]);
  });

  it("that it is dead under pressure too, which dead text does not relieve", () => {
    const options: ReduceOptions = { trigger: 700, target: 500 };
    expect(reasons([{}, {}, {}], options, { dead: 1 })).toEqual([
      "masked 0 dead",
      "masked 3 window",
      "window",
    ]);
  });

  it("that the masking stage did not run", () => {
    expect(reasons([{}, {}], { observationMasking: false })).toEqual(["no-masking", "no-masking"]);
    expect(reasons([{}, {}], { maxInputChars: 5000 })).toEqual(["no-masking", "no-masking"]);
  });
});

describe("the counts by rule", () => {
  it("are the sums of the verdicts, in a fixed order, and leave out what is zero", () => {
    const options = fc.record(
      {
        keepErrors: fc.constantFrom("none" as const, "all" as const, { last: 1 }),
        keepLastPerTool: fc.nat(2),
        keepFirst: fc.nat(2),
        minSavings: fc.nat(500),
      },
      { requiredKeys: [] },
    );
    fc.assert(
      fc.property(conversations, reduceOptions, options, (conversation, given, more) => {
        const policy = createPolicy({ ...given, ...more }, REDUCER_DEFAULTS);
        const reduction = reduceTranscript(readChat(asOpenAi(conversation)).transcript, policy);
        const sums: ReasonSums = {};
        for (const { by, isMasked, part, afterChars } of reduction.verdicts()) {
          const one = isMasked
            ? { masked: 1, maskedChars: Math.max(0, part.chars - afterChars) }
            : { kept: 1, keptChars: part.chars };
          addCounts(sums, { [by]: one });
        }
        const byRule = reduction.byRule();
        expect(byRule).toEqual(sums);
        expect(Object.keys(byRule)).toEqual(Object.keys(inOrder(sums)));
        const counts = Object.values(byRule);
        const sum = (key: keyof (typeof counts)[number]) =>
          counts.reduce((total, count) => total + (count[key] ?? 0), 0);
        expect(sum("masked")).toBe(reduction.maskedCount);
        expect(sum("maskedChars")).toBe(reduction.maskedChars);
      }),
      { numRuns: runs(500) },
    );
  });
});
