import { command } from "../../options/command-declaration.ts";
import { SETUP_FLAGS } from "./flags.ts";

export const setup = command({
  summary: "adds elision to an agent's hooks, or removes it",
  description:
    "Makes Claude Code run elision hook before it compacts and when a session ends. Shows the " +
    "change to its settings and asks before it makes it; --remove takes it back.",
  takes: { usage: "<agent>", shown: "claude-code", first: ["claude-code"] },
  flags: SETUP_FLAGS,
  notes: `The settings are those in $CLAUDE_CONFIG_DIR, else ~/.claude/settings.json. All
else in them stays byte for byte. A copy of the earlier settings is kept in
$XDG_DATA_HOME/elision or ~/.local/share/elision: --remove brings it back, or,
if they were changed since, removes only what setup added. Without a terminal
to ask at, nothing is changed unless you give --yes.`,
  examples: [
    ["elision setup claude-code", "show the change, ask, make it"],
    ["elision setup claude-code --compact-ended --yes", "from a script"],
    ["elision setup claude-code --remove", "take it back"],
  ],
  exitCodes: [
    ["0", "done, or nothing to do"],
    ["2", "nothing was changed: the answer was no, or could not be asked for"],
  ],
  run: async (shell, words, flags) => (await import("./run.ts")).setupCommand(shell, words, flags),
});
