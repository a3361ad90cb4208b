/** What the program is, in the first lines of its help. */
export const SUMMARY =
  "Compacts the transcripts AI agents save: masks old tool output, in the same format, " +
  "every other byte as it was. Reads stdin or files, writes stdout.";

export const EXAMPLES = [
  ["elision run.jsonl > small.jsonl", "mask all but the newest 10 turns"],
  ["elision --window 3 < run.jsonl | less", "through a pipe"],
  ["elision -i --backup .orig logs/*.jsonl", "in place, originals kept"],
  ["elision logs --out-dir small", "a folder into another"],
  ["elision --max-input-chars 200k run.jsonl", "as little as fits 200,000 chars"],
  ["elision -n --window 5 run.jsonl", "only say what would be done"],
] as const;

export const EXIT_CODES = [
  ["0", "done"],
  ["1", "done, but a budget was not met or bad lines were copied as they are"],
  ["2", "usage, input or output error; inputs that failed are as they were"],
] as const;

/** What stands after the options. At most 79 characters wide. */
export const COMPACT_HELP = `
Sizes take k and M (thousands, millions). Every option of What stays and
Report, and --format, --backup, --min-age, --jobs and --strict, can also be
set as ELISION_<NAME>, as in ELISION_WINDOW=5; what is typed wins.

Examples:
${EXAMPLES.map(([command, meaning]) => `  ${command.padEnd(42)}${meaning}`).join("\n")}

Shell completion:
  elision completion bash|zsh|fish

Exit codes:
${EXIT_CODES.map(([code, meaning]) => `  ${code}  ${meaning}`).join("\n")}
`;
