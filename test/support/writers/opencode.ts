import type { Conversation } from "../conversations.ts";
import type { Writer } from "./writer.ts";

/** An export of opencode. Its parts hold calls with what answers them, so that orphans have no place. */
export const opencode: Writer = {
  layout: "rows",
  mayLeaveOut: true,
  write({ task, turns }: Conversation) {
    const messages: {
      readonly info: Readonly<Record<string, unknown>>;
      readonly parts: unknown[];
    }[] = [];
    const add = (role: string, parts: unknown[], rest: Readonly<Record<string, unknown>> = {}) =>
      messages.push({ info: { id: `msg_${messages.length}`, role, ...rest }, parts });
    const text = (words: string) => ({ type: "text", text: words });
    add("user", [text(task)]);
    for (const { said, calls, user } of turns) {
      const parentID = messages.at(-1)?.info.id;
      const tools = calls.map(({ id, name, args, answer }, k) => ({
        type: "tool",
        tool: name,
        callID: id,
        state: stateOf(JSON.parse(args), answer, k),
      }));
      const words = said === null ? [] : [text(said)];
      add("assistant", [{ type: "step-start" }, ...words, ...tools], { parentID, cost: 0.0105 });
      if (user !== undefined) add("user", [text(user)]);
    }
    return [{ info: { id: "ses_1", version: "1.17.18" }, messages, todos: [] }];
  },
};

function stateOf(input: unknown, answer: string | undefined, k: number): unknown {
  const time = { start: 1767225600000, end: 1767225600020 };
  if (answer === undefined) return { status: "running", input, time };
  if (k % 3 === 2) return { status: "error", input, error: answer, time };
  return { status: "completed", input, output: answer, metadata: { output: "as shown" }, time };
}

/** What `opencode run --format json` prints: the parts of the replies, where calls have ended. */
export const opencodeStreamJson: Writer = {
  layout: "lines",
  mayLeaveOut: true,
  write({ turns }: Conversation) {
    const sessionID = "ses_1";
    const lines: unknown[] = [];
    const add = (type: string, part: object, messageID: string) =>
      lines.push({
        ...{ type, timestamp: 1_767_225_600_000, sessionID },
        part: { id: `prt_${lines.length}`, sessionID, messageID, ...part },
      });
    if (turns.length === 0) add("text", { type: "text", text: "done" }, "msg_0");
    turns.forEach(({ said, calls }, at) => {
      const id = `msg_${at}`;
      add("step_start", { type: "step-start" }, id);
      add("reasoning", { type: "reasoning", text: "so far, so good" }, id);
      if (said !== null) add("text", { type: "text", text: said }, id);
      calls.forEach(({ id: callID, name: tool, args, answer }, k) => {
        if (answer === undefined) return;
        const state = stateOf(JSON.parse(args), answer, k);
        add("tool_use", { type: "tool", callID, tool, state }, id);
      });
      add("step_finish", { type: "step-finish", reason: "tool-calls", cost: 0.0105 }, id);
    });
    return lines;
  },
};
