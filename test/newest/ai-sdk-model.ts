/** The mock model of the AI SDK 7, with the script that the other one has. */
import { convertArrayToReadableStream, MockLanguageModelV4 } from "ai/test";
import { refIn } from "../support/scripted/scripted-loop.ts";

type Options = MockLanguageModelV4["doGenerateCalls"][number];
type Generated = Awaited<ReturnType<MockLanguageModelV4["doGenerate"]>>;
type Streamed = Awaited<ReturnType<MockLanguageModelV4["doStream"]>>;
type StreamPart = Streamed["stream"] extends ReadableStream<infer Part> ? Part : never;

const USAGE: Generated["usage"] = {
  inputTokens: { total: 1, noCache: 1, cacheRead: 0, cacheWrite: 0 },
  outputTokens: { total: 1, text: 1, reasoning: 0 },
};

/** A model that calls a tool so many times, reads the last result again, and is done. */
export function scriptedAiSdk7(steps: number) {
  const calls: Options[] = [];
  const reply = (options: Options) => {
    const step = calls.push(options);
    if (step > steps + 1) return undefined;
    const [toolName, input] =
      step > steps ? ["read_original", { ref: refIn(options.prompt) }] : ["look", { step }];
    return { toolCallId: `c${step}`, toolName: String(toolName), input: JSON.stringify(input) };
  };
  const model = new MockLanguageModelV4({
    doGenerate: async (options) => {
      const call = reply(options);
      return {
        content: [
          call === undefined ? { type: "text", text: "done" } : { type: "tool-call", ...call },
        ],
        finishReason: { unified: call === undefined ? "stop" : "tool-calls", raw: undefined },
        usage: USAGE,
        warnings: [],
      };
    },
    doStream: async (options) => {
      const call = reply(options);
      const parts: StreamPart[] =
        call === undefined
          ? [
              { type: "text-start", id: "t" },
              { type: "text-delta", id: "t", delta: "done" },
              { type: "text-end", id: "t" },
            ]
          : [{ type: "tool-call", ...call }];
      const unified = call === undefined ? "stop" : "tool-calls";
      return {
        stream: convertArrayToReadableStream<StreamPart>([
          { type: "stream-start", warnings: [] },
          ...parts,
          { type: "finish", finishReason: { unified, raw: undefined }, usage: USAGE },
        ]),
      };
    },
  });
  return { model, calls };
}
