import { describe, expect, it } from "vitest";
import { compact } from "../../src/api/compact.ts";
import { acp } from "../../src/formats/acp.ts";
import { detected } from "../support/detected.ts";
import { foundIn } from "../support/found.ts";

const update = (sessionUpdate: string, rest: object) => ({
  ...{ jsonrpc: "2.0", method: "session/update" },
  params: { sessionId: "s", update: { sessionUpdate, ...rest } },
});
const text = (words: string) => ({ type: "content", content: { type: "text", text: words } });
const partsIn = (...lines: object[]) =>
  foundIn(acp, ...lines).messages.flatMap(({ parts }) => parts);

describe("a call", () => {
  it("is named by its name, what its agent calls it, or its title", () => {
    const named = [{ name: "read" }, { _meta: { toolName: "read_file" } }, {}].map((rest) =>
      partsIn(update("tool_call", { toolCallId: "c", title: "Read a.txt", ...rest })),
    );
    expect(named.flat()).toMatchObject(
      ["read", "read_file", "Read a.txt"].map((name) => ({ kind: "call", id: "c", name })),
    );
  });

  it("gives texts, or else raw output; a diff is shown by itself", () => {
    const done = { toolCallId: "c", status: "failed", rawOutput: { code: 1 } };
    const both = foundIn(acp, update("tool_call_update", { ...done, content: [text("no")] }));
    expect(both.messages[0]?.parts).toMatchObject([{ callId: "c", text: "no", isError: true }]);
    expect(both.sides).toEqual([{ code: 1 }]);
    expect(both.marks).toMatchObject([{ mark: "completed", id: "c" }]);
    expect(partsIn(update("tool_call_update", done))).toMatchObject([{ text: '{"code":1}' }]);
    const diff = { type: "diff", path: "a", oldText: "x", newText: "y" };
    expect(partsIn(update("tool_call_update", { toolCallId: "c", content: [diff] }))).toEqual([]);
  });

  it("that tells what it gave again and again is masked in each of these", () => {
    const long = "a line of output ".repeat(20);
    const lines = [
      update("tool_call", { toolCallId: "c", title: "Run" }),
      update("tool_call_update", { toolCallId: "c", content: [text(long)] }),
      update("tool_call_update", {
        toolCallId: "c",
        status: "completed",
        content: [text(long + long)],
      }),
    ];
    const bytes = Buffer.from(lines.map((line) => `${JSON.stringify(line)}\n`).join(""));
    const made = Buffer.from(compact(bytes, { window: 0 }).bytes).toString();
    expect(made).not.toContain("a line of output");
    expect(made.match(/masked/g)).toHaveLength(2);
  });
});

it("has results in answers of the editor", () => {
  const asked = { jsonrpc: "2.0", id: 7, method: "fs/read_text_file", params: { path: "a.txt" } };
  expect(partsIn(asked, { jsonrpc: "2.0", id: 7, result: { content: "12 bolts" } })).toMatchObject([
    { kind: "call", id: "rpc 7", name: "fs/read_text_file" },
    { kind: "observation", callId: "rpc 7", text: "12 bolts" },
  ]);
});

it("is told from other protocols of JSON-RPC", () => {
  const begin = (protocolVersion: unknown) => ({
    ...{ jsonrpc: "2.0", id: 1, method: "initialize" },
    params: { protocolVersion },
  });
  expect(detected(begin(1))).toBe("acp");
  expect(detected(begin("2025-06-18"))).toBeUndefined();
  expect(detected({ sessionUpdate: "agent_message_chunk", content: text("hi").content })).toBe(
    "acp",
  );
});
