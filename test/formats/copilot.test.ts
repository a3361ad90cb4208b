import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { compact } from "../../src/api/compact.ts";
import type { CompactOptions } from "../../src/engine/edits/create-job.ts";
import { detectFormat } from "../../src/formats/index.ts";
import { compactedLines } from "../support/compacted.ts";
import { treeOf } from "../support/parse-json.ts";

const EVENTS = readFileSync(new URL("../../fixtures/copilot/events.jsonl", import.meta.url));
const LONG = "bed,moisture\n".repeat(20);

function detected(...records: unknown[]): string | undefined {
  return detectFormat(records.map((record) => treeOf(JSON.stringify(record))));
}

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
});
