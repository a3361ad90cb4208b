import type { Writer } from "./writer.ts";

/** A history of Microsoft's Agent Framework: a message on each line. */
export const agentFramework: Writer = {
  layout: "lines",
  write({ system, task, turns, orphan }) {
    const message = (role: string, contents: readonly object[]) => ({
      type: "message",
      role,
      contents: contents.map((each) => ({ ...each, additional_properties: {} })),
      additional_properties: {},
    });
    const text = (value: string) => ({ type: "text", text: value });
    const result = (call_id: string, answer: string) => ({
      ...{ type: "function_result", call_id, result: answer },
      items: [{ ...text(answer), additional_properties: {} }],
    });
    const lines: unknown[] = [message("system", [text(system ?? "")])];
    lines.push(message("user", [text(task)]));
    if (orphan !== undefined) lines.push(message("tool", [result("nobody", orphan)]));
    for (const { said, calls, user } of turns) {
      const thought = { type: "text_reasoning", text: "so far, so good", protected_data: "c2ln" };
      const called = calls.map(({ id, name, args }) => ({
        ...{ type: "function_call", call_id: id, name, arguments: args, hosted: false },
      }));
      lines.push(
        message("assistant", [thought, ...(said === null ? [] : [text(said)]), ...called]),
      );
      const results = calls.flatMap(({ id, answer }) =>
        answer === undefined ? [] : [result(id, answer)],
      );
      if (results.length > 0) lines.push(message("tool", results));
      if (user !== undefined) lines.push(message("user", [text(user)]));
    }
    return lines;
  },
};
