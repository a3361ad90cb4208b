import { command } from "../../options/command-declaration.ts";
import { RESULT_FLAGS } from "../../options/result-flags.ts";
import { presetName } from "./flags.ts";

/** Lists the presets, or the options of one. */
export const presets = command({
  summary: "lists the presets, or what one of them sets",
  // The names are too many for a line of usage.
  takes: { usage: "[name]", type: (text) => presetName(text) },
  flags: RESULT_FLAGS,
  notes: `A preset sets every option that decides what is masked, so that no default,
variable or file changes it. Options typed next to --preset NAME win.`,
  examples: [
    ["elision presets kimi", "what --preset kimi sets"],
    ["elision --preset kimi --window 5 run.jsonl", "a preset but for its window"],
  ],
  exitCodes: [
    ["0", "done"],
    ["2", "usage or output error"],
  ],
  run: async (shell, [name], flags) =>
    (await import("./run.ts")).presetsCommand(shell, name, flags),
});
