import { refuseLoneBackup } from "../../inputs/backup-suffix.ts";
import { command } from "../../options/command-declaration.ts";
import { COMPACT_FLAGS } from "../../options/compact-flags.ts";

/** The main command, the one that runs where no other is named. */
export const compact = command({
  summary: "compacts transcripts; so does elision without a command",
  description:
    "Compacts the transcripts AI agents save: masks old tool output, in the same format, " +
    "every other byte as it was. Reads stdin or files, writes stdout.",
  takes: { usage: "[files...]" },
  flags: COMPACT_FLAGS,
  brief: "masks old tool output in saved transcripts of stdin, files or folders",
  common: [
    "window",
    "keepTool",
    "maxInputTokens",
    "preset",
    "explain",
    "dryRun",
    "inPlace",
    "output",
    "outDir",
    "archive",
  ],
  notes: `Sizes take k or K and M (thousands, millions). Every option of What stays and
Report, and --format, --backup, --min-age, --jobs and --strict, can also be
set as ELISION_<NAME>, as in ELISION_WINDOW=5, or in elision.toml, as in
window = 5. What is typed wins, then the profile, the variable, the file of
the project (What stays only), the user's; elision config shows the result.`,
  examples: [
    ["elision run.jsonl > small.jsonl", "mask all but the newest 10 turns"],
    ["elision --window 3 < run.jsonl | less", "through a pipe"],
    ["elision -i --backup .orig logs/*.jsonl", "in place, originals kept"],
    ["elision logs --out-dir small", "a folder into another"],
    ["elision --max-input-chars 200k run.jsonl", "as little as fits 200,000 chars"],
    ["elision -n --window 5 run.jsonl", "only say what would be done"],
  ],
  exitCodes: [
    ["0", "done"],
    ["1", "done, but a budget was not met or bad lines were copied as they are"],
    ["2", "usage, input or output error; inputs that failed are as they were"],
  ],
  run: async (shell, files, flags, { settingsOf, sessions }) => {
    const settings = settingsOf(COMPACT_FLAGS);
    refuseLoneBackup(flags, settings.backup);
    if (flags.diff === true)
      return (await import("./preview-diff.ts")).previewDiff(shell, files, { flags, settings });
    const { compactCommand } = await import("./run.ts");
    return compactCommand(shell, files, { flags, sessions, settings });
  },
});
