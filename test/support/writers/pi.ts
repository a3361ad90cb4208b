import type { Conversation } from "../conversations.ts";
import type { Writer } from "./writer.ts";

/** A session of pi, version 3: a tree that never branched, with notes between the messages. */
export const pi: Writer = {
  layout: "lines",
  write({ task, turns, orphan }: Conversation) {
    const lines: unknown[] = [{ type: "session", version: 3, id: "s1", cwd: "/repo" }];
    let parentId: string | null = null;
    const entry = (rest: { readonly type: string } & Readonly<Record<string, unknown>>) => {
      const id = lines.length.toString(16).padStart(8, "0");
      const { type, ...others } = rest;
      lines.push({ type, id, parentId, timestamp: "2026-01-01T00:00:00.000Z", ...others });
      parentId = id;
    };
    const message = (rest: Readonly<Record<string, unknown>>) =>
      entry({ type: "message", message: { ...rest, timestamp: 1767225600000 } });
    const result = (toolCallId: string, toolName: string, answer: string) =>
      message({
        role: "toolResult",
        toolCallId,
        toolName,
        content: [{ type: "text", text: answer }],
        details: { diff: "as shown" },
        isError: false,
      });
    entry({ type: "model_change", provider: "anthropic", modelId: "m" });
    message({ role: "user", content: [{ type: "text", text: task }] });
    if (orphan !== undefined) result("nobody", "bash", orphan);
    for (const { said, calls, user } of turns) {
      const text = said === null ? [] : [{ type: "text", text: said }];
      const toolCalls = calls.map(({ id, name, args }) => ({
        type: "toolCall",
        id,
        name,
        arguments: JSON.parse(args),
      }));
      const thinking = { type: "thinking", thinking: "so far", thinkingSignature: "c2ln" };
      const usage = { input: 1, cost: { total: 0.0105 } };
      message({ role: "assistant", content: [thinking, ...text, ...toolCalls], usage });
      for (const { id, name, answer } of calls) if (answer !== undefined) result(id, name, answer);
      if (user !== undefined) message({ role: "user", content: user });
    }
    return lines;
  },
};

/** What `pi --mode json` prints, without the events that repeat a result. */
export const piStreamJson: Writer = {
  layout: "lines",
  write({ task, turns, orphan }: Conversation) {
    const lines: unknown[] = [{ type: "session", version: 3, id: "s1", cwd: "/repo" }];
    const add = (type: string, rest: object = {}) => lines.push({ type, ...rest });
    const said = (message: object) => {
      add("message_start", { message });
      add("message_end", { message });
    };
    const user = (text: string) => said({ role: "user", content: [{ type: "text", text }] });
    const result = (toolCallId: string, toolName: string, answer: string) => {
      const content = [{ type: "text", text: answer }];
      const message = { role: "toolResult", toolCallId, toolName, content, isError: false };
      add("message_end", { message });
    };
    add("agent_start");
    user(task);
    if (orphan !== undefined) result("nobody", "bash", orphan);
    for (const { said: words, calls, user: next } of turns) {
      add("turn_start");
      const text = words === null ? [] : [{ type: "text", text: words }];
      const made = calls.map(({ id, name, args }) => ({
        ...{ type: "toolCall", id, name, arguments: JSON.parse(args) },
      }));
      const thinking = { type: "thinking", thinking: "so far", thinkingSignature: "c2ln" };
      said({ role: "assistant", content: [thinking, ...text, ...made] });
      for (const { id, name, answer } of calls) if (answer !== undefined) result(id, name, answer);
      if (next !== undefined) user(next);
    }
    return lines;
  },
};
