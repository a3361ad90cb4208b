import { describe, expect, it } from "vitest";
import { compact, compactWith } from "../../../src/api/compact.ts";
import { pi } from "../../../src/formats/pi/pi.ts";
import { detected } from "../../support/detected.ts";
import { foundIn } from "../../support/found.ts";
import { linesOf } from "../../support/lines.ts";

const LONG = "a line of output that is longer than any placeholder\n".repeat(3);
const PLACEHOLDER = `[observation masked — ${LONG.length} chars]`;

type Json = Readonly<Record<string, unknown>>;

const header: Json = { type: "session", version: 3, id: "s", cwd: "/repo" };

const user = (content: unknown): Json => ({ role: "user", content });
const assistant = (...content: Json[]): Json => ({ role: "assistant", content });
const call = (id: string): Json => ({ type: "toolCall", id, name: "read", arguments: {} });
const result = (toolCallId: string, rest: Json = {}): Json => ({
  role: "toolResult",
  toolCallId,
  toolName: "read",
  content: [{ type: "text", text: LONG }],
  isError: false,
  ...rest,
});

/** A line of a tree: its own id, and that of the entry before it. */
function entry(id: string, parentId: string | null, message: Json): Json {
  return { type: "message", id, parentId, message };
}

function run(lines: readonly Json[], window = 0, sideCopies: "keep" | "mask" = "keep") {
  const bytes = Buffer.from(lines.map((line) => JSON.stringify(line)).join("\n"));
  const result = compact(bytes, { preserveRecentRawTurns: window, sideCopies });
  const after = Buffer.from(result.bytes).toString().split("\n");
  return {
    telemetry: result.transcripts[0],
    transcripts: result.transcripts,
    isMasked: (index: number) => after[index]?.includes("[observation masked") ?? false,
    line: (index: number) => JSON.parse(after[index] ?? "null"),
  };
}

describe("a tree of entries", () => {
  const lines = [
    header,
    entry("a", null, user("do it")),
    entry("b", "a", assistant(call("1"))),
    entry("c", "b", result("1")),
    entry("d", "c", assistant(call("2"))),
    entry("e", "d", result("2")),
    entry("f", "b", result("1")),
    entry("g", "f", assistant({ type: "text", text: "done" })),
  ];

  it("is live along the path to the last entry, and nowhere else", () => {
    const { telemetry, isMasked } = run(lines, 100);
    expect([3, 5, 6].map(isMasked)).toEqual([true, true, false]);
    expect(telemetry).toMatchObject({ maskedCount: 0, deadMaskedCount: 2 });
  });

  it("has an entry that is no message for a leaf as well", () => {
    const note = { type: "model_change", id: "h", parentId: "e", modelId: "m" };
    const { isMasked } = run([...lines, note], 100);
    expect([3, 5, 6].map(isMasked)).toEqual([false, false, true]);
  });

  it("goes on through entries that the model does not see", () => {
    const hidden = { role: "bashExecution", command: "id", output: LONG, excludeFromContext: true };
    const { telemetry, isMasked } = run([
      ...lines,
      entry("h", "g", hidden),
      entry("i", "h", user("more")),
    ]);
    expect(isMasked(6)).toBe(true);
    expect(isMasked(8)).toBe(false);
    expect(telemetry).toMatchObject({ maskedCount: 1, deadMaskedCount: 2 });
  });
});

describe("a compaction", () => {
  const linear = [
    user("do it"),
    assistant(call("1")),
    result("1"),
    assistant(call("2")),
    result("2"),
  ];
  const version1 = [
    { type: "session", id: "s", cwd: "/repo" },
    ...linear.map((message) => ({ type: "message", message })),
  ];

  it("keeps what stands from a line on, in version 1, and its summary", () => {
    const summary = { type: "compaction", summary: "so far", firstKeptEntryIndex: 4 };
    const { telemetry, isMasked } = run([...version1, summary], 100);
    expect([3, 5].map(isMasked)).toEqual([true, false]);
    expect(telemetry?.afterChars).toBe("so far".length + "read{}".length + LONG.length);
  });

  it("keeps what stands from an entry on, in versions with ids", () => {
    const ids = ["a", "b", "c", "d", "e"];
    const tree = linear.map((message, k) => entry(ids[k] ?? "", ids[k - 1] ?? null, message));
    const summary = (firstKeptEntryId: string) => ({
      type: "compaction",
      id: "f",
      parentId: "e",
      summary: "so far",
      firstKeptEntryId,
    });
    const keptFrom = (id: string) => {
      const { isMasked } = run([header, ...tree, summary(id)], 100);
      return [3, 5].map(isMasked);
    };
    expect(keptFrom("b")).toEqual([false, false]);
    expect(keptFrom("d")).toEqual([true, false]);
    // Its line is lost: what was kept is not known, so nothing is dead.
    expect(keptFrom("nowhere")).toEqual([false, false]);
  });

  it("takes the place of the one before it", () => {
    const older = { type: "compaction", summary: "older", firstKeptEntryIndex: 2 };
    const newer = { type: "compaction", summary: "newer", firstKeptEntryIndex: 4 };
    const { telemetry } = run([...version1, older, newer], 100);
    expect(telemetry?.afterChars).toBe("newer".length + "read{}".length + LONG.length);
  });
});

