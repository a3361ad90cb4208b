import type { Writer } from "./writer.ts";

/** A session that Hermes exports, as a row: messages of chat completions with columns of its own. */
export const hermes: Writer = {
  layout: "rows",
  write({ system, task, turns, orphan }) {
    const messages: unknown[] = [];
    const add = (role: string, content: string | null, rest: object = {}) =>
      messages.push({
        ...{
          id: messages.length + 1,
          session_id: "s1",
          role,
          content,
          timestamp: 1_790_000_000.25,
        },
        ...{ tool_calls: null, tool_name: null, reasoning: null, active: 1, ...rest },
      });
    const result = (id: string, name: string, answer: string) =>
      add("tool", answer, { tool_call_id: id, tool_name: name });
    add("user", task);
    if (orphan !== undefined) result("nobody", "read", orphan);
    for (const { said, calls, user } of turns) {
      const tool_calls = calls.map(({ id, name, args }) => ({
        ...{ id, call_id: id, type: "function", function: { name, arguments: args } },
      }));
      const called = calls.length === 0 ? {} : { tool_calls };
      add("assistant", said, { ...called, reasoning: "so far, so good", finish_reason: "stop" });
      for (const { id, name, answer } of calls) if (answer !== undefined) result(id, name, answer);
      if (user !== undefined) add("user", user);
    }
    const prompt = system === undefined ? {} : { system_prompt: system };
    return [
      { id: "s1", source: "cli", model: "m", ...prompt, started_at: 1_790_000_000.5, messages },
    ];
  },
};
