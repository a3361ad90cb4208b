import { asOpenAi, type Conversation, type OpenAiMessage } from "../conversations.ts";
import type { Writer } from "./writer.ts";

/**
 * A request log of OpenHands, the last reply being its response. Where no reply has two calls, the model has no
 * function calling: the prompt is in text, and what it was made of next to it.
 */
export const openhandsLlmLogs: Writer = {
  layout: "document",
  write(conversation) {
    const isInText = conversation.turns.every(({ calls }) => calls.length < 2);
    const messages = asOpenAi(conversation).map((message) => named(message, conversation));
    const reply = { role: "assistant", content: "That is all.", tool_calls: null };
    const log = {
      tools: [{ type: "function", function: { name: "terminal", parameters: {} } }],
      kwargs: { temperature: 0.0, max_completion_tokens: 8192 },
      context_window: 65536,
    };
    const end = { cost: 0.0, timestamp: 1757015076.6516612, latency_sec: 7.25 };
    const response = { id: "r", model: "m", choices: [{ index: 0, message: reply }] };
    if (!isInText) return [{ messages, ...log, response, ...end }];
    const sent = messages.map(inText);
    return [
      { messages: sent, ...log, raw_messages: messages, response, ...end, raw_response: response },
    ];
  },
};

type Named = OpenAiMessage & { readonly name?: string };

function named(message: OpenAiMessage, { turns }: Conversation): Named {
  if (message.role !== "tool") return message;
  const calls = turns.flatMap((turn) => turn.calls);
  return { ...message, name: calls.find(({ id }) => id === message.tool_call_id)?.name ?? "ls" };
}

/** As OpenHands converts messages for models without function calling. */
function inText({ role, content, tool_calls = [], name = "" }: Named): unknown {
  const made = tool_calls.map(({ function: { name: tool, arguments: args } }) => {
    return `\n\n<function=${tool}>\n<parameter=args>${args}</parameter>\n</function>`;
  });
  if (role === "tool")
    return { role: "user", content: `EXECUTION RESULT of [${name}]:\n${content ?? ""}` };
  return { role, content: `${content ?? ""}${made.join("")}` };
}
