import { describe, expect, it } from "vitest";
import type { CompactOptions } from "../../src/engine/edits/create-job.ts";
import { compactedLines } from "../support/compacted.ts";
import { detected } from "../support/detected.ts";

const LONG = "month,sales\n".repeat(20);

function event(type: string, more = {}) {
  return { id: "sevt_1", processed_at: null, type, ...more };
}

function masked(records: readonly unknown[], options: CompactOptions = {}) {
  const { after, transcripts } = compactedLines(records, options);
  return { records: after, transcript: transcripts[0] };
}

describe("claude-managed is found by", () => {
  it.each([
    ["an event", event("session.status_running")],
    ["an event without the time", { id: "sevt_1", type: "agent.message", content: [] }],
    ["an event under raw", { role: "agent", content: "", raw: event("agent.message") }],
    ["a page of the API", { data: [event("user.message")], next_page: null }],
    ["an array", [event("user.message")]],
  ])("%s", (_, record) => {
    expect(detected(record)).toBe("claude-managed");
  });

  it("nothing that Copilot writes", () => {
    const other = { type: "user.message", data: {}, id: "e", timestamp: "", parentId: null };
    expect(detected({ ...other, processed_at: "" })).not.toBe("claude-managed");
    expect(detected(other)).toBe("copilot");
  });
});

describe("claude-managed", () => {
  const content = [{ type: "text", text: LONG }];
  const use = event("agent.tool_use", { id: "sevt_2", name: "read", input: {} });
  const result = event("agent.tool_result", { id: "sevt_3", tool_use_id: "sevt_2", content });

  it("masks the text of a recorder beside that of the event, and counts it once", () => {
    const wrapped = { role: "agent", kind: "tool_result", content: LONG, raw: result };
    const { records, transcript } = masked([{ role: "agent", content: "", raw: use }, wrapped]);
    const placeholder = `[observation masked — ${LONG.length} chars]`;
    expect(records[1].content).toBe(placeholder);
    expect(records[1].raw.content[0].text).toBe(placeholder);
    expect(transcript?.maskedCount).toBe(1);
    expect(transcript?.beforeChars).toBe(LONG.length + "read{}".length);
  });

  it.each([
    ["agent.mcp_tool_use", "agent.mcp_tool_result", "mcp_tool_use_id"],
    ["agent.custom_tool_use", "user.custom_tool_result", "custom_tool_use_id"],
    ["agent.tool_use", "user.tool_result", "tool_use_id"],
  ])("joins %s and %s", (call, answer, key) => {
    const asked = event(call, { id: "sevt_2", name: "read", input: {} });
    const answered = event(answer, { id: "sevt_3", [key]: "sevt_2", content });
    const { records } = masked([asked, answered], { placeholder: "[{toolName} was masked here]" });
    expect(records[1].content[0].text).toBe("[read was masked here]");
  });

  it("reads a page of the API as one transcript", () => {
    const { records, transcript } = masked([{ data: [use, result], next_page: null }]);
    expect(records[0].data[1].content[0].text).toMatch(/^\[observation masked/);
    expect(transcript?.maskedCount).toBe(1);
  });
});
