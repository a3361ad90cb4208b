/** A server of the Messages API on this machine, with a script. */
import type Anthropic from "@anthropic-ai/sdk";
import { type Reply, serveJson } from "../json-server.ts";
import { refIn } from "./scripted-loop.ts";

/** A server that calls a tool so many times, reads the last result again, and is done. */
export async function scriptedAnthropic(steps: number) {
  const requests: Anthropic.MessageCreateParams[] = [];
  const reply = (body: Anthropic.MessageCreateParams): Reply => {
    const step = requests.push(body);
    const block =
      step > steps + 1
        ? { type: "text", text: "done" }
        : step > steps
          ? { type: "tool_use", id: `c${step}`, name: "read_original", input: { ref: refIn(body) } }
          : { type: "tool_use", id: `c${step}`, name: "look", input: { step } };
    const stop_reason = block.type === "text" ? "end_turn" : "tool_use";
    const head = { id: `m${step}`, type: "message", role: "assistant", model: "m" };
    const usage = { input_tokens: 1, output_tokens: 1 };
    if (body.stream !== true) return { json: { ...head, content: [block], stop_reason, usage } };
    const { input, text, ...start } = { input: undefined, text: undefined, ...block };
    const delta =
      text === undefined
        ? { type: "input_json_delta", partial_json: JSON.stringify(input) }
        : { type: "text_delta", text };
    return {
      events: [
        { type: "message_start", message: { ...head, content: [], usage } },
        {
          type: "content_block_start",
          index: 0,
          content_block: text === undefined ? { ...start, input: {} } : { ...start, text: "" },
        },
        { type: "content_block_delta", index: 0, delta },
        { type: "content_block_stop", index: 0 },
        { type: "message_delta", delta: { stop_reason }, usage },
        { type: "message_stop" },
      ] as readonly { type: string }[],
    };
  };
  const baseURL = await serveJson(reply);
  return { baseURL, requests };
}
