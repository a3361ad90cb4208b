import type { Conversation } from "../conversations.ts";
import type { Writer } from "./writer.ts";

/** A trajectory of Trae Agent: a step for each turn. The copies of results, in requests, are left out. */
export const trae: Writer = {
  layout: "document",
  write({ system, task, turns, orphan }: Conversation) {
    const agent_steps: object[] = [];
    const result = (call_id: string, text: string) => ({
      call_id,
      success: true,
      result: text,
      error: "",
      id: null,
    });
    let llm_messages: object[] = [{ role: "user", content: task }];
    if (system !== undefined) llm_messages.unshift({ role: "system", content: system });
    if (orphan !== undefined)
      llm_messages.push({ role: "user", content: "", tool_result: result("nobody", orphan) });
    for (const { said, calls, user } of turns) {
      const tool_calls = calls.map(({ id, name, args }) => ({
        call_id: id,
        name,
        arguments: JSON.parse(args),
        id: null,
      }));
      const response = { content: said ?? "", model: "m", finish_reason: "tool_use", tool_calls };
      const answered = calls.filter(({ answer }) => answer !== undefined);
      const tool_results = answered.map(({ id, answer }) => result(id, answer ?? ""));
      agent_steps.push({
        step_number: agent_steps.length + 1,
        state: "completed",
        llm_messages,
        llm_response: response,
        tool_calls,
        tool_results,
        error: null,
      });
      llm_messages = user === undefined ? [] : [{ role: "user", content: user }];
    }
    if (llm_messages.length > 0) {
      const step_number = agent_steps.length + 1;
      agent_steps.push({ step_number, state: "error", llm_messages, llm_response: null });
    }
    return [{ task, provider: "anthropic", llm_interactions: [], agent_steps, success: true }];
  },
};
