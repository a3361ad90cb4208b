/** Sessions of Mistral Vibe: told by a flag of each message, with reasoning that may be sealed. */
import { expect, it } from "vitest";
import { mistralVibe } from "../../src/formats/mistral-vibe.ts";
import { detected } from "../support/detected.ts";
import { foundIn } from "../support/found.ts";

const assistant = { role: "assistant", content: "hi", injected: false };

it("knows sealed reasoning by its signature or state", () => {
  const { messages } = foundIn(
    mistralVibe,
    { ...assistant, reasoning_content: "hm" },
    { ...assistant, reasoning_content: "hm", reasoning_signature: "c2ln" },
    { ...assistant, reasoning_state: ["c2Vh"] },
    assistant,
  );
  const reasoning = messages.map(({ parts }) =>
    parts.flatMap((part) => (part.kind === "reasoning" ? [part.signed] : [])),
  );
  expect(reasoning).toEqual([[false], [true], [true], []]);
});

it("says which tool answered", () => {
  const line = { role: "tool", content: "out", injected: false, name: "bash", tool_call_id: "c" };
  const { messages } = foundIn(mistralVibe, line);
  expect(messages[0]?.parts).toMatchObject([{ callId: "c", toolName: "bash", text: "out" }]);
});

it("is found by the flag, and leaves messages without it to chat completions", () => {
  expect(detected(assistant)).toBe("mistral-vibe");
  expect(detected({ ...assistant, injected: true })).toBe("mistral-vibe");
  expect(detected({ ...assistant, injected: "no" })).toBe("openai-chat");
  expect(detected({ role: "assistant", content: "hi" })).toBe("openai-chat");
});
