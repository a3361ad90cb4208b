import { backupSuffix } from "../../inputs/backup-suffix.ts";
import { command } from "../../options/command-declaration.ts";
import { INSPECT_FLAGS } from "./flags.ts";

export const inspect = command({
  summary: "shows where the characters of transcripts are",
  description:
    "Shows where the characters of transcripts are: by role, by kind and by tool, inside and " +
    "outside of windows of 5, 10 and 20 tool turns, and the largest tool results with their " +
    "lines. Reads stdin, files or folders, changes nothing.",
  takes: { usage: "[files...]" },
  flags: INSPECT_FLAGS,
  common: ["report", "format", "strict", "follow"],
  notes: `JSON and NDJSON have all figures of each transcript and of all together; CSV
has a row for each transcript. Chars are UTF-16 units of text that the model
sees.`,
  examples: [
    ["elision inspect run.jsonl", "one transcript"],
    ["elision inspect ~/.claude/projects", "a whole folder"],
    ["elision inspect --report csv logs > logs.csv", "a row a transcript"],
    ["elision inspect --report json run.jsonl | jq .totals", "all figures"],
  ],
  exitCodes: [
    ["0", "done"],
    ["1", "done, but bad lines were left out"],
    ["2", "usage, input or output error; the other inputs are in the report"],
  ],
  run: async (shell, files, flags, program) =>
    (await import("./run.ts")).inspectCommand(shell, files, { ...flags, ...backupSuffix(program) }),
});
