import { command } from "../../options/command-declaration.ts";
import { SETUP_FLAGS } from "./flags.ts";

export const setup = command({
  summary: "puts elision into an agent's hooks, or takes it out",
  description:
    "Has Claude Code run elision hook before it compacts and when a session ends. Shows the " +
    "change to its settings, asks, and makes it; --remove takes it back.",
  takes: { usage: "<agent>", shown: "claude-code", first: ["claude-code"] },
  flags: SETUP_FLAGS,
  notes: `The settings are those in $CLAUDE_CONFIG_DIR, else ~/.claude/settings.json. All
else in them stays byte for byte. As they were before is kept in
$XDG_DATA_HOME/elision or ~/.local/share/elision: --remove brings that back,
or, where they were changed meanwhile, takes out what setup put there. Without
a terminal to ask at, nothing is changed unless --yes is given.`,
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
