import type { Writer } from "./writer.ts";

/** A session of Continue: what calls gave is in their states, next to the message that made them. */
export const continueDev: Writer = {
  layout: "document",
  mayLeaveOut: true,
  write({ system, task, turns }) {
    const history: object[] = [];
    const add = (role: string, content: string, rest: object = {}) =>
      history.push({ message: { role, content }, contextItems: [], ...rest });
    if (system !== undefined) add("system", system);
    add("user", task);
    for (const { said, calls, user } of turns) {
      const kept = calls.filter(
        ({ id }, index) => calls.findIndex((each) => each.id === id) === index,
      );
      const toolCalls = kept.map(({ id, name, args }) => ({
        ...{ id, type: "function", function: { name, arguments: args } },
      }));
      const toolCallStates = kept.map(({ answer }, index) => ({
        ...{ toolCallId: toolCalls[index]?.id, toolCall: toolCalls[index] },
        ...(answer === undefined
          ? { status: "canceled" }
          : {
              status: "done",
              output: [{ content: answer, name: "Tool Result", description: "" }],
            }),
      }));
      const called = kept.length > 0;
      const message = { role: "assistant", content: said ?? "", ...(called && { toolCalls }) };
      history.push({ message, contextItems: [], ...(called && { toolCallStates }) });
      if (user !== undefined) add("user", user);
    }
    return [{ sessionId: "s1", title: "Bolts", workspaceDirectory: "/repo", history }];
  },
};
