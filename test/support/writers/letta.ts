import type { Writer } from "./writer.ts";

/** An agent file; the answers of a turn are in one message, or in one each, and then some only as content. */
export const letta: Writer = {
  layout: "document",
  write({ system, task, turns, orphan }) {
    const messages: unknown[] = [];
    const add = (role: string, rest: object) => {
      const id = `message-${messages.length}`;
      messages.push({ type: "message", role, id, agent_id: "agent-0", approvals: [], ...rest });
    };
    const text = (said: string) => [{ type: "text", text: said, signature: null }];
    const given = (id: string, answer: string) => {
      const printed = { stdout: null, stderr: null };
      return { tool_call_id: id, status: "success", ...printed, func_response: answer };
    };
    if (system !== undefined) add("system", { content: text(system), tool_returns: [] });
    add("user", { content: text(task), tool_returns: [] });
    if (orphan !== undefined)
      add("tool", { content: text(orphan), tool_call_id: "nobody", tool_returns: [] });
    turns.forEach(({ said, calls, user }, turn) => {
      const tool_calls = calls.map(({ id, name, args }) => {
        return { id, function: { arguments: args, name }, type: "function" };
      });
      const content = said === null ? [] : text(said);
      add("assistant", { content, tool_calls: calls.length === 0 ? null : tool_calls });
      const answered = calls.flatMap(({ id, answer }) =>
        answer === undefined ? [] : [{ id, answer }],
      );
      if (turn % 2 === 0 && answered.length > 0) {
        const returns = answered.map(({ id, answer }) => given(id, answer));
        add("tool", { content: [], tool_call_id: answered[0]?.id, tool_returns: returns });
      } else
        answered.forEach(({ id, answer }, k) => {
          const returns = k % 2 === 0 ? [] : [given(id, answer)];
          const copy = k % 2 === 0 ? text(answer) : [];
          add("tool", { content: copy, tool_call_id: id, tool_returns: returns });
        });
      if (user !== undefined) add("user", { content: text(user), tool_returns: [] });
    });
    const in_context_message_ids = messages.map((_, k) => `message-${k}`);
    const agent = { name: "pilot", id: "agent-0", in_context_message_ids, messages };
    const rest = { groups: [], blocks: [], files: [], sources: [], tools: [], mcp_servers: [] };
    return [{ agents: [agent], ...rest, metadata: {}, created_at: "2026-01-22T02:06:44+00:00" }];
  },
};
