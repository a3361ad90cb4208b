import { describe, expect, it } from "vitest";
import { type LikelihoodModel, measureStep } from "../../../src/analyses/evaluate/measure-step.ts";
import type { PlannedStep } from "../../../src/analyses/evaluate/plan-steps.ts";
import { actionIn, TEMPLATES } from "../../../src/analyses/evaluate/prompt-template.ts";

const hidden = { hidden: 1, hiddenChars: 90, age: 3, usesHidden: true };

const planned = (prompts: { policy?: string; used?: string }): PlannedStep => ({
  ...{ file: "a.jsonl", line: 1, step: 4, tool: "read" },
  raw: "everything",
  reply: "an answer",
  hidings: Object.fromEntries(
    Object.entries(prompts).map(([name, prompt]) => [name, { prompt, ...hidden }]),
  ),
});

/** A model for which a char of the prompt is a tenth of a nat. */
function modelWith(continuation?: LikelihoodModel["continuation"]) {
  const asked: string[] = [];
  const model: LikelihoodModel = {
    async likelihood(prompt, text) {
      asked.push(prompt);
      return { logprob: prompt.length / 10 - text.length, tokens: 2 };
    },
    continuation,
  };
  return { asked, model };
}

describe("a step", () => {
  it("has a difference of exactly 0 where the prompt is the same, which is asked about once", async () => {
    const { asked, model } = modelWith();
    const step = await measureStep(planned({ policy: "everything" }), model);
    expect(step).toMatchObject({ raw: { logprob: -8, tokens: 2 }, policy: { difference: 0 } });
    expect(asked).toEqual(["everything"]);
  });

  it("has the log-likelihood with results hidden less that with none hidden", async () => {
    const { model } = modelWith();
    const step = await measureStep(planned({ policy: "less", used: "some of it" }), model);
    expect(step).toEqual({
      ...{ file: "a.jsonl", line: 1, step: 4, tool: "read" },
      raw: { logprob: -8, tokens: 2 },
      policy: { ...hidden, logprob: -8.6, difference: expect.closeTo(-0.6, 12) },
      used: { ...hidden, logprob: -8, difference: 0 },
    });
  });

  it("is not measured where a question has no answer", async () => {
    const { model } = modelWith(async (prompt) =>
      prompt === "less" ? { reason: "too many" } : "well",
    );
    expect(await measureStep(planned({ policy: "less" }), model)).toEqual({ reason: "too many" });
  });

  it.each([
    ['{"name": "read", "arguments": {"path": "a.ts"}}', { tool: false, path: false }],
    ['{"name": "read", "arguments": {"path": "b.ts"}}', { tool: false, path: true }],
    ['{"name": "edit", "arguments": {"file_path": "a.ts"}}', { tool: true, path: false }],
    ['{"name": "test", "arguments": {}}', { tool: true, path: true }],
  ])("flips by tool and path: %s", async (call, flips) => {
    const before = '<tool_call>{"name": "read", "arguments": {"path": "a.ts"}}</tool_call>';
    const { model } = modelWith(async (prompt) =>
      prompt === "everything" ? before : `Well.\n<tool_call>\n${call}\n</tool_call>`,
    );
    expect(await measureStep(planned({ policy: "less" }), model)).toMatchObject({
      policy: { flips },
    });
  });
});

describe("an action", () => {
  it.each([
    ["Nothing to do.", undefined, undefined],
    ['<tool_call>\n{"name": "read", "arguments": {"path": "a.ts", "li', "read", "a.ts"],
    ['<tool_call>{"name": "bash", "arguments": "{\\"command\\": \\"ls\\"}"}', "bash", undefined],
    ["<tool_call>read a.ts</tool_call>", undefined, undefined],
  ])("is the first call of a text: %s", (text, tool, path) => {
    expect(actionIn(text)).toEqual({ tool, path });
  });
});

describe("a template", () => {
  const messages = [
    { role: "system", content: "Be short." },
    { role: "user", content: "Go." },
    {
      role: "assistant",
      content: "I look.",
      tool_calls: [
        { id: "1", type: "function", function: { name: "ls", arguments: '{"path":"."}' } },
      ],
    },
    { role: "tool", tool_call_id: "1", content: "a.ts" },
  ] as const;

  it("writes messages as models of its kind were trained on", () => {
    expect(TEMPLATES.chatml.prompt(messages)).toBe(
      "<|im_start|>system\nBe short.<|im_end|>\n<|im_start|>user\nGo.<|im_end|>\n" +
        '<|im_start|>assistant\nI look.\n<tool_call>\n{"name": "ls", "arguments": {"path":"."}}\n</tool_call><|im_end|>\n' +
        "<|im_start|>tool\n<tool_response>\na.ts\n</tool_response><|im_end|>\n<|im_start|>assistant\n",
    );
    expect(TEMPLATES.plain.prompt(messages)).toContain("### tool\na.ts\n\n### assistant\n");
    expect(actionIn(TEMPLATES.chatml.reply(messages[2]))).toEqual({ tool: "ls", path: "." });
  });
});
