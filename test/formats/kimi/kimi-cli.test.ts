/** Contexts of Kimi CLI: which lines are its own, what a failed tool says, and which parts it refuses. */
import { describe, expect, it } from "vitest";
import { check } from "../../../src/api/check.ts";
import { compact } from "../../../src/api/compact.ts";
import { kimiCli } from "../../../src/formats/kimi/kimi-cli.ts";
import { detected } from "../../support/detected.ts";
import { foundIn, observationsIn } from "../../support/found.ts";
import { linesOf } from "../../support/lines.ts";

const answer = (content: unknown) => ({ role: "tool", tool_call_id: "a", content });

describe("detection", () => {
  const user = { role: "user", content: "hi" };

  it.each([
    { role: "_system_prompt", content: "You are an agent." },
    { role: "_checkpoint", id: 0 },
    { role: "_usage", token_count: 12 },
  ])("goes by a line of role $role", (line) => {
    expect(detected(line, user)).toBe("kimi-cli");
    expect(detected(user, line)).toBe("kimi-cli");
  });

  it("leaves messages alone to chat completions", () => {
    const call = { id: "a", type: "function", function: { name: "Shell", arguments: "{}" } };
    expect(detected(user, { role: "assistant", content: "", tool_calls: [call] })).toBe(
      "openai-chat",
    );
  });
});

describe("a result", () => {
  it("is an error where its first words say so", () => {
    const failed = "<system>ERROR: Command failed.</system>";
    const blocks = [failed, "output"].map((text) => ({ type: "text", text }));
    const isError = (content: unknown) => observationsIn(kimiCli, answer(content))[0]?.isError;
    expect(isError(failed)).toBe(true);
    expect(isError(blocks)).toBe(true);
    expect(isError(blocks.toReversed())).toBe(false);
    expect(isError("<system>Done.</system>")).toBe(false);
  });
});

it("takes reasoning with what its provider sealed for signed", () => {
  const think = (encrypted: string | null) => ({ type: "think", think: "hm", encrypted });
  const content = [think(null), think("c2Vh")];
  const { messages } = foundIn(kimiCli, { role: "assistant", content });
  expect(messages[0]?.parts).toMatchObject([{ signed: false }, { signed: true }]);
});

it("names parts that its reader does not load", () => {
  const bytes = linesOf([
    { role: "_checkpoint", id: 0 },
    { role: "user", content: [{ type: "text", text: "hi" }, { type: "hologram" }, { text: "x" }] },
  ]);
  expect(check(bytes).findings).toMatchObject([
    { line: 2, message: "expected a part of a known type (got hologram)" },
    { line: 2, message: "expected a part of a known type (got none)" },
  ]);
});

it("does not take the log of its screen for a context", () => {
  const wire = (type: string, payload: object) => ({ timestamp: 1.5, message: { type, payload } });
  const lines = [
    { type: "metadata", protocol_version: "1.10" },
    wire("TurnBegin", { user_input: "hi" }),
    wire("ToolCall", { type: "function", id: "a", function: { name: "Shell", arguments: "{}" } }),
    wire("ToolResult", { tool_call_id: "a", return_value: { is_error: false, output: "a.txt" } }),
  ];
  expect(() => compact(linesOf(lines))).toThrow(/no transcript of a known format/);
});
