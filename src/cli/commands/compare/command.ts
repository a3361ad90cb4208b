import { backupSuffix } from "../../inputs/backup-suffix.ts";
import { command } from "../../options/command-declaration.ts";
import { COMPARE_FLAGS } from "./flags.ts";

export const compare = command({
  summary: "compares windows: what they save, cost and hide",
  description:
    "Compares windows over finished transcripts: what each keeps, what the agent would have sent " +
    "at every step, what that costs with and without a prompt cache, and how much that later turns " +
    "used would have been hidden. Reads stdin, files or folders, changes nothing.",
  takes: { usage: "[files...]" },
  flags: COMPARE_FLAGS,
  common: [
    "windows",
    "every",
    "preset",
    "minRecall",
    "misses",
    "price",
    "overheadTokens",
    "report",
    "chart",
    "html",
  ],
  notes: `A setting such as 10/5 is a window of 10 that moves on by 5 units at once.
Costs are those of input alone, relative to leaving history as it is: above 1,
masking costs more than it saves. Later turns use identifiers, paths and
literals that first came up in a tool result; recall is the share of these
uses whose result would still have been visible. It is measured on what the
agent did with everything in view: it cannot tell that an agent would have
looped, and says nothing about whether tasks succeed.`,
  examples: [
    ["elision compare run.jsonl", "which window to use?"],
    ["elision compare logs --windows 5,10,20 --every 1,10", "over a folder"],
    ["elision compare --price gpt-6-sol run.jsonl", "at another price"],
    ["elision compare --misses --windows 3 run.jsonl", "what a window of 3 hides"],
    ["elision compare --html report.html logs", "a page with charts"],
  ],
  exitCodes: [
    ["0", "done"],
    ["1", "done, but bad lines were left out"],
    ["2", "usage, input or output error; the other inputs are in the report"],
  ],
  run: async (shell, files, flags, program) =>
    (await import("./run.ts")).compareCommand(shell, files, {
      flags: { ...flags, ...backupSuffix(program) },
      settings: program.settingsOf(COMPARE_FLAGS),
    }),
});
