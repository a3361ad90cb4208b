/** The AI SDK's own mock model, with a script. */
import type { LanguageModelV3CallOptions, LanguageModelV3StreamPart } from "@ai-sdk/provider";
import { convertArrayToReadableStream, MockLanguageModelV3 } from "ai/test";
import { refIn } from "./scripted-loop.ts";

const USAGE = {
  inputTokens: { total: 1, noCache: 1, cacheRead: 0, cacheWrite: 0 },
  outputTokens: { total: 1, text: 1, reasoning: 0 },
};

/** A model that calls a tool so many times, reads the last result again, and is done. */
export function scriptedAiSdk(steps: number) {
  const calls: LanguageModelV3CallOptions[] = [];
  const reply = (options: LanguageModelV3CallOptions) => {
    const step = calls.push(options);
    if (step > steps + 1) return { text: "done" };
    const [toolName, input] =
      step > steps ? ["read_original", { ref: refIn(options.prompt) }] : ["look", { step }];
    return { call: { toolCallId: `c${step}`, toolName, input: JSON.stringify(input) } };
  };
  const model = new MockLanguageModelV3({
    doGenerate: async (options) => {
      const { text, call } = reply(options);
      return {
        content: [
          call === undefined ? { type: "text", text: text ?? "" } : { type: "tool-call", ...call },
        ],
        finishReason: { unified: call === undefined ? "stop" : "tool-calls", raw: undefined },
        usage: USAGE,
        warnings: [],
      };
    },
    doStream: async (options) => {
      const { text, call } = reply(options);
      const parts: LanguageModelV3StreamPart[] =
        call === undefined
          ? [
              { type: "text-start", id: "t" },
              { type: "text-delta", id: "t", delta: text ?? "" },
              { type: "text-end", id: "t" },
            ]
          : [{ type: "tool-call", ...call }];
      const unified = call === undefined ? "stop" : "tool-calls";
      const stream: LanguageModelV3StreamPart[] = [
        { type: "stream-start", warnings: [] },
        ...parts,
        { type: "finish", finishReason: { unified, raw: undefined }, usage: USAGE },
      ];
      return { stream: convertArrayToReadableStream(stream) };
    },
  });
  return { model, calls };
}
