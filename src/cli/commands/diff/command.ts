import { command } from "../../options/command-declaration.ts";
import { DIFF_FLAGS } from "./flags.ts";

export const diff = command({
  summary: "shows what would be masked or changed, and what it says now",
  description:
    "Shows what would be masked or changed: turn, tool, the call's argument, size before and " +
    "after, the reason, and the first line removed. Reads stdin or files, changes nothing. " +
    "On a terminal it is shown in $PAGER, else in less.",
  takes: { usage: "[files...]" },
  flags: DIFF_FLAGS,
  common: [
    "stat",
    "interactive",
    "answers",
    "window",
    "keepTool",
    "keepRef",
    "preset",
    "maxInputTokens",
    "report",
    "noPager",
  ],
  notes: `With --interactive each tool result is asked about: y mask it, n keep it,
a mask all of this tool, k keep all of this tool, q ask no more. The answers
are written as settings, which take the place of those of the project and the
user: elision --config elision-answers.toml FILE`,
  examples: [
    ["elision diff @latest", "preview the newest session"],
    ["elision diff --stat --window 5 run.jsonl", "sums by tool"],
    ["elision diff --interactive run.jsonl", "choose what stays"],
  ],
  exitCodes: [
    ["0", "done"],
    ["1", "done, but bad lines were left out"],
    ["2", "usage, input or output error; the other inputs were shown"],
  ],
  run: async (shell, files, flags, { settingsOf }) =>
    (await import("./run.ts")).diffCommand(shell, files, {
      flags,
      settings: settingsOf(DIFF_FLAGS),
    }),
});
