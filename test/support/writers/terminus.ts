import type { Writer } from "./writer.ts";

/** A row of Harbor's: the terminal answers as the user, and a reply calls it once. */
export const terminus: Writer = {
  layout: "rows",
  mayLeaveOut: true,
  write({ task, turns }) {
    const conversations: { readonly role: string; readonly content: string }[] = [];
    const add = (role: string, content: string) => conversations.push({ role, content });
    add("user", `${task}\n\nCurrent terminal state:\n$ `);
    for (const { said, calls, user } of turns) {
      const [call] = calls;
      const commands = call === undefined ? [] : [{ keystrokes: call.args, duration: 0.1 }];
      add("assistant", JSON.stringify({ analysis: said ?? "", commands }));
      if (call?.answer !== undefined) add("user", `New Terminal Output:\n${call.answer}`);
      if (user !== undefined) add("user", user);
    }
    return [{ conversations, agent: "terminus-2", episode: "episode-3", trial_name: "t__1" }];
  },
};
