import type { Writer } from "./writer.ts";

/** A run of AgentDojo; every second result failed. */
export const agentdojo: Writer = {
  layout: "document",
  write({ system, task, turns, orphan }) {
    const text = (content: string) => [{ type: "text", content }];
    const made = (id: string, name = "read", args = "{}") => ({
      ...{ function: name, args: JSON.parse(args), id, placeholder_args: null },
    });
    const given = (call: { id: string }, answer: string, isError = false) => ({
      ...{ role: "tool", content: text(isError ? "" : answer), tool_call_id: call.id },
      ...{ tool_call: call, error: isError ? answer : null },
    });
    const messages: unknown[] = [];
    const add = (role: string, content: string) => messages.push({ role, content: text(content) });
    if (system !== undefined) add("system", system);
    add("user", task);
    if (orphan !== undefined) messages.push(given(made("nobody"), orphan));
    for (const { said, calls, user } of turns) {
      const tool_calls = calls.map(({ id, name, args }) => made(id, name, args));
      const content = said === null ? null : text(said);
      messages.push({ role: "assistant", content, tool_calls });
      for (const [k, call] of tool_calls.entries()) {
        const answer = calls[k]?.answer;
        if (answer !== undefined) messages.push(given(call, answer, k % 2 === 1));
      }
      if (user !== undefined) add("user", user);
    }
    return [{ suite_name: "s", pipeline_name: "p", user_task_id: "user_task_0", messages }];
  },
};
