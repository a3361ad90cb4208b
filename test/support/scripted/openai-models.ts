/** A server of OpenAI's chat completions on this machine, and a model of the Agents SDK, with a script. */
import { type Model, type ModelRequest, Usage } from "@openai/agents";
import type OpenAI from "openai";
import { serveJson } from "../json-server.ts";
import { refIn } from "./scripted-loop.ts";

/** The call of a step: of the tool, then of the one that reads originals; then none. */
export function callAt(step: number, steps: number, prompt: unknown) {
  if (step > steps + 1) return undefined;
  const isLast = step > steps;
  const args = isLast ? { ref: refIn(prompt) } : { step };
  return { name: isLast ? "read_original" : "look", arguments: JSON.stringify(args) };
}

/** A server that calls a tool so many times, reads the last result again, and is done. */
export async function scriptedChat(steps: number) {
  const requests: OpenAI.ChatCompletionCreateParams[] = [];
  const baseURL = await serveJson((body: OpenAI.ChatCompletionCreateParams) => {
    const step = requests.push(body);
    const asked = callAt(step, steps, body.messages);
    const message =
      asked === undefined
        ? { role: "assistant", content: "done" }
        : {
            role: "assistant",
            content: null,
            tool_calls: [{ id: `c${step}`, type: "function", function: asked }],
          };
    return { json: { id: "x", object: "chat.completion", choices: [{ index: 0, message }] } };
  });
  return { baseURL, requests };
}

/** A model of the Agents SDK that does the same. */
export function scriptedAgents(steps: number) {
  const requests: ModelRequest[] = [];
  const usage = new Usage({ requests: 1, inputTokens: 1, outputTokens: 1, totalTokens: 2 });
  const model: Model = {
    async getResponse(request) {
      const step = requests.push(request);
      const asked = callAt(step, steps, request.input);
      const content = [{ type: "output_text" as const, text: "done" }];
      const output =
        asked === undefined
          ? ({ type: "message", role: "assistant", status: "completed", content } as const)
          : ({
              type: "function_call",
              callId: `c${step}`,
              status: "completed",
              ...asked,
            } as const);
      return { usage, output: [output] };
    },
    getStreamedResponse() {
      throw new Error("not streamed here");
    },
  };
  return { model, requests };
}