describe("a budget", () => {
  const story = { type: "text", text: "a long story ".repeat(100) };
  const messages = [
    user("do it"),
    assistant(story, call("1")),
    result("1"),
    assistant(call("2")),
    result("2"),
  ];
  const version1 = [
    { type: "session", id: "s", cwd: "/repo" },
    ...messages.map((message) => ({ type: "message", message })),
  ];
  const time = "2026-01-01T00:00:00.000Z";
  const tree = messages.map((message, k) => ({
    ...entry(`${k}`, k === 0 ? null : `${k - 1}`, message),
    timestamp: time,
  }));
  const note = { type: "model_change", id: "n", parentId: "4", modelId: "m" };
  const version3 = [header, ...tree, note];
  const within = (lines: readonly Json[], maxInputChars: number) => {
    const options = { preserveRecentRawTurns: 1, maxInputChars };
    const bytes = Buffer.from(lines.map((line) => JSON.stringify(line)).join("\n"));
    const once = compact(bytes, options);
    const twice = compact(once.bytes, options);
    expect(twice.bytes).toBe(once.bytes);
    expect(twice.transcripts[0]?.beforeChars).toBe(once.transcripts[0]?.afterChars);
    const after = Buffer.from(once.bytes).toString().split("\n");
    return { telemetry: once.transcripts[0], after: after.map((line) => JSON.parse(line)) };
  };

  it("is met with a compaction after all that there is, a child of the last entry", () => {
    const { telemetry, after } = within(version3, 900);
    expect(telemetry).toMatchObject({ reductionStage: "summarization", droppedCount: 3 });
    expect(after.map(({ id }) => id)).toEqual([...version3, after[7]].map(({ id }) => id));
    expect(after[7]).toEqual({
      type: "compaction",
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      parentId: "n",
      timestamp: time,
      summary: expect.stringMatching(/^Conversation summary/),
      firstKeptEntryId: "3",
      tokensBefore: Math.ceil((telemetry?.beforeChars ?? 0) / 4),
    });
  });

  it("has a compaction without a summary for its last resort, of which the model is told nothing", () => {
    const { telemetry, after } = within(version3, 10);
    expect(telemetry).toMatchObject({ reductionStage: "fallback", droppedCount: 3, fits: false });
    expect(after[7]).toMatchObject({ type: "compaction", summary: "", firstKeptEntryId: "3" });
    expect(telemetry?.afterChars).toBe("read{}".length + LONG.length);
  });

  it("takes the place of an earlier compaction", () => {
    const earlier = { type: "compaction", id: "c", parentId: "n", summary: "e".repeat(2000) };
    const { telemetry, after } = within([...version3, { ...earlier, firstKeptEntryId: "1" }], 900);
    expect(telemetry).toMatchObject({ reductionStage: "summarization", droppedCount: 3 });
    expect(after[8]).toMatchObject({ type: "compaction", parentId: "c", firstKeptEntryId: "3" });
  });

  it("is missed by sessions of version 1, to which nothing is added, and it is said why", () => {
    const { telemetry, after } = within(version1, 900);
    expect(after).toHaveLength(version1.length);
    expect(telemetry).toMatchObject({
      reductionStage: "masking",
      fits: false,
      droppedCount: 0,
      undroppable: "sessions whose entries have no ids",
    });
  });
});

