/** Sessions of Hermes: the shapes that they are saved in, and what in them the model is sent. */
import { describe, expect, it } from "vitest";
import { compact } from "../../../src/api/compact.ts";
import { hermes } from "../../../src/formats/hermes/hermes.ts";
import { detected } from "../../support/detected.ts";
import { foundIn } from "../../support/found.ts";

const LONG = "a line of output that is longer than any placeholder\n".repeat(3);

const result = { role: "tool", content: LONG, tool_call_id: "c", tool_name: "terminal" };
const call = {
  ...{ role: "assistant", content: "" },
  tool_calls: [{ id: "c", type: "function", function: { name: "terminal", arguments: "{}" } }],
};
const messages = [{ role: "user", content: "go" }, call, result];
const exported = { id: "s", source: "cli", started_at: 1.5, messages };

describe("detection", () => {
  it.each([
    { session_id: "s", session_start: "2026-11-16T10:00:00", messages },
    exported,
    { role: "session_meta", tools: [], model: "m", platform: "cli", timestamp: "t" },
  ])("goes by what is around the messages", (record) => {
    expect(detected(record)).toBe("hermes");
  });

  it("leaves messages alone to chat completions", () => {
    expect(detected({ messages })).toBe("openai-chat");
    expect(detected({ id: "s", source: "cli", messages })).toBe("openai-chat");
  });
});

describe("a message", () => {
  it("of the user's is what was sent, where that is another text", () => {
    const user = { role: "user", content: "go", api_content: "[chat] go" };
    const { messages: found } = foundIn(hermes, { ...exported, messages: [user] });
    expect(found).toMatchObject([{ parts: [{ text: "[chat] go" }] }]);
  });

  it("may have reasoning that is sealed, in an array or in JSON in a string", () => {
    const items = [{ type: "reasoning", id: "r", encrypted_content: "c2Vh", summary: [] }];
    const said = { role: "assistant", content: "hi" };
    const { messages: found } = foundIn(hermes, {
      ...exported,
      messages: [
        { ...said, codex_reasoning_items: items },
        { ...said, codex_reasoning_items: JSON.stringify(items) },
        { ...said, codex_reasoning_items: null },
      ],
    });
    expect(found.map(({ parts }) => parts.map(({ kind }) => kind))).toEqual([
      ["reasoning", "text"],
      ["reasoning", "text"],
      ["text"],
    ]);
  });

  it("that a tool answered says which", () => {
    const { messages: found } = foundIn(hermes, exported);
    expect(found.at(-1)?.parts).toMatchObject([{ callId: "c", toolName: "terminal" }]);
  });
});

it("has the messages of a compressed session for side copies, where they are again", () => {
  const record = { ...exported, segments: [exported] };
  const bytes = Buffer.from(`${JSON.stringify(record)}\n`);
  const count = (sideCopies: "keep" | "mask") => {
    const after = compact(bytes, { preserveRecentRawTurns: 0, sideCopies }).bytes;
    return Buffer.from(after).toString().split(JSON.stringify(LONG)).length - 1;
  };
  expect(count("keep")).toBe(1);
  expect(count("mask")).toBe(0);
});
