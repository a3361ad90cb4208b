import type { Writer } from "./writer.ts";

/** A chat of Qwen Code: a record for each reply and for each answer, notes between them. */
export const qwenCode: Writer = {
  layout: "lines",
  write({ system, task, turns, orphan }) {
    const lines: unknown[] = [];
    let parentUuid: string | null = null;
    const add = (type: string, rest: Readonly<Record<string, unknown>>) => {
      const uuid = `00000000-0000-4000-8000-${String(lines.length + 1).padStart(12, "0")}`;
      const timestamp = "2026-01-01T00:00:00.000Z";
      const base = { uuid, parentUuid, sessionId: "s1", timestamp, type, cwd: "/repo" };
      lines.push({ ...base, version: "0.24.4", ...rest });
      parentUuid = uuid;
    };
    const user = (text: string) => add("user", { message: { role: "user", parts: [{ text }] } });
    const result = (id: string, name: string, answer: string) => {
      const functionResponse = { id, name, response: { output: answer } };
      add("tool_result", {
        message: { role: "user", parts: [{ functionResponse }] },
        toolCallResult: { callId: id, status: "success", resultDisplay: "as shown" },
      });
    };
    if (system !== undefined)
      add("system", { subtype: "slash_command", systemPayload: { rawCommand: "/about" } });
    user(task);
    if (orphan !== undefined) result("nobody", "read_file", orphan);
    for (const { said, calls, user: next } of turns) {
      const text = said === null ? [] : [{ text: said }];
      const functionCalls = calls.map(({ id, name, args }) => ({
        functionCall: { id, name, args: JSON.parse(args) },
      }));
      const parts = [{ text: "so far, so good", thought: true }, ...text, ...functionCalls];
      const usageMetadata = { promptTokenCount: 9, candidatesTokenCount: 2 };
      add("assistant", { model: "m", message: { role: "model", parts }, usageMetadata });
      add("system", { subtype: "ui_telemetry", systemPayload: { uiEvent: { duration_ms: 4 } } });
      for (const { id, name, answer } of calls) if (answer !== undefined) result(id, name, answer);
      if (next !== undefined) user(next);
    }
    return lines;
  },
};
