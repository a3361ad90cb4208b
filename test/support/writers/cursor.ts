import type { Writer } from "./writer.ts";

/** An agent transcript of Cursor: calls have no ids, so it holds no call without a result before others. */
export const cursor: Writer = {
  layout: "lines",
  mayLeaveOut: true,
  write({ task, turns }) {
    const lines: unknown[] = [];
    const add = (role: string, ...content: unknown[]) => lines.push({ role, message: { content } });
    add("user", { type: "text", text: `<user_query>\n${task}\n</user_query>` });
    for (const { said, calls, user } of turns) {
      const thinking = { type: "thinking", thinking: "so far, so good" };
      const text = said === null ? [] : [{ type: "text", text: said }];
      const [call] = calls;
      const uses =
        call === undefined
          ? []
          : [{ type: "tool_use", name: call.name, input: JSON.parse(call.args) }];
      add("assistant", thinking, ...text, ...uses);
      if (call?.answer !== undefined) {
        const content = [{ type: "text", text: call.answer }];
        add("user", { type: "tool_result", tool_use_id: "t1", content });
      }
      lines.push({ type: "turn_ended", status: "success" });
      if (user !== undefined) add("user", { type: "text", text: user });
    }
    return lines;
  },
};
