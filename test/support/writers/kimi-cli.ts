import type { Writer } from "./writer.ts";

/** A context of Kimi CLI: messages of chat completions between lines of its own. */
export const kimiCli: Writer = {
  layout: "lines",
  write({ system, task, turns, orphan }) {
    const lines: unknown[] = [{ role: "_checkpoint", id: 0 }];
    if (system !== undefined) lines.unshift({ role: "_system_prompt", content: system });
    const result = (id: string, answer: string) =>
      lines.push({ role: "tool", content: answer, tool_call_id: id });
    lines.push({ role: "user", content: task });
    if (orphan !== undefined) result("nobody", orphan);
    for (const { said, calls, user } of turns) {
      const think = { type: "think", think: "so far, so good", encrypted: null };
      const text = said === null ? [] : [{ type: "text", text: said }];
      const tool_calls = calls.map(({ id, name, args }) => ({
        ...{ type: "function", id, function: { name, arguments: args } },
      }));
      const called = calls.length === 0 ? {} : { tool_calls };
      lines.push({ role: "assistant", content: [think, ...text], ...called });
      lines.push({ role: "_usage", token_count: 900 + lines.length });
      for (const { id, answer } of calls) if (answer !== undefined) result(id, answer);
      if (user === undefined) continue;
      lines.push({ role: "_checkpoint", id: lines.length });
      lines.push({ role: "user", content: user });
    }
    return lines;
  },
};
