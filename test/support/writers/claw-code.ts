import type { Writer } from "./writer.ts";

/** A session of claw-code, a line each: keys in the order of its maps, inputs and outputs as texts. */
export const clawCode: Writer = {
  layout: "lines",
  write({ system, task, turns, orphan }) {
    const lines: unknown[] = [
      { session_id: "session-1780000000000-0", type: "session_meta", updated_at_ms: 1, version: 1 },
    ];
    const add = (role: string, ...blocks: readonly object[]) =>
      lines.push({ message: { blocks, role }, type: "message" });
    const text = (said: string) => ({ text: said, type: "text" });
    const result = (id: string, name: string, output: string) =>
      add("tool", {
        ...{ is_error: false, output, tool_name: name },
        ...{ tool_use_id: id, type: "tool_result" },
      });
    if (system !== undefined) add("system", text(system));
    lines.push({ text: task, timestamp_ms: 2, type: "prompt_history" });
    add("user", text(task));
    if (orphan !== undefined) result("nobody", "bash", orphan);
    for (const { said, calls, user } of turns) {
      const uses = calls.map(({ id, name, args }) => ({ id, input: args, name, type: "tool_use" }));
      add("assistant", ...(said === null ? [] : [text(said)]), ...uses);
      for (const { id, name, answer } of calls) if (answer !== undefined) result(id, name, answer);
      if (user !== undefined) add("user", text(user));
    }
    return lines;
  },
};
