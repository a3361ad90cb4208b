import { command } from "../../options/command-declaration.ts";
import { HOOK_FLAGS } from "./flags.ts";

export const hook = command({
  summary: "archives a session; to be run by hooks of its agent",
  description:
    "Keeps the tool results of a session in the archive when an agent runs it as a hook: Claude " +
    "Code before it compacts and when a session ends, Codex after a turn. With --compact-ended " +
    "it compacts a session that has ended.",
  brief: "keeps tool results when Claude Code or Codex runs it as a hook",
  takes: {
    usage: "[words...]",
    shown: "claude-code | codex <notification>",
    first: ["claude-code", "codex"],
  },
  flags: HOOK_FLAGS,
  notes: `Claude Code says on stdin which session it is, Codex in the last word. Nothing
is written to stdout, and the exit code is 0 whatever happens: a hook must not
stop the agent. What went wrong is on stderr. elision setup claude-code puts
it into the settings of Claude Code; docs/setup.md has the plugin, and Codex.`,
  examples: [
    ["elision hook claude-code < event.json", "as Claude Code runs it"],
    ["elision hook claude-code --compact-ended", "compact what has ended as well"],
    ['elision hook codex \'{"thread-id":"3f9a"}\'', "as Codex runs it"],
  ],
  exitCodes: [
    ["0", "always, when an agent runs it"],
    ["2", "usage error, from a terminal"],
  ],
  run: async (shell, words, flags) => (await import("./run.ts")).hookCommand(shell, words, flags),
});
