import type { Writer } from "./writer.ts";

/** A transcript of the Antigravity CLI: numbered steps; calls have no ids, so there is one a turn. */
export const antigravity: Writer = {
  layout: "lines",
  mayLeaveOut: true,
  write({ task, turns }) {
    const lines: unknown[] = [];
    const add = (source: string, type: string, rest: object) =>
      lines.push({
        ...{ step_index: lines.length, source, type, status: "DONE" },
        ...{ created_at: "2026-01-01T00:00:00Z", ...rest },
      });
    const user = (text: string) =>
      add("USER_EXPLICIT", "USER_INPUT", { content: `<USER_REQUEST>\n${text}\n</USER_REQUEST>` });
    user(task);
    add("SYSTEM", "CONVERSATION_HISTORY", {});
    for (const { said, calls, user: next } of turns) {
      const content = said === null ? {} : { content: said };
      const [call] = calls;
      const tool_calls =
        call === undefined ? [] : [{ name: call.name, args: { CommandLine: call.args } }];
      add("MODEL", "PLANNER_RESPONSE", { thinking: "so far, so good", ...content, tool_calls });
      if (call?.answer !== undefined) add("MODEL", "RUN_COMMAND", { content: call.answer });
      if (next !== undefined) user(next);
    }
    return lines;
  },
};
