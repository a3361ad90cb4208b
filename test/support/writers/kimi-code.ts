import type { Writer } from "./writer.ts";

/** A session of Kimi Code: events of each step, prompts and results between notes. */
export const kimiCode: Writer = {
  layout: "lines",
  write({ system, task, turns, orphan }) {
    const lines: unknown[] = [{ type: "metadata", protocol_version: "1.4", created_at: 1 }];
    const add = (type: string, rest: Readonly<Record<string, unknown>>) =>
      lines.push({ type, ...rest, time: 1_700_000_000_000 + lines.length });
    const event = (type: string, rest: Readonly<Record<string, unknown>>) =>
      add("context.append_loop_event", { event: { type, ...rest } });
    const user = (text: string) => {
      const content = [{ type: "text", text }];
      add("turn.prompt", { input: content, origin: { kind: "user" } });
      const message = { role: "user", content, toolCalls: [], origin: { kind: "user" } };
      add("context.append_message", { message });
    };
    const result = (id: string, output: string) =>
      event("tool.result", { parentUuid: id, toolCallId: id, result: { output } });
    if (system !== undefined) add("config.update", { systemPrompt: system });
    user(task);
    if (orphan !== undefined) result("nobody", orphan);
    turns.forEach(({ said, calls, user: next }, at) => {
      const stepUuid = `step-${at}`;
      event("step.begin", { uuid: stepUuid, turnId: "0", step: at });
      add("llm.request", { kind: "loop", provider: "kimi", model: "m", messageCount: at });
      const part = { type: "think", think: "so far, so good" };
      event("content.part", { stepUuid, part });
      if (said !== null) event("content.part", { stepUuid, part: { type: "text", text: said } });
      for (const { id, name, args } of calls)
        event("tool.call", { uuid: id, stepUuid, toolCallId: id, name, args: JSON.parse(args) });
      for (const { id, answer } of calls) if (answer !== undefined) result(id, answer);
      const usage = { inputOther: 9, output: 2, inputCacheRead: 0, inputCacheCreation: 0 };
      event("step.end", { uuid: stepUuid, usage, finishReason: "tool_use" });
      if (next !== undefined) user(next);
    });
    return lines;
  },
};
