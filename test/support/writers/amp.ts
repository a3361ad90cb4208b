import type { Writer } from "./writer.ts";

/** A thread of Amp, in which results are texts, or objects with one. */
export const amp: Writer = {
  layout: "document",
  write({ task, turns, orphan }) {
    const messages: object[] = [];
    const add = (role: string, content: object[], rest: object = {}) =>
      messages.push({ role, messageId: messages.length, content, ...rest });
    const result = (toolUseID: string, given: unknown) => ({
      ...{ type: "tool_result", toolUseID, run: { status: "done", result: given } },
    });
    add("user", [{ type: "text", text: task }]);
    if (orphan !== undefined) add("user", [result("nobody", orphan)]);
    for (const { said, calls, user } of turns) {
      const made = calls.map(({ id, name, args }) => ({
        ...{ type: "tool_use", complete: true, id, name, input: JSON.parse(args) },
      }));
      const text = said === null ? [] : [{ type: "text", text: said }];
      const stopReason = calls.length > 0 ? "tool_use" : "end_turn";
      add("assistant", [...text, ...made], { state: { type: "complete", stopReason } });
      const results = calls.flatMap(({ id, answer }, index) => {
        if (answer === undefined) return [];
        return [result(id, index % 2 === 0 ? answer : { output: answer, exitCode: 0 })];
      });
      if (results.length > 0) add("user", results);
      if (user !== undefined) add("user", [{ type: "text", text: user }]);
    }
    return [{ v: 7, id: "T-0199", created: 1767830000000, title: "Bolts", messages }];
  },
};
