import type { Writer } from "./writer.ts";

/** Messages of Pydantic AI; every second result is a JSON value, and a prompt follows in the same request. */
export const pydanticAi: Writer = {
  layout: "rows",
  write({ system, task, turns, orphan }) {
    const messages: unknown[] = [];
    const prompt = (content: string) => ({ content, part_kind: "user-prompt" });
    const given = (tool_call_id: string, content: unknown) => ({
      ...{ tool_name: "read", content, tool_call_id },
      ...{ metadata: null, outcome: "success", part_kind: "tool-return" },
    });
    const request = (parts: readonly unknown[]) => {
      if (parts.length > 0) messages.push({ parts, instructions: null, kind: "request" });
    };
    const first = system === undefined ? [] : [{ content: system, part_kind: "system-prompt" }];
    request([...first, prompt(task)]);
    if (orphan !== undefined) request([given("nobody", orphan)]);
    for (const { said, calls, user } of turns) {
      const parts: unknown[] = calls.map(({ id, name, args }, k) => ({
        ...{ tool_name: name, args: k % 2 === 0 ? args : JSON.parse(args), tool_call_id: id },
        part_kind: "tool-call",
      }));
      if (said !== null) parts.unshift({ content: said, part_kind: "text" });
      messages.push({ parts, usage: { input_tokens: 12.0 }, model_name: "m", kind: "response" });
      const results = calls.flatMap(({ id, answer }, k) =>
        answer === undefined ? [] : [given(id, k % 2 === 0 ? answer : { output: answer })],
      );
      request([...results, ...(user === undefined ? [] : [prompt(user)])]);
    }
    return [messages];
  },
};
