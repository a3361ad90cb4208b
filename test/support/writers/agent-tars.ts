import type { Writer } from "./writer.ts";

/** An event stream of Agent TARS: an array, with each call in a message and in an event. */
export const agentTars: Writer = {
  layout: "document",
  write({ system, task, turns, orphan }) {
    const events: unknown[] = [];
    const add = (type: string, rest: object) =>
      events.push({ id: `e${events.length}`, type, timestamp: 1_780_000_000_000, ...rest });
    const result = (toolCallId: string, name: string, content: string) =>
      add("tool_result", {
        toolCallId,
        name,
        content: [{ type: "text", text: content }],
        elapsedMs: 3,
      });
    add("agent_run_start", { sessionId: "s", runOptions: { input: task } });
    if (system !== undefined) add("plan_update", { sessionId: "s", steps: [{ content: system }] });
    add("user_message", { content: task });
    if (orphan !== undefined) result("nobody", "run", orphan);
    for (const { said, calls, user } of turns) {
      const toolCalls = calls.map(({ id, name, args }) => ({
        ...{ id, type: "function", function: { name, arguments: args } },
      }));
      const called = calls.length === 0 ? {} : { toolCalls };
      add("assistant_message", { content: said ?? "", ...called, finishReason: "stop" });
      for (const { id, name, args, answer } of calls) {
        add("tool_call", { toolCallId: id, name, arguments: JSON.parse(args), startTime: 1 });
        if (answer !== undefined) result(id, name, answer);
      }
      if (user !== undefined) add("user_message", { content: user });
    }
    return [events];
  },
};
