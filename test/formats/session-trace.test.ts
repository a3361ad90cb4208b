/** Session traces of Hugging Face: told from other sessions of lines, and read as chat completions are. */
import { describe, expect, it } from "vitest";
import { sessionTrace } from "../../src/formats/session-trace.ts";
import { detected } from "../support/detected.ts";
import { foundIn } from "../support/found.ts";

const message = (role: string, rest: object) => ({ type: "message", message: { role, ...rest } });
const call = { id: "t1", function: { name: "get_time", arguments: "{}" } };

it("has calls, results and reasoning under names of its own", () => {
  const { messages, models } = foundIn(
    sessionTrace,
    { type: "session", harness: "acme", id: "s", model: "m" },
    message("assistant", { content: "", reasoningContent: "hm", toolCalls: [call] }),
    message("tool", { toolCallId: "t1", content: "15:00" }),
  );
  expect(messages).toMatchObject([
    {
      role: "assistant",
      parts: [
        { kind: "reasoning", text: "hm" },
        { kind: "text", text: "" },
        { kind: "call", id: "t1", name: "get_time" },
      ],
    },
    { role: "tool", parts: [{ kind: "observation", callId: "t1", text: "15:00" }] },
  ]);
  expect(models).toEqual(["m"]);
});

describe("detection", () => {
  const user = message("user", { content: "hi" });

  it("goes by the header, or by calls and results without it", () => {
    expect(detected({ type: "session", harness: "acme", id: "s" }, user)).toBe("session-trace");
    expect(detected(user, message("assistant", { content: "", toolCalls: [call] }))).toBe(
      "session-trace",
    );
    expect(detected(message("tool", { toolCallId: "t1", content: "x" }))).toBe("session-trace");
  });

  it("leaves sessions of pi to it", () => {
    expect(detected({ type: "session", version: 3, id: "p", cwd: "/repo" }, user)).toBe("pi");
    const result = message("toolResult", { toolCallId: "t1", toolName: "bash", content: [] });
    expect(detected(user, result)).toBe("pi");
  });
});