describe("a result", () => {
  const withResult = (rest: Json) =>
    [user("do it"), assistant(call("1")), result("1", rest)].map((message, k) =>
      entry(`${k}`, k === 0 ? null : `${k - 1}`, message),
    );

  it("has side copies in its details", () => {
    const lines = [header, ...withResult({ details: { diff: LONG } })];
    expect(run(lines).line(3).message.details).toEqual({ diff: LONG });
    expect(run(lines, 0, "mask").line(3).message.details).toEqual({ diff: PLACEHOLDER });
  });

  it("takes its images with it", () => {
    const image = { type: "image", data: "A".repeat(400), mimeType: "image/png" };
    const content = [{ type: "text", text: LONG }, image];
    const { line } = run([header, ...withResult({ content })]);
    const { text } = line(3).message.content[0];
    expect(line(3).message.content).toEqual([{ type: "text", text }]);
    expect(text).toMatch(/^\[observation masked/);
  });

  it("is an error by its own flag", () => {
    const [part] = foundIn(pi, withResult({ isError: true })[2]).messages[0]?.parts ?? [];
    expect(part).toMatchObject({ kind: "observation", callId: "1", isError: true, text: LONG });
  });
});

it("counts nothing of a reply that was aborted", () => {
  const aborted = { ...assistant({ type: "text", text: "half a" }), stopReason: "aborted" };
  const { telemetry } = run([header, entry("a", null, user("do it")), entry("b", "a", aborted)]);
  expect(telemetry?.beforeChars).toBe("do it".length);
});

it.each([
  [{ exitCode: 0 }, false],
  [{ exitCode: 2 }, true],
  [{ cancelled: true }, true],
])("takes a command that ends with %j for an error: %s", (end, isError) => {
  const command = { role: "bashExecution", command: "ls", output: "", ...end };
  const parts = foundIn(pi, entry("a", null, command)).messages[0]?.parts;
  expect(parts?.[1]).toMatchObject({ kind: "observation", toolName: "bash", isError });
});

it("masks what a command of the user's printed", () => {
  const command = { role: "bashExecution", command: "ls", output: LONG, exitCode: 0 };
  const { line, telemetry } = run([header, entry("a", null, command)]);
  expect(line(1).message.output).toBe(PLACEHOLDER);
  expect(telemetry?.afterChars).toBe("ls".length + PLACEHOLDER.length);
});

it("takes what a command of the user's printed for the answer to no call", () => {
  const call = { type: "toolCall", id: "c", name: "bash", arguments: { command: "make" } };
  const command = { role: "bashExecution", command: "ls", output: LONG, exitCode: 0 };
  const records = [header, entry("a", null, assistant(call)), entry("b", "a", command)];
  for (const objects of [false, true]) {
    const { bytes } = compactWith(linesOf(records), {
      ...{ preserveRecentRawTurns: 0, placeholder: "[left out: {toolName} {args} {callId}]" },
      objects,
    });
    expect(Buffer.from(bytes).toString()).toContain("[left out: bash  unknown]");
  }
});

describe("pi is", () => {
  it("found by its header, with or without a version", () => {
    expect(detected(header, entry("a", null, user("hi")))).toBe("pi");
    expect(detected({ type: "session", id: "s", cwd: "/" })).toBe("pi");
  });

  it("found by a result where the header is gone", () => {
    expect(detected(entry("a", null, user("hi")), entry("b", "a", result("1")))).toBe("pi");
  });

  it("not the stream of events that begins with the same header", () => {
    expect(detected(header, { type: "agent_start" }, { type: "turn_start" })).toBeUndefined();
  });

  it("not any line of type session", () => {
    expect(detected({ type: "session", id: "s" })).toBeUndefined();
  });
});

describe("what pi 0.87 writes besides", () => {
  const system = (text: string): Json => ({ role: "system", content: "", sections: { cwd: text } });
  const lines = [
    header,
    entry("a", null, system("<cwd>/repo</cwd>")),
    entry("b", "a", user("do it")),
    entry("c", "b", assistant(call("1"))),
    entry("d", "c", result("1")),
    { type: "usage", id: "e", parentId: "d", kind: "cache_warm", usage: { input: 0 } },
    entry("f", "e", assistant(call("2"))),
    entry("g", "f", result("2")),
  ];
  const edit = (id: string, parentId: string, targetId: string, content?: string): Json => ({
    type: "context_edit",
    ...{ id, parentId, targetId },
    replacement: content === undefined ? null : { content },
  });

  it("counts the sections of the system's message, and knows every line", () => {
    const { telemetry } = run(lines, 100);
    const texts = ["<cwd>/repo</cwd>", "do it", "read{}", "read{}", LONG, LONG];
    expect(telemetry).toMatchObject({ beforeChars: texts.join("").length, messages: 6 });
    const bytes = Buffer.from(lines.map((line) => JSON.stringify(line)).join("\n"));
    expect(compact(bytes).file).toMatchObject({ unreadRecords: {} });
  });

  it("does not send what an edit on the path names", () => {
    const { telemetry, isMasked } = run([...lines, edit("h", "g", "d")], 100);
    expect([4, 7].map(isMasked)).toEqual([true, false]);
    expect(telemetry).toMatchObject({ maskedCount: 0, deadMaskedCount: 1 });
  });

  it("sends what an edit that was rewound names", () => {
    const gone = [...lines, edit("h", "g", "d"), entry("i", "g", user("more"))];
    expect(run(gone, 100).isMasked(4)).toBe(false);
  });

  it("sends what stands in an edit", () => {
    const { telemetry } = run([...lines, edit("h", "g", "d", "shorter")], 100);
    const texts = ["<cwd>/repo</cwd>", "do it", "read{}", "read{}", "shorter", LONG];
    expect(telemetry).toMatchObject({ beforeChars: texts.join("").length });
  });

  it("sends the system's message of a compaction, and none that the compaction keeps", () => {
    const compaction = {
      ...{ type: "compaction", id: "h", parentId: "g", summary: "so far", firstKeptEntryId: "a" },
      systemMessage: system("<cwd>/all</cwd>"),
    };
    const { telemetry } = run([...lines, compaction], 100);
    const texts = ["<cwd>/all</cwd>", "so far", "do it", "read{}", "read{}", LONG, LONG];
    expect(telemetry).toMatchObject({ beforeChars: texts.join("").length });
  });
});
