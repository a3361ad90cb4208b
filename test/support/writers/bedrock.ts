import type { Writer } from "./writer.ts";

/** A request to Bedrock's Converse API; every second result is a JSON value. */
export const bedrock: Writer = {
  layout: "rows",
  write({ system, task, turns, orphan }) {
    const messages: unknown[] = [{ role: "user", content: [{ text: task }] }];
    const result = (toolUseId: string, content: object) => ({
      toolResult: { toolUseId, content: [content], status: "success" },
    });
    if (orphan !== undefined)
      messages.push({ role: "user", content: [result("nobody", { text: orphan })] });
    for (const { said, calls, user } of turns) {
      const uses = calls.map(({ id, name, args }) => ({
        toolUse: { toolUseId: id, name, input: JSON.parse(args) },
      }));
      const thinking = {
        reasoningContent: { reasoningText: { text: "so far, so good", signature: "c2ln" } },
      };
      const text = said === null ? [] : [{ text: said }];
      messages.push({ role: "assistant", content: [thinking, ...text, ...uses] });
      const results = calls.flatMap(({ id, answer }, k) => {
        if (answer === undefined) return [];
        return [result(id, k % 2 === 0 ? { text: answer } : { json: { output: answer } })];
      });
      if (results.length > 0) messages.push({ role: "user", content: results });
      if (user !== undefined) messages.push({ role: "user", content: [{ text: user }] });
    }
    return [{ modelId: "m", system: [{ text: system ?? "" }], messages }];
  },
};
