import type { Writer } from "./writer.ts";

/** A session trace: a header, and a message a line. */
export const sessionTrace: Writer = {
  layout: "lines",
  write({ system, task, turns, orphan }) {
    const lines: unknown[] = [{ type: "session", harness: "acme", id: "s1", name: "a run" }];
    const add = (role: string, content: string, rest: object = {}) =>
      lines.push({ type: "message", message: { role, content, ...rest } });
    if (system !== undefined) add("system", system);
    add("user", task);
    if (orphan !== undefined) add("tool", orphan, { toolCallId: "nobody" });
    for (const { said, calls, user } of turns) {
      const toolCalls = calls.map(({ id, name, args }) => ({
        ...{ id, function: { name, arguments: args } },
      }));
      const called = calls.length === 0 ? {} : { toolCalls };
      add("assistant", said ?? "", { reasoningContent: "so far, so good", ...called });
      for (const { id, answer } of calls)
        if (answer !== undefined) add("tool", answer, { toolCallId: id });
      if (user !== undefined) add("user", user);
    }
    return lines;
  },
};
