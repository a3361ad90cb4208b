import type { Writer } from "./writer.ts";

/** A history of fast-agent; the results of a turn are in one message. */
export const fastAgent: Writer = {
  layout: "document",
  write({ system, task, turns, orphan }) {
    const messages: unknown[] = [];
    const text = (content: string) => [{ type: "text", text: content }];
    const add = (role: string, content: readonly unknown[], rest: object = {}) =>
      messages.push({ role, content, ...rest, is_template: false });
    const given = (results: readonly (readonly [string, string])[]) => {
      const all = results.map(([id, answer]) => [id, { content: text(answer), isError: false }]);
      if (all.length > 0) add("user", [], { tool_results: Object.fromEntries(all) });
    };
    if (system !== undefined) add("system", text(system));
    add("user", text(task));
    if (orphan !== undefined) given([["nobody", orphan]]);
    for (const { said, calls, user } of turns) {
      const tool_calls = Object.fromEntries(
        calls.map(({ id, name, args }) => [
          id,
          { method: "tools/call", params: { name, arguments: JSON.parse(args) } },
        ]),
      );
      add("assistant", said === null ? [] : text(said), { tool_calls });
      given(
        calls.flatMap(({ id, answer }) => (answer === undefined ? [] : [[id, answer] as const])),
      );
      if (user !== undefined) add("user", text(user));
    }
    return [{ messages }];
  },
};
