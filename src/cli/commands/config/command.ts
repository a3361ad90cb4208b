import { command } from "../../options/command-declaration.ts";
import { CONFIG_FLAGS } from "../../options/config-flags.ts";
import { RESULT_FLAGS } from "../../options/result-flags.ts";
import { SETTABLE } from "./flags.ts";

export const config = command<typeof RESULT_FLAGS>({
  summary: "shows the settings in effect, and where each was set",
  description:
    "Shows the value of every option that files and variables can set, and where it was set: a flag, " +
    "a profile, a variable, the project's elision.toml, the user's, or nowhere (default).",
  flags: { ...SETTABLE, ...CONFIG_FLAGS, ...RESULT_FLAGS },
  common: ["profile", "config", "noConfig", "report"],
  notes: `The project's file is the nearest elision.toml from the working folder up to
the root of its repository, and may set what is under What stays. The user's
is $XDG_CONFIG_HOME/elision/elision.toml or ~/.config/elision/elision.toml.
Keys are the long names of options: window = 5, keep-tool = ["a", "b*"],
no-masking = true. --profile NAME adds the keys under [profiles.NAME].`,
  examples: [
    ["elision config", "the settings in this folder"],
    ["elision config --profile careful", "those with a profile"],
    ["elision config --report json", "the same for programs"],
  ],
  exitCodes: [
    ["0", "done"],
    ["2", "usage or output error, or an error in a file"],
  ],
  run: async (shell, _words, flags, { settingsOf }) =>
    (await import("./run.ts")).configCommand(shell, flags, settingsOf(SETTABLE)),
});
