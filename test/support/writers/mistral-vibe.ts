import type { Writer } from "./writer.ts";

/** A session of Mistral Vibe: messages of chat completions, each with whether it was put in. */
export const mistralVibe: Writer = {
  layout: "lines",
  write({ task, turns, orphan }) {
    const lines: unknown[] = [];
    const add = (role: string, content: string, rest: object = {}) =>
      lines.push({ role, content, injected: false, ...rest });
    const result = (id: string, name: string, answer: string) =>
      add("tool", answer, { name, tool_call_id: id });
    add("user", task, { message_id: "m0" });
    if (orphan !== undefined) result("nobody", "bash", orphan);
    for (const { said, calls, user } of turns) {
      const tool_calls = calls.map(({ id, name, args }, index) => ({
        ...{ id, index, function: { name, arguments: args }, type: "function" },
      }));
      const called = calls.length === 0 ? {} : { tool_calls };
      add("assistant", said ?? "", { reasoning_content: "so far, so good", ...called });
      for (const { id, name, answer } of calls) if (answer !== undefined) result(id, name, answer);
      if (user !== undefined) add("user", user, { message_id: `m${lines.length}` });
    }
    return lines;
  },
};
