/** The lines that `cursor-agent` prints: results under the names of tools, and what else is there. */
import { describe, expect, it } from "vitest";
import { compact } from "../../src/api/compact.ts";
import { inspect } from "../../src/api/inspect.ts";
import { cursorStreamJson } from "../../src/formats/cursor-stream-json.ts";
import { foundIn, observationsIn } from "../support/found.ts";
import { linesOf } from "../support/lines.ts";

const LONG = "a line of output, again and again\n".repeat(9);

const call = (subtype: string, tool: string, about: object) => ({
  ...{ type: "tool_call", subtype, call_id: "c", session_id: "s" },
  tool_call: { toolCallId: "c", [tool]: about },
});

describe("a result", () => {
  it.each([
    [{ success: { content: "out" } }, { text: "out", isError: false }],
    [{ success: { stdout: "out", exitCode: 1 } }, { isError: true }],
    [{ error: { errorMessage: "no such file" } }, { text: "no such file", isError: true }],
    [{ isBackground: false, failure: { stderr: "no", exitCode: 2 } }, { isError: true }],
    [{ rejected: { reason: "by the user" } }, { text: "by the user", isError: true }],
    [{ success: { content: [{ text: { text: "no" } }], isError: true } }, { isError: true }],
    [{}, { editable: false }],
  ])("is found in %j", (result, expected) => {
    const line = call("completed", "shellToolCall", { result });
    expect(observationsIn(cursorStreamJson, line)).toMatchObject([{ callId: "c", ...expected }]);
  });

  it("of several values keeps the text alone", () => {
    const success = { command: "make", exitCode: 0, stdout: LONG, stderr: "" };
    const lines = [
      call("started", "shellToolCall", { args: { command: "make" } }),
      call("completed", "shellToolCall", { result: { success, isBackground: false } }),
    ];
    const { bytes } = compact(linesOf(lines), { preserveRecentRawTurns: 0 });
    const [, after] = Buffer.from(bytes).toString().trim().split("\n");
    expect(JSON.parse(after ?? "").tool_call.shellToolCall.result).toEqual({
      success: { stdout: expect.stringContaining("[observation masked") },
      isBackground: false,
    });
  });
});

it.each([
  ["readToolCall", { args: { path: "a" } }, "read"],
  ["mcpToolCall", { args: { name: "db-query", args: {} } }, "db-query"],
  ["function", { name: "Shell", arguments: "{}" }, "Shell"],
])("names the tool of %s", (tool, about, name) => {
  const { messages } = foundIn(cursorStreamJson, call("started", tool, about));
  expect(messages[0]?.parts).toMatchObject([{ kind: "call", id: "c", name }]);
});

it("is not taken for Claude Code's stream, which begins alike", () => {
  const lines = [
    { type: "system", subtype: "init", session_id: "s", model: "m", permissionMode: "default" },
    ...Array.from({ length: 99 }, () => ({
      ...{ type: "assistant", session_id: "s" },
      message: { role: "assistant", content: [{ type: "text", text: "and " }] },
    })),
    call("started", "readToolCall", { args: { path: "a" } }),
    call("completed", "readToolCall", { result: { success: { content: LONG } } }),
  ];
  const [transcript] = inspect(linesOf(lines)).transcripts;
  expect(transcript).toMatchObject({ format: "cursor-stream-json", calls: 1, observations: 1 });
});
