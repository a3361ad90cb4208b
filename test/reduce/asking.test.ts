import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { readChat } from "../../src/api/chat/read-chat.ts";
import { type Answer, type Ask, keyOf, withoutFence } from "../../src/reduce/asking/ask.ts";
import { inventedName } from "../../src/reduce/asking/inventions.ts";
import { MOST_CHARS } from "../../src/reduce/asking/serialize.ts";
import { createPolicy, PROGRAM_DEFAULTS } from "../../src/reduce/pipeline/policy.ts";
import { reduceTranscript } from "../../src/reduce/pipeline/reduce-transcript.ts";
import { runs } from "../support/runs.ts";
import { talkative } from "../support/talkative.ts";

type Options = Parameters<typeof createPolicy>[0];

function reduced(turns: number, options: Options, answer?: (ask: Ask) => Answer | undefined) {
  const { transcript } = readChat(talkative(turns) as { role: string }[]);
  const policy = createPolicy(options, PROGRAM_DEFAULTS);
  return reduceTranscript(transcript, policy, { answers: answer });
}

const BUDGET = { maxInputChars: 5000, preserveRecentRawTurns: 3 };

function says(text: string): () => Answer {
  return () => ({ ok: true, text });
}

describe("what is asked for a summary", () => {
  it("has the sections, the task, and the texts as they were before masking", () => {
    const { asks } = reduced(
      5,
      { ...BUDGET, maxInputChars: 3500, preserveRecentRawTurns: 2 },
      () => undefined,
    );
    expect(asks).toHaveLength(1);
    expect(asks[0]?.outcome).toBe("open");
    expect(asks[0]?.ask).toMatchSnapshot();
  });

  it("has at most 2000 chars of an observation, from its start and its end", () => {
    const long = `begin ${"x".repeat(9000)} end`;
    const messages = talkative(6) as { role: string; content: string }[];
    const tool = messages.find(({ role }) => role === "tool");
    if (tool !== undefined) tool.content = long;
    const { transcript } = readChat(messages);
    const { asks } = reduceTranscript(
      transcript,
      createPolicy({ ...BUDGET, maxInputChars: 3500 }, PROGRAM_DEFAULTS),
      { answers: () => undefined },
    );
    const { prompt = "" } = asks[0]?.ask ?? {};
    const shown = prompt.slice(prompt.indexOf("begin"), prompt.indexOf(" end") + 4);
    expect(shown.length).toBeLessThanOrEqual(MOST_CHARS);
    expect(shown).toContain("chars cut");
  });

  it("is nothing where nothing is summarized, and nothing without answers", () => {
    expect(reduced(12, {}, says("x")).asks).toEqual([]);
    expect(reduced(12, { maxInputChars: 1_000_000 }, says("x")).asks).toEqual([]);
    expect(reduced(12, { maxInputChars: 10 }, says("x")).asks).toEqual([]);
    expect(reduced(12, BUDGET).asks).toEqual([]);
  });

  it("has the same key whenever it is the same", () => {
    const [one, same, other] = [12, 12, 13].map((turns) =>
      reduced(turns, BUDGET, () => undefined).asks.map(({ ask }) => keyOf(ask)),
    );
    expect(one).toEqual(same);
    expect(one).not.toEqual(other);
  });
});

describe("a model's summary", () => {
  const deterministic = reduced(12, BUDGET).condensation?.summary;

  it("stands where it will do, without the fence around it", () => {
    const reduction = reduced(12, BUDGET, says("```\nDone: read src/wing_1.ts\n```"));
    expect(reduction.condensation?.summary).toBe("Conversation summary:\nDone: read src/wing_1.ts");
    expect(reduction.asks[0]?.outcome).toBe("accepted");
    expect(reduction.stage).toBe("summarization");
  });

  it("ends with the ref of what it stands for, where there is an archive", () => {
    const options = { ...BUDGET, refs: true };
    const summary = reduced(12, options, says("Done: all")).condensation?.summary ?? "";
    expect(summary).toMatch(/^Conversation summary:\nDone: all\n- Original: ref [0-9a-f]{12}$/);
  });

  it.each([
    ["it is too long", says("long ".repeat(400)), /^longer than 1400 chars \(\d+\)$/],
    [
      "it names a file that is nowhere",
      says("Done: src/eagle.ts"),
      /^names src\/eagle\.ts, which the transcript does not$/,
    ],
    ["it is nothing but a fence", says("```\n \n```"), /^the reply is empty$/],
    ["there is none", () => ({ ok: false, reason: "timed out" }) as const, /^timed out$/],
  ])("gives way to the deterministic one if %s", (_, answer, reason) => {
    const reduction = reduced(12, BUDGET, answer);
    expect(reduction.condensation?.summary).toBe(deterministic);
    expect(reduction.asks).toMatchObject([{ outcome: { refused: expect.stringMatching(reason) } }]);
  });

  it("gives way if the result would not fit with it", () => {
    const { after } = reduced(12, { ...BUDGET, maxInputChars: 4100 });
    const tight = { ...BUDGET, maxInputChars: after.chars };
    const reduction = reduced(12, tight, says("so ".repeat(400).trim()));
    expect(reduction.condensation?.summary).toBe(deterministic);
    expect(reduction.asks[0]?.outcome).toEqual({ refused: "too large for the budget" });
    expect(reduction.fits).toBe(true);
  });

  it("makes nothing worse, whatever it says", () => {
    fc.assert(
      fc.property(fc.string(), fc.nat(20_000), (text, maxInputChars) => {
        const options = { ...BUDGET, maxInputChars };
        const one = reduced(12, options, says(text));
        expect(one.fits).toBe(reduced(12, options).fits || one.fits);
        expect(one.after.chars).toBeLessThanOrEqual(one.before.chars);
      }),
      { numRuns: runs(50) },
    );
  });
});

it("a detailed summary that does not fit gives way to that of the contract", () => {
  const tight = { ...BUDGET, summaryStyle: "detailed" } as const;
  const summaryIn = (maxInputChars: number) =>
    reduced(12, { ...tight, maxInputChars }).condensation?.summary?.split("\n")[0];
  const { after } = reduced(12, { ...BUDGET, summaryStyle: "contract" });
  expect(summaryIn(5000)).toBe("Conversation summary (detailed):");
  expect(summaryIn(after.chars)).toBe("Conversation summary (contract):");
  expect(summaryIn(after.chars - 1)).toBeUndefined();
});

describe("what a text invents", () => {
  const sources = ["Edited src/app.ts, then ran parseHeader on 12345 and SKIPPED_tests"];

  it.each([
    ["src/app.ts:42 failed", undefined],
    ["a follow-up, non-zero, and/or nothing: well-known", undefined],
    ["ParseHeader", undefined],
    ["at src/app.tsx", "src/app.tsx"],
    ["parseFooter", "parseFooter"],
    ["99999 of them", "99999"],
    ["see lib/other.ts:12", "lib/other.ts:12"],
  ])("of %j is %j", (text, invented) => {
    expect(inventedName(text.replace("and/or", "and or"), sources)).toBe(invented);
  });
});

it("takes off a fence only where it is around the whole", () => {
  expect(withoutFence("```json\n{}\n```\n")).toBe("{}");
  expect(withoutFence("a\n```\nb\n```")).toBe("a\n```\nb\n```");
});
