import { command } from "../../options/command-declaration.ts";
import { CONFIG_FLAGS } from "../../options/config-flags.ts";
import { RESULT_FLAGS } from "../../options/result-flags.ts";
import { SETTABLE } from "./flags.ts";

export const config = command<typeof RESULT_FLAGS>({
  summary: "shows the options that hold, and where each was set",
  description:
    "Shows the value of every option that can be set for good, and where it was set: a flag, a " +
    "profile, a variable, the project's elision.toml, the user's, or nowhere (default).",
  flags: { ...SETTABLE, ...CONFIG_FLAGS, ...RESULT_FLAGS },
  common: ["profile", "config", "noConfig", "report"],
  notes: `The project's file is the nearest elision.toml from the working folder up to
the root of its repository, and may set what is under What stays. The user's
is $XDG_CONFIG_HOME/elision/elision.toml or ~/.config/elision/elision.toml.
Keys are the long names of options: window = 5, keep-tool = ["a", "b*"],
no-masking = true. What is under [profiles.NAME] holds with --profile NAME.`,
  examples: [
    ["elision config", "what holds here"],
    ["elision config --profile careful", "and with a profile"],
    ["elision config --report json", "the same for programs"],
  ],
  exitCodes: [
    ["0", "done"],
    ["2", "usage or output error, or an error in a file"],
  ],
  run: async (shell, _words, flags, { settingsOf }) =>
    (await import("./run.ts")).configCommand(shell, flags, settingsOf(SETTABLE)),
});
