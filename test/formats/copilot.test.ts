import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { compact } from "../../src/api/compact.ts";
import { inspect } from "../../src/api/inspect.ts";
import type { CompactOptions } from "../../src/engine/edits/create-job.ts";
import { compactedLines } from "../support/compacted.ts";
import { detected } from "../support/detected.ts";

const EVENTS = readFileSync(new URL("../../fixtures/copilot/events.jsonl", import.meta.url));
const LONG = "bed,moisture\n".repeat(20);

function event(type: string, data: object) {
  return { type, data, id: "e", timestamp: "2026-01-01T00:00:00Z", parentId: null };
}

function masked(records: readonly unknown[], options: CompactOptions = {}) {
  const { after, transcripts } = compactedLines(records, options);
  return { data: after.map(({ data }) => data), transcript: transcripts[0] };
}

const asking = event("assistant.message", {
  messageId: "m",
  content: "",
  toolRequests: [{ toolCallId: "a", name: "view", arguments: {} }],
});
const start = event("tool.execution_start", { toolCallId: "a", toolName: "view", arguments: {} });
const complete = (result: object, more = {}) =>
  event("tool.execution_complete", { toolCallId: "a", success: true, result, ...more });

describe("copilot is found by", () => {
  it("an event with data that names the one before it", () => {
    expect(detected(event("session.start", { sessionId: "s" }))).toBe("copilot");
    expect(detected({ type: "session.start", data: {} })).toBeUndefined();
    expect(detected({ type: "human", data: { content: "hi" }, id: "e", parentId: null })).not.toBe(
      "copilot",
    );
  });
});

describe("copilot", () => {
  it("masks what the model sees, and what the screen shows only where that is asked for", () => {
    const lines = [asking, complete({ content: LONG, detailedContent: LONG })];
    const [, plain] = masked(lines).data;
    expect(plain.result.content).toMatch(/^\[observation masked/);
    expect(plain.result.detailedContent).toBe(LONG);
    const [, both] = masked(lines, { sideCopies: "mask" }).data;
    expect(both.result.detailedContent).toBe(both.result.content);
  });

  it("counts a call once, though its start says it again", () => {
    const end = complete({ content: LONG });
    const chars = (lines: readonly unknown[]) => masked(lines).transcript?.beforeChars;
    expect(chars([asking, start, end])).toBe(chars([asking, end]));
    expect(chars([asking, start, end, asking, start, end])).toBe(2 * (chars([asking, end]) ?? 0));
  });

  it("reads a call that no message asked for", () => {
    const { data } = masked([start, complete({ content: LONG })], {
      placeholder: "[{toolName} was masked here]",
    });
    expect(data[1].result.content).toBe("[view was masked here]");
  });

  it("takes the message of an error for the result where there is none", () => {
    const failed = { toolCallId: "a", success: false, error: { code: "x", message: LONG } };
    const { data } = masked([asking, event("tool.execution_complete", failed)]);
    expect(data[1].error.message).toMatch(/^\[observation masked/);
    expect(data[1].error.code).toBe("x");
  });

  it("blanks pieces of an output with the output, where copies are blanked", () => {
    const piece = event("tool.execution_partial_result", { toolCallId: "a", partialOutput: LONG });
    const lines = [asking, start, piece, complete({ content: LONG + LONG })];
    expect(masked(lines).data[2].partialOutput).toBe(LONG);
    const blanked = masked(lines, { sideCopies: "mask" }).data[2].partialOutput;
    expect(blanked).toMatch(/^\[observation masked/);
  });

  it("blanks pieces of an output with that of their own agent, where ids are used twice", () => {
    const piece = event("tool.execution_partial_result", { toolCallId: "a", partialOutput: LONG });
    const own = [asking, piece, complete({ content: LONG })];
    const agents = own.map((each) => ({ ...each, agentId: "b" }));
    const { data } = masked([...own, ...agents], { sideCopies: "mask" });
    for (const at of [1, 4]) expect(data[at].partialOutput).toMatch(/^\[observation masked/);
  });

  it("reads a subagent as a transcript of its own", () => {
    const { transcripts } = compact(EVENTS, {
      minGain: 1,
      preserveRecentRawTurns: 1,
      keepErrors: "none",
    });
    expect(transcripts.map(({ maskedCount }) => maskedCount)).toEqual([3, 0]);
  });

  it("counts what is sent of the user's words, not what was typed", () => {
    const user = event("user.message", { content: "hi", transformedContent: "<now/> hi" });
    expect(masked([user]).transcript?.beforeChars).toBe("<now/> hi".length);
  });

  it("takes a command that ended with another code than 0 for an error", () => {
    const ended = (exitCode: number) =>
      complete({ content: LONG }, { shellExecution: { exitCode } });
    const kept = (last: object) => masked([asking, last], { keepErrors: "all" }).data[1].result;
    expect(kept(ended(3)).content).toBe(LONG);
    expect(kept(ended(0)).content).not.toBe(LONG);
  });

  it("blanks what a shell printed on the way with the output, where copies are blanked", () => {
    const piece = event("tool.shell_output", { toolCallId: "a", stream: "stdout", text: LONG });
    const lines = [asking, start, piece, complete({ content: LONG + LONG })];
    expect(masked(lines).data[2].text).toBe(LONG);
    expect(masked(lines, { sideCopies: "mask" }).data[2].text).toMatch(/^\[observation masked/);
  });
});

describe("of a copilot session that was compacted", () => {
  const COMPACTED = readFileSync(
    new URL("../../fixtures/copilot/compacted.jsonl", import.meta.url),
  );

  it("what was there when the compaction began is dead, and what came meanwhile is not", () => {
    const [transcript] = inspect(COMPACTED).transcripts;
    // The task, two turns and their three results; the compaction that was cancelled makes nothing dead.
    expect(transcript).toMatchObject({ deadMessages: 6, calls: 2, observations: 2 });
  });
});

describe("of a copilot session", () => {
  const id = (each: object, id: string) => ({ ...each, id });
  const user = (content: string) => event("user.message", { content });
  const dead = (records: readonly object[]) => {
    const text = records.map((each) => `${JSON.stringify(each)}\n`).join("");
    return inspect(Buffer.from(text), { format: "copilot" }).transcripts[0]?.deadMessages;
  };
  const first = [id(user("one"), "1"), id(asking, "2"), id(complete({ content: LONG }), "3")];

  it("what was cleared is dead", () => {
    expect(dead([...first, event("session.context_cleared", {}), user("two")])).toBe(3);
  });

  it("what was rewound is dead: all from an event on, or those that are listed", () => {
    const rewind = (data: object) => event("session.snapshot_rewind", data);
    expect(dead([...first, rewind({ upToEventId: "2", eventsRemoved: 2 }), user("two")])).toBe(2);
    const listed = { upToEventId: "2", eventIds: ["3"], eventsRemoved: 1 };
    expect(dead([...first, rewind(listed), user("two")])).toBe(1);
    expect(dead([...first, rewind({ upToEventId: "gone" }), user("two")])).toBe(0);
  });

  it("a compaction that was rewound makes nothing dead", () => {
    const began = event("session.compaction_start", { compactionAttemptId: "a" });
    const done = { success: true, compactionAttemptId: "a", summaryContent: "One." };
    const compacted = [...first, began, id(event("session.compaction_complete", done), "4")];
    expect(dead([...compacted, user("two")])).toBe(3);
    const rewound = event("session.snapshot_rewind", { upToEventId: "4", eventsRemoved: 1 });
    expect(dead([...compacted, rewound, user("two")])).toBe(1);
  });
});
