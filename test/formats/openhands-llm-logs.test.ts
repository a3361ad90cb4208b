/** Request logs of OpenHands: what is a tool's is said by the messages from before they became text. */
import { describe, expect, it } from "vitest";
import { compact } from "../../src/api/compact.ts";
import { inspect } from "../../src/api/inspect.ts";

const LONG = "a line of output that is longer than any placeholder\n".repeat(3);
const HEADER = "EXECUTION RESULT of [terminal]:\n";

const call = { id: "c1", type: "function", function: { name: "terminal", arguments: "{}" } };
const raw = [
  { role: "user", content: "go" },
  { role: "assistant", content: "", tool_calls: [call] },
  { role: "tool", content: LONG, tool_call_id: "c1", name: "terminal" },
  { role: "assistant", content: "Shall I go on?" },
  { role: "user", content: HEADER + LONG },
];
const inText = [
  { role: "user", content: "go" },
  { role: "assistant", content: "<function=terminal>\n</function>" },
  { role: "user", content: HEADER + LONG },
  { role: "assistant", content: "Shall I go on?" },
  { role: "user", content: HEADER + LONG },
];
const reply = (message: object) => ({ id: "r", choices: [{ message, index: 0 }] });
const END = { kwargs: {}, cost: 0.0, timestamp: 1757015076.5 };
const SAID = { role: "assistant", content: "Done." };

function run(log: object, sideCopies: "keep" | "mask" = "keep") {
  const bytes = Buffer.from(JSON.stringify(log));
  const { bytes: after, transcripts } = compact(bytes, { preserveRecentRawTurns: 0, sideCopies });
  const [{ maskedCount = 0, format = "" } = {}] = transcripts;
  return { maskedCount, format, after: JSON.parse(Buffer.from(after).toString()) };
}

describe("a request without function calling", () => {
  const log = { messages: inText, raw_messages: raw, response: reply(SAID), ...END };

  it("has results where the messages before the conversion have them, and nowhere else", () => {
    const { maskedCount, format, after } = run(log);
    expect({ maskedCount, format }).toEqual({ maskedCount: 1, format: "openhands-llm-logs" });
    expect(after.messages[2].content).toMatch(/masked/);
    expect(after.messages[4]).toEqual(inText[4]);
    expect(after.raw_messages).toEqual(raw);
  });

  it("masks the copies too where that is asked for", () => {
    const { after } = run(log, "mask");
    expect(after.raw_messages[2].content).toMatch(/masked/);
    expect(after.raw_messages[4]).toEqual(raw[4]);
  });

  it("is read by its headers where the copy has other messages, or there is none", () => {
    expect(run({ ...log, raw_messages: raw.slice(1) }).maskedCount).toBe(2);
    expect(run({ ...log, raw_messages: undefined }).maskedCount).toBe(2);
  });

  it("is the same in logs before the SDK", () => {
    const { raw_messages, ...rest } = log;
    const old = { ...rest, args: [], fncall_messages: raw, fncall_response: reply(SAID) };
    expect(run(old).maskedCount).toBe(1);
  });

  it("ends with the reply in text, whose call is that of the other response", () => {
    const text = "<function=finish>\n";
    const response = reply({ role: "assistant", content: "", tool_calls: [call] });
    const whole = { ...log, response, raw_response: reply({ role: "assistant", content: text }) };
    const count = (each: object) => {
      const [found] = inspect(Buffer.from(JSON.stringify(each))).transcripts;
      return [found?.messages, found?.calls];
    };
    expect(count(whole)).toEqual([6, 2]);
    expect(count(log)).toEqual([6, 1]);
  });
});

it("a request with function calling has no results by header", () => {
  const messages = [...raw.slice(0, 4), { role: "user", content: HEADER + LONG }];
  const { maskedCount, after } = run({ messages, response: reply(SAID), ...END });
  expect(maskedCount).toBe(1);
  expect(after.messages[4]).toEqual(messages[4]);
});
