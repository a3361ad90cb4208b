import type { Conversation } from "../conversations.ts";
import { openaiResponses } from "./openai-responses.ts";
import type { Writer } from "./writer.ts";

/** A run state in Python's names: the first items are its input, the others it generated. */
export const openaiAgentsRunstate: Writer = {
  layout: "document",
  write(conversation: Conversation) {
    const items = openaiResponses.write(conversation) as readonly Item[];
    const at = items.findIndex(({ type }) => type !== undefined);
    const input = at < 0 ? items : items.slice(0, at);
    const generated = at < 0 ? [] : items.slice(at);
    const agent = { name: "pilot" };
    return [
      {
        $schemaVersion: "1.13",
        context: { approvals: {}, context: {}, usage: { requests: 1 } },
        current_agent: agent,
        current_turn: 3.0,
        generated_items: generated.map((item) => ({
          agent,
          ...(item.output !== undefined && { output: item.output }),
          raw_item: item,
          type: typeOf(item),
        })),
        model_responses: [{ output: [], response_id: "r", usage: {} }],
        original_input: input,
        session_items: [],
        trace: null,
      },
    ];
  },
};

interface Item {
  readonly type?: string;
  readonly output?: unknown;
}

function typeOf({ type = "", output }: Item): string {
  if (output !== undefined) return "tool_call_output_item";
  if (type === "reasoning") return "reasoning_item";
  return type === "function_call" ? "tool_call_item" : "message_output_item";
}
