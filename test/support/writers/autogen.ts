import type { Conversation } from "../conversations.ts";
import type { Writer } from "./writer.ts";

/** The state of a team of AutoGen: an agent's context, and the thread that its manager keeps of it. */
export const autogen: Writer = {
  layout: "document",
  write(conversation) {
    const messages = contextOf(conversation);
    const thread = messages.map((message, index) => ({
      ...{ id: `m${index}`, source: "counter", models_usage: null, metadata: {} },
      ...message,
      type: "TextMessage",
    }));
    const state = { type: "AssistantAgentState", version: "1.0.0", llm_context: { messages } };
    const container = { type: "ChatAgentContainerState", version: "1.0.0", agent_state: state };
    const manager = { type: "RoundRobinManagerState", version: "1.0.0", message_thread: thread };
    const agents = { counter: { ...container, message_buffer: [] }, manager };
    return [{ type: "TeamState", version: "1.0.0", agent_states: agents }];
  },
};

function contextOf({ system, task, turns, orphan }: Conversation): object[] {
  const messages: object[] = [];
  const tell = (results: object[]) =>
    messages.push({ content: results, type: "FunctionExecutionResultMessage" });
  if (system !== undefined) messages.push({ content: system, type: "SystemMessage" });
  messages.push({ content: task, source: "user", type: "UserMessage" });
  const result = (content: string, name: string, call_id: string) => ({
    ...{ content, name, call_id, is_error: false },
  });
  if (orphan !== undefined) tell([result(orphan, "nothing", "nobody")]);
  for (const { said, calls, user } of turns) {
    const made = calls.map(({ id, name, args }) => ({ id, arguments: args, name }));
    const content = calls.length > 0 ? { content: made, thought: said } : { content: said ?? "" };
    messages.push({ ...content, source: "counter", type: "AssistantMessage" });
    const results = calls.flatMap(({ id, name, answer }) =>
      answer === undefined ? [] : [result(answer, name, id)],
    );
    if (results.length > 0) tell(results);
    if (user !== undefined) messages.push({ content: user, source: "user", type: "UserMessage" });
  }
  return messages;
}
