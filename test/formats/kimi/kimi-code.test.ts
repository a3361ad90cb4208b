/** Sessions of Kimi Code: what its context is made of when it goes on, and how results lie in them. */
import { describe, expect, it } from "vitest";
import { check } from "../../../src/api/check.ts";
import { compact } from "../../../src/api/compact.ts";
import { kimiCode } from "../../../src/formats/kimi/kimi-code.ts";
import { foundIn } from "../../support/found.ts";
import { linesOf } from "../../support/lines.ts";

const LONG = "a line of output that is longer than any placeholder\n".repeat(3);

type Json = Readonly<Record<string, unknown>>;

const event = (type: string, rest: Json): Json => ({
  type: "context.append_loop_event",
  event: { type, ...rest },
});
const said = (text: string, origin: Json = { kind: "user" }, id?: string): Json => ({
  type: "context.append_message",
  message: { ...{ id, role: "user", content: [{ type: "text", text }], toolCalls: [] }, origin },
});
const called = (id: string, step = id) =>
  event("tool.call", { stepUuid: `of ${step}`, toolCallId: id, name: "Bash", args: {} });
const answered = (id: string, result: Json = { output: LONG }) =>
  event("tool.result", { toolCallId: id, result });
/** A step with one call and its result. */
const step = (id: string): Json[] => [
  event("step.begin", { uuid: `of ${id}` }),
  ...[called(id), answered(id), event("step.end", { uuid: `of ${id}` })],
];
const undo = (count: number): Json => ({ type: "context.undo", count });
const CLEAR: Json = { type: "context.clear" };
const compaction = (rest: Json): Json => ({
  type: "context.apply_compaction",
  ...{ summary: "so far", compactedCount: 2, tokensBefore: 9, tokensAfter: 3, ...rest },
});

/** Which lines hold a placeholder with a window over all that is live, and what was said of the transcript. */
function run(lines: readonly Json[], window = 100) {
  const { bytes, transcripts } = compact(linesOf(lines), { preserveRecentRawTurns: window });
  const masked = Buffer.from(bytes)
    .toString()
    .split("\n")
    .flatMap((line, k) => (line.includes("[observation masked") ? [k] : []));
  return { masked, transcript: transcripts[0] };
}

describe("what is taken back", () => {
  const lines = [said("one"), ...step("a"), said("two"), ...step("b"), said("three"), ...step("c")];
  const [a, b, c] = [3, 8, 13];

  it("is nothing without a word of it", () => {
    expect(run(lines).masked).toEqual([]);
  });

  it("begins at the prompt that an undo counts to", () => {
    expect(run([...lines, undo(1)]).masked).toEqual([c]);
    expect(run([...lines, undo(2)]).masked).toEqual([b, c]);
    expect(run([...lines, undo(3)]).masked).toEqual([a, b, c]);
  });

  it("is nothing where there are fewer prompts", () => {
    expect(run([...lines, undo(4)]).masked).toEqual([]);
  });

  it("counts no reminders, and reaches over no compaction", () => {
    const reminded = [...lines, said("mind", { kind: "injection", variant: "x" }), undo(1)];
    expect(run(reminded).masked).toEqual([c]);
    const compacted = [...lines, compaction({ keptUserMessageCount: 3 }), undo(1)];
    expect(run(compacted)).toEqual(run(compacted.slice(0, -1)));
  });

  it("takes what was put in for the prompt as well", () => {
    const hint = said("hint", { kind: "injection", variant: "x", ownerPromptId: "p" });
    const { transcript } = run([
      said("one"),
      ...step("a"),
      hint,
      said("two", undefined, "p"),
      undo(1),
    ]);
    expect(transcript?.deadChars).toBe("hint".length + "two".length);
  });

  it("is all of it after a clear", () => {
    expect(run([...lines, CLEAR, ...step("d")]).masked).toEqual([a, b, c]);
  });

  it("is nothing where a line is torn before the count", () => {
    const torn = Buffer.concat([linesOf(lines), Buffer.from('{"type":\n'), linesOf([undo(1)])]);
    const { bytes } = compact(torn, { preserveRecentRawTurns: 100 });
    expect(Buffer.from(bytes).equals(torn)).toBe(true);
  });

  it("keeps messages from being dropped: later counts would be wrong", () => {
    const options = { preserveRecentRawTurns: 1, maxInputChars: 10 };
    const { transcripts } = compact(linesOf([...lines, undo(1)]), options);
    expect(transcripts).toMatchObject([{ droppedCount: 0, fits: false }]);
    expect(compact(linesOf(lines), options).transcripts[0]?.droppedCount).toBeGreaterThan(0);
  });
});

