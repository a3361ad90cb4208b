import { asOpenAi } from "../conversations.ts";
import type { Writer } from "./writer.ts";

/** Spans of one request and of a tool; every second result is in a content of its own. */
export const openinference: Writer = {
  layout: "document",
  write(conversation) {
    const attributes: Record<string, unknown> = { "openinference.span.kind": "LLM" };
    asOpenAi(conversation).forEach(({ role, content, tool_call_id, tool_calls }, number) => {
      const name = `llm.input_messages.${number}.message`;
      attributes[`${name}.role`] = role;
      const isPart = number % 2 === 0 && role === "tool";
      const text = isPart ? `${name}.contents.0.message_content.text` : `${name}.content`;
      if (content !== null) attributes[text] = content;
      if (tool_call_id !== undefined) attributes[`${name}.tool_call_id`] = tool_call_id;
      tool_calls?.forEach((call, k) => {
        const made = `${name}.tool_calls.${k}.tool_call`;
        attributes[`${made}.id`] = call.id;
        attributes[`${made}.function.name`] = call.function.name;
        attributes[`${made}.function.arguments`] = call.function.arguments;
      });
    });
    attributes["llm.token_count.prompt"] = 212.0;
    const span = { trace_id: "t", start_time: 1784995767655639000, status: { code: "OK" } };
    const tool = { "openinference.span.kind": "TOOL", "tool.name": "ls", "output.value": "a b" };
    return [
      [
        { ...span, span_id: "1", name: "generate", attributes },
        { ...span, span_id: "2", name: "ls", attributes: tool },
      ],
    ];
  },
};
