import type { Writer } from "./writer.ts";

/** Messages of a session of Strands Agents, a line each; the system's is elsewhere. */
export const strands: Writer = {
  layout: "lines",
  write({ task, turns, orphan }) {
    const lines: unknown[] = [];
    const add = (role: string, content: readonly object[]) =>
      lines.push({
        message: { role, content },
        message_id: lines.length,
        redact_message: null,
        created_at: "2026-05-01T00:00:00.000000+00:00",
      });
    const result = (toolUseId: string, text: string) => ({
      toolResult: { toolUseId, status: "success", content: [{ text }] },
    });
    add("user", [{ text: task }]);
    if (orphan !== undefined) add("user", [result("nobody", orphan)]);
    for (const { said, calls, user } of turns) {
      const uses = calls.map(({ id, name, args }) => ({
        toolUse: { toolUseId: id, name, input: JSON.parse(args) },
      }));
      add("assistant", [...(said === null ? [] : [{ text: said }]), ...uses]);
      const results = calls.flatMap(({ id, answer }) =>
        answer === undefined ? [] : [result(id, answer)],
      );
      if (results.length > 0) add("user", results);
      if (user !== undefined) add("user", [{ text: user }]);
    }
    return lines;
  },
};
