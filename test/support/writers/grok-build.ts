import type { Writer } from "./writer.ts";

/** A chat history of Grok Build: an item for each message, result and piece of reasoning. */
export const grokBuild: Writer = {
  layout: "lines",
  write({ system, task, turns, orphan }) {
    const lines: unknown[] = [];
    const user = (text: string) =>
      lines.push({ type: "user", content: [{ type: "text", text }], prompt_index: lines.length });
    const result = (id: string, content: string) =>
      lines.push({ type: "tool_result", tool_call_id: id, content });
    if (system !== undefined) lines.push({ type: "system", content: system });
    user(task);
    if (orphan !== undefined) result("nobody", orphan);
    turns.forEach(({ said, calls, user: next }, at) => {
      const summary = [{ type: "summary_text", text: "so far, so good" }];
      lines.push({ type: "reasoning", id: `rs_${at}`, summary, encrypted_content: "c2ln" });
      const tool_calls = calls.map(({ id, name, args }) => ({ id, name, arguments: args }));
      const called = calls.length === 0 ? {} : { tool_calls };
      lines.push({ type: "assistant", content: said ?? "", ...called, model_id: "grok" });
      for (const { id, answer } of calls) if (answer !== undefined) result(id, answer);
      if (next !== undefined) user(next);
    });
    return lines;
  },
};
