import type { Writer } from "./writer.ts";

/** A log of the Agent Client Protocol: updates of a call until it is done, the last with what it gave. */
export const acp: Writer = {
  layout: "lines",
  mayLeaveOut: true,
  write({ task, turns }) {
    const lines: object[] = [
      { jsonrpc: "2.0", id: 1, method: "initialize", params: { protocolVersion: 1 } },
      { jsonrpc: "2.0", id: 1, result: { protocolVersion: 1 } },
    ];
    const prompt = (text: string) =>
      lines.push({
        ...{ jsonrpc: "2.0", id: 2, method: "session/prompt" },
        params: { sessionId: "s", prompt: [{ type: "text", text }] },
      });
    const update = (sessionUpdate: string, rest: object) =>
      lines.push({
        ...{ jsonrpc: "2.0", method: "session/update" },
        params: { sessionId: "s", update: { sessionUpdate, ...rest } },
      });
    prompt(task);
    for (const { said, calls, user } of turns) {
      if (said !== null) update("agent_message_chunk", { content: { type: "text", text: said } });
      for (const { id, name, args, answer } of calls) {
        const call = { toolCallId: id, status: "in_progress", title: name, content: [] };
        update("tool_call", { ...call, rawInput: JSON.parse(args) });
        if (answer === undefined) continue;
        const content = [{ type: "content", content: { type: "text", text: answer } }];
        update("tool_call_update", { toolCallId: id, status: "completed", content });
      }
      if (user !== undefined) prompt(user);
    }
    return lines;
  },
};
