import { command } from "../../options/command-declaration.ts";
import { SHOW_FLAGS } from "./flags.ts";

export const show = command({
  summary: "prints the original of a reference, or a turn of a file",
  description:
    "Prints the original of a tool result by the ref in its placeholder, exactly as it was; or a " +
    "turn of a file, with what the agent thought, did and saw; or several turns, with old tool " +
    "results masked.",
  takes: { usage: "[words...]", shown: "<refs...> | (--turn <n> | --turns <a-b>) <file>" },
  flags: SHOW_FLAGS,
  common: ["turn", "turns", "window", "line", "archive", "json"],
  notes: `A ref has 12 to 64 hexadecimal digits of a SHA-256. If two texts share it, or
you ask for several, a line with its digest comes before each.`,
  examples: [
    ["elision show 3f9a2c71b04e", "what was masked there"],
    ["elision show --turn 12 a.jsonl --archive kept", "a turn as it was"],
    ["elision show --turns 5-20 --window 3 a.jsonl", "as the agent would have had them"],
  ],
  exitCodes: [
    ["0", "done"],
    ["1", "a ref, or the turn, is not known"],
    ["2", "usage, input or output error"],
  ],
  run: async (shell, words, flags) => (await import("./run.ts")).showCommand(shell, words, flags),
});
