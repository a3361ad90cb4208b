import type { Writer } from "./writer.ts";

/** A session of Kiro's CLI; every second result is JSON, as its shell's are. */
export const kiro: Writer = {
  layout: "lines",
  write({ task, turns, orphan }) {
    const text = (data: string) => ({ kind: "text", data });
    const lines: unknown[] = [];
    const line = (kind: string, content: readonly unknown[], more: object = {}) =>
      lines.push({
        version: "v1",
        kind,
        data: { message_id: `m${lines.length}`, content, ...more },
      });
    const result = (toolUseId: string, content: object) => ({
      kind: "toolResult",
      data: { toolUseId, content: [content], status: "success" },
    });
    line("Prompt", [text(task)], { meta: { timestamp: 1_795_000_000 } });
    if (orphan !== undefined) line("ToolResults", [result("nobody", text(orphan))]);
    for (const { said, calls, user } of turns) {
      const thinking = { text: "so far, so good", signature: "c2ln", modelId: "m1" };
      const uses = calls.map(({ id, name, args }) => ({
        kind: "toolUse",
        data: { toolUseId: id, name, input: JSON.parse(args) },
      }));
      line("AssistantMessage", [{ kind: "thinking", data: thinking }, text(said ?? ""), ...uses]);
      const results = calls.flatMap(({ id, answer }, k) => {
        if (answer === undefined) return [];
        const json = {
          kind: "json",
          data: { exit_status: "exit status: 0", stdout: answer, stderr: "" },
        };
        return [result(id, k % 2 === 0 ? text(answer) : json)];
      });
      if (results.length > 0) line("ToolResults", results);
      if (user !== undefined) line("Prompt", [text(user)], { meta: { timestamp: 1_795_000_001 } });
    }
    return lines;
  },
};
