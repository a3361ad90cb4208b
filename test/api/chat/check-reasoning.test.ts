/** Reasoning that an edit made invalid, in messages in memory and in the bytes of a file. */
import { describe, expect, it } from "vitest";
import { check, reduce } from "../../../src/index.ts";

const MODEL = "claude-fable-5-1";

/** Steps of a loop: signed reasoning and a call, then its long result. */
function loopOf(steps: number): object[] {
  const messages: object[] = [{ role: "user", content: "Find the fault." }];
  for (let k = 0; k < steps; k++) {
    const thinking = { type: "thinking", thinking: `Look at ${k}.`, signature: "c2ln" };
    const call = { type: "tool_use", id: `t${k}`, name: "bash", input: { command: `cat ${k}` } };
    const text = `${k}: ${"all is well; ".repeat(60)}`;
    messages.push(
      { role: "assistant", content: [thinking, call] },
      { role: "user", content: [{ type: "tool_result", tool_use_id: `t${k}`, content: text }] },
    );
  }
  return messages;
}

const MESSAGES = loopOf(3);
const MASKED = reduce(MESSAGES, { window: 1, windowUnit: "turns" }).messages;

describe("check of edited messages", () => {
  it("finds the reasoning after the edit, held against the original", () => {
    const { findings } = check(MASKED, { against: MESSAGES, binding: MODEL });
    expect(findings).toEqual([
      expect.objectContaining({ rule: "broken-reasoning", line: 4 }),
      expect.objectContaining({ rule: "broken-reasoning", line: 6 }),
    ]);
    expect(findings[0]?.message).toContain(
      `${MODEL} is bound to what was before line 3 was edited`,
    );
  });

  it("finds none in what was not edited", () => {
    expect(check(MESSAGES, { against: MESSAGES, binding: MODEL }).findings).toEqual([]);
    expect(check(MESSAGES, { binding: MODEL }).findings).toEqual([]);
  });

  it("says that it may be broken where there is no original", () => {
    const { findings } = check(MASKED, { binding: MODEL });
    expect(findings.map(({ rule, line }) => [rule, line])).toEqual([["maybe-broken-reasoning", 4]]);
  });

  it("knows a placeholder of one's own if it is named", () => {
    const placeholder = "cut out: {originalLength} chars";
    const options = { window: 1, windowUnit: "turns", placeholder } as const;
    const masked = reduce(MESSAGES, options).messages;
    const saved = Buffer.from(JSON.stringify({ messages: masked }));
    for (const input of [masked, saved]) {
      expect(check(input, { binding: MODEL }).findings).toEqual([]);
      const { findings } = check(input, { binding: MODEL, placeholder });
      expect(findings.map(({ rule }) => rule)).toEqual(["maybe-broken-reasoning"]);
    }
  });

  it("goes by the models that messages name", () => {
    const named = (messages: readonly object[]) =>
      messages.map((message) => ("content" in message ? { ...message, model: MODEL } : message));
    expect(check(MASKED, { against: MESSAGES }).findings).toEqual([]);
    expect(check(named(MASKED), { against: named(MESSAGES) }).findings).toHaveLength(2);
  });

  it("does the same for the bytes of a file", () => {
    const saved = (messages: readonly object[]) => Buffer.from(JSON.stringify({ messages }));
    const { findings } = check(saved(MASKED), { against: saved(MESSAGES), binding: MODEL });
    expect(findings.map(({ rule }) => rule)).toEqual(["broken-reasoning", "broken-reasoning"]);
  });

  it("refuses an original of another kind, and a model that binds nothing", () => {
    expect(() => check(MASKED, { against: Buffer.from("{}") })).toThrow(
      "against: expected an array",
    );
    expect(() => check(Buffer.from("{}"), { against: MESSAGES })).toThrow("against: expected the");
    expect(() => check(MASKED, { binding: "gpt-4" })).toThrow("binding: expected auto, none or a");
  });
});
