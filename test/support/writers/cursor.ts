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

/** What `cursor-agent` prints: two lines for each call, whose tool is a key. */
export const cursorStreamJson: Writer = {
  layout: "lines",
  write({ task, turns, orphan }) {
    const lines: unknown[] = [];
    const add = (line: object) => lines.push({ ...line, session_id: "s1" });
    const said = (role: string, text: string) =>
      add({ type: role, message: { role, content: [{ type: "text", text }] } });
    const called = (id: string, tool: string, call: object, about: object) =>
      add({ type: "tool_call", ...about, call_id: id, tool_call: { [`${tool}ToolCall`]: call } });
    add({ type: "system", subtype: "init", cwd: "/repo", model: "m", permissionMode: "default" });
    said("user", task);
    const done = (content: string) => ({ result: { success: { content } } });
    if (orphan !== undefined) called("nobody", "read", done(orphan), { subtype: "completed" });
    turns.forEach(({ said: words, calls, user }, at) => {
      const id = `m${at}`;
      add({ type: "thinking", subtype: "delta", text: "so far, so good" });
      if (words !== null) said("assistant", words);
      for (const { id: call, name, args } of calls)
        called(call, name, { args: JSON.parse(args) }, { subtype: "started", model_call_id: id });
      for (const { id: call, name, args, answer } of calls) {
        if (answer === undefined) continue;
        const result = { args: JSON.parse(args), ...done(answer) };
        called(call, name, result, { subtype: "completed", model_call_id: id });
      }
      if (user !== undefined) said("user", user);
    });
    add({ type: "result", subtype: "success", is_error: false, result: "done" });
    return lines;
  },
};
