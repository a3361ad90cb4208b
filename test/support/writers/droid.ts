import type { Writer } from "./writer.ts";

/** A session of Droid: a header, then messages of Anthropic's blocks with notes between them. */
export const droid: Writer = {
  layout: "lines",
  write({ system, task, turns, orphan }) {
    const lines: unknown[] = [
      { type: "session_start", id: "s1", title: "t", owner: "dev", version: 2, cwd: "/repo" },
    ];
    let parent: { readonly parentId: string } | undefined;
    const add = (role: string, content: readonly unknown[], about: object = {}) => {
      const id = `00000000-0000-4000-8000-${String(lines.length).padStart(12, "0")}`;
      const timestamp = "2026-01-01T00:00:00.000Z";
      lines.push({
        type: "message",
        id,
        timestamp,
        message: { role, content, ...about },
        ...parent,
      });
      parent = { parentId: id };
    };
    const text = (said: string) => ({ type: "text", text: said });
    const result = (id: string, content: string) => ({
      ...{ type: "tool_result", tool_use_id: id, content },
    });
    if (system !== undefined)
      add("user", [text(`<system-reminder>\n${system}\n</system-reminder>`)]);
    add("user", [text(task)]);
    if (orphan !== undefined) add("user", [result("nobody", orphan)]);
    for (const { said, calls, user } of turns) {
      const thinking = { type: "thinking", thinking: "so far, so good", signature: "c2ln" };
      const uses = calls.map(({ id, name, args }) => ({
        ...{ type: "tool_use", id, name, input: JSON.parse(args) },
      }));
      add("assistant", [thinking, ...(said === null ? [] : [text(said)]), ...uses], {
        modelId: "m",
      });
      for (const { id, answer } of calls)
        if (answer !== undefined) add("user", [result(id, answer)]);
      lines.push({ type: "todo_state", id: `t${lines.length}`, todos: "1. [ ] go on" });
      if (user !== undefined) add("user", [text(user)]);
    }
    return lines;
  },
};

/** What `droid exec` prints: an event for each message, call and result. */
export const droidStreamJson: Writer = {
  layout: "lines",
  write({ task, turns, orphan }) {
    const lines: unknown[] = [
      { type: "system", subtype: "init", cwd: "/repo", session_id: "s1", tools: [], model: "m" },
    ];
    const add = (type: string, rest: object) =>
      lines.push({ type, ...rest, timestamp: 1_700_000_000_000, session_id: "s1" });
    const user = (text: string) => add("message", { role: "user", id: `u${lines.length}`, text });
    const result = (id: string, value: string) =>
      add("tool_result", { id, messageId: `r${lines.length}`, toolId: "", isError: false, value });
    user(task);
    if (orphan !== undefined) result("nobody", orphan);
    turns.forEach(({ said, calls, user: next }, at) => {
      const id = `m${at}`;
      add("reasoning", { id, text: "so far, so good" });
      if (said !== null) add("message", { role: "assistant", id, text: said });
      for (const { id: call, name, args } of calls) {
        const parameters: unknown = JSON.parse(args);
        add("tool_call", { id: call, messageId: id, toolId: name, toolName: name, parameters });
      }
      for (const { id: call, answer } of calls) if (answer !== undefined) result(call, answer);
      if (next !== undefined) user(next);
    });
    add("completion", { finalText: "done", numTurns: turns.length, durationMs: 4 });
    return lines;
  },
};