describe("a compaction", () => {
  const lines = [said("one"), ...step("a"), said("two"), ...step("b")];

  it("leaves prompts and its summary", () => {
    const { masked, transcript } = run([...lines, compaction({ keptUserMessageCount: 2 })]);
    expect(masked).toEqual([3, 8]);
    expect(transcript).toMatchObject({ maskedCount: 0, deadMaskedCount: 2 });
    expect(transcript?.beforeChars).toBe("onetwoso far".length);
  });

  it("may leave the first and the last of the prompts", () => {
    const many = ["1", "2", "3", "4"].map((text) => said(text));
    const counts = { keptUserMessageCount: 2, keptHeadUserMessageCount: 1 };
    expect(run([...many, ...step("a"), compaction(counts)]).transcript?.beforeChars).toBe(
      "14so far".length,
    );
  });

  it("of earlier versions leaves all but the messages that it counts, a step for one", () => {
    // One message is a prompt, one the step's and one its result.
    expect(run([...lines, compaction({ compactedCount: 3 })]).masked).toEqual([3]);
    expect(run([...lines, compaction({ compactedCount: 2 })]).masked).toEqual([]);
  });

  it("is refused by its reader without a count, and without a summary", () => {
    const bytes = linesOf([
      ...lines,
      compaction({ compactedCount: undefined }),
      compaction({ summary: undefined }),
    ]);
    expect(check(bytes).findings).toMatchObject([
      { message: "expected compactedCount in a compaction" },
      { message: "expected a summary in a compaction" },
    ]);
  });
});

describe("a step", () => {
  it("is one reply, also where results come between its calls", () => {
    const both = [called("a"), answered("a"), called("b", "a"), answered("b")];
    expect(run([said("one"), ...both, ...step("c")], 1).masked).toEqual([2, 4]);
    expect(run([said("one"), ...both, ...step("c")], 2).masked).toEqual([]);
  });

  it("has its results before what was put in while they were out", () => {
    const late = said("meanwhile", { kind: "injection", variant: "x" });
    const lines = [said("one"), called("a"), called("b", "a"), late, answered("a"), answered("b")];
    expect(run([...lines, ...step("c")], 1).masked).toEqual([4, 5]);
    expect(run([...lines, ...step("c")], 2).masked).toEqual([]);
  });
});

describe("a result", () => {
  it("may be an error, and have a note that stays", () => {
    const { messages } = foundIn(
      kimiCode,
      answered("a", { output: "no", isError: true, note: "mind" }),
    );
    expect(messages).toMatchObject([
      {
        role: "tool",
        parts: [{ kind: "observation", isError: true, text: "no" }, { text: "mind" }],
      },
    ]);
  });

  it("may be parts, media among them", () => {
    const output = [
      { type: "text", text: "seen" },
      { type: "video_url", video_url: { url: "https://x/y.mp4" } },
    ];
    const { messages } = foundIn(kimiCode, answered("a", { output }));
    expect(messages[0]?.parts).toMatchObject([
      { kind: "observation", text: "seen" },
      { kind: "image", insideObservation: true },
    ]);
  });
});

it("has each message of newer versions once more, for a side copy", () => {
  const copy = (role: string, content: string, rest: Json = {}): Json => ({
    type: "agent.message.appended",
    message: { message: { role, content: [{ type: "text", text: content }], ...rest } },
  });
  const lines = [
    ...[said("one"), copy("user", "one"), ...step("a"), copy("tool", LONG, { toolCallId: "a" })],
    ...step("b"),
  ];
  const run = (sideCopies: "keep" | "mask") => {
    const options = { preserveRecentRawTurns: 1, sideCopies };
    const { bytes, file, transcripts } = compact(linesOf(lines), options);
    expect(file).toMatchObject({ unreadRecords: {}, unreadResults: 0 });
    expect(transcripts[0]?.maskedCount).toBe(1);
    return Buffer.from(bytes).toString().split(JSON.stringify(LONG)).length - 1;
  };
  expect(run("keep")).toBe(2);
  expect(run("mask")).toBe(1);
});

it("counts records of a kind that it does not know", () => {
  const { file } = compact(linesOf([said("one"), ...step("a"), { type: "mood.changed", mood: 1 }]));
  expect(file.unreadRecords).toEqual({ "mood.changed": 1 });
});

it("reads calls as protocol 1.0 had them", () => {
  const message = {
    role: "assistant",
    content: [{ type: "think", think: "hm" }],
    toolCalls: [{ type: "function", id: "a", function: { name: "Bash", arguments: "{}" } }],
  };
  const { messages } = foundIn(kimiCode, { type: "context.append_message", message });
  expect(messages[0]?.parts).toMatchObject([
    { kind: "reasoning", signed: false },
    { kind: "call", id: "a", name: "Bash" },
  ]);
});
