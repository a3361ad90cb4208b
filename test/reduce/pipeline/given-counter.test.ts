import { expect, it } from "vitest";
import { reduce } from "../../../src/api/chat/reduce-chat.ts";
import { createCompactor } from "../../../src/api/loop/create-compactor.ts";

const CHAT = [
  { role: "user", content: "go" },
  { role: "tool", tool_call_id: "a", content: "answered ".repeat(50) },
];

it.each([
  ["later", async () => 5, "a promise"],
  ["a text", () => "5", '"5"'],
  ["nothing", () => undefined, "undefined"],
  ["no number", () => Number.NaN, "NaN"],
  ["less than nothing", () => -5, "-5"],
])(
  "a counter of tokens that returns %s is refused, and says what it returned",
  (_, count, seen) => {
    const countTokens = count as never;
    const refused = expect.objectContaining({
      code: "bad-option",
      message: expect.stringMatching(/^countTokens: expected a function that returns a number/),
    });
    expect(() => reduce(CHAT, { maxInputTokens: 5, countTokens })).toThrow(refused);
    expect(() => reduce(CHAT, { maxInputTokens: 5, countTokens })).toThrow(`got ${seen}`);
    expect(() => createCompactor({ countTokens }).next(CHAT)).toThrow(refused);
  },
);

it("a counter of tokens may return fractions", () => {
  const countTokens = (text: string) => text.length / 3.5;
  expect(reduce(CHAT, { maxInputTokens: 50, countTokens }).fits).toBe(false);
});
