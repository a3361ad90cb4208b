import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { compact, compactWith } from "../../src/api/compact.ts";
import { inspect } from "../../src/api/inspect.ts";
import { detected } from "../support/detected.ts";
import { linesOf } from "../support/lines.ts";

const STREAM = readFileSync(
  new URL("../../fixtures/claude-stream-json/stream.jsonl", import.meta.url),
);

const message = { role: "user", content: "go" };
const init = { type: "system", subtype: "init", session_id: "s" };
const user = { type: "user", message, session_id: "s", uuid: "u" };

describe("claude-stream-json", () => {
  it("is told from sessions by the key of the session", () => {
    expect(detected(user)).toBe("claude-stream-json");
    expect(detected({ type: "user", message, sessionId: "s", uuid: "u" })).toBe("claude-code");
  });

  it("is found by how a stream begins, and in the array of a verbose run", () => {
    expect(detected(init)).toBe("claude-stream-json");
    expect(detected([init, user])).toBe("claude-stream-json");
  });

  it("has the role of a line's type where its message has none", () => {
    const content = [{ type: "tool_use", id: "c", name: "read", input: {} }];
    const result = {
      type: "tool_result",
      tool_use_id: "c",
      content: "a line of a file\n".repeat(9),
    };
    const lines = [
      { type: "assistant", message: { content } },
      { type: "user", message: { content: [result] }, timestamp: "2026-01-01T00:00:00Z" },
      { type: "assistant", message: { content: [{ type: "text", text: "done" }] } },
    ];
    const { transcripts } = inspect(linesOf(lines));
    expect(transcripts).toMatchObject([
      { format: "claude-stream-json", messages: 3, orphanObservations: 0, observations: 1 },
    ]);
  });

  it("is found by blocks of Anthropic's in messages without ids", () => {
    const call = { type: "tool_use", id: "c", name: "read", input: {} };
    const result = {
      type: "tool_result",
      tool_use_id: "c",
      content: "a line of a file\n".repeat(9),
    };
    const lines = [
      { type: "user", message, timestamp: "2026-01-01T00:00:00Z" },
      { type: "assistant", message: { role: "assistant", content: [call] } },
      { type: "user", message: { role: "user", content: [result] } },
    ];
    expect(detected(...lines)).toBe("claude-stream-json");
    expect(detected(lines[0])).toBeUndefined();
    const bytes = Buffer.from(lines.map((line) => `${JSON.stringify(line)}\n`).join(""));
    const [columns, objects] = [false, true].map((objects) =>
      compactWith(bytes, { preserveRecentRawTurns: 0, objects }),
    );
    expect(columns).toEqual(objects);
    expect(columns?.transcripts).toMatchObject([{ maskedCount: 1 }]);
  });

  it("is not what Cursor and Gemini CLI print", () => {
    const call = { type: "tool_call", subtype: "started", call_id: "c", session_id: "s" };
    expect(detected(init, user, call)).toBeUndefined();
    expect(detected({ type: "init", session_id: "s", model: "m" })).not.toBe("claude-stream-json");
  });

  it("reads a subagent as a transcript of its own", () => {
    const { transcripts } = compact(STREAM, { preserveRecentRawTurns: 1, minGain: 1 });
    // The newest tool turn of the main conversation was never answered; the subagent has but one.
    expect(transcripts.map(({ maskedCount }) => maskedCount)).toEqual([3, 0]);
  });

  it("blanks the copy for the screen only where that is asked for", () => {
    const options = { preserveRecentRawTurns: 0 };
    const text = (given: object) =>
      Buffer.from(compact(STREAM, { ...options, ...given }).bytes).toString();
    expect(text({})).toContain('"numLines":8');
    expect(text({}).match(/größe8/g)).toHaveLength(1);
    expect(text({ sideCopies: "mask" })).toContain('"numLines":8');
    expect(text({ sideCopies: "mask" })).not.toContain("größe8");
  });
});
