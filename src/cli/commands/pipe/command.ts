import { command } from "../../options/command-declaration.ts";
import { PIPE_FLAGS } from "./flags.ts";

export const pipe = command({
  summary: "compacts rows for another program, a line for every line",
  description:
    "Compacts rows (a conversation on each line) from stdin to stdout for a program that starts it: " +
    "a line out for every line in, in order, written as soon as the input pauses. " +
    "A bad row (not JSON, or not of the format) is copied as it is.",
  flags: PIPE_FLAGS,
  brief: "rows for Spark, Ray and the like: a line out for every line in",
  common: [
    "format",
    "window",
    "keepTool",
    "preset",
    "badRows",
    "maxBadRows",
    "label",
    "metrics",
    "telemetry",
  ],
  notes: `At its end it writes a line of sums as NDJSON to stderr: rows, badRows,
beforeChars, afterChars, maskedCount and more; those of several runs can be
added up. No originals are kept. docs/pipe.md says all that it promises.`,
  examples: [
    ["elision pipe --format openai-chat < rows.jsonl > small.jsonl", "a line for every line"],
    [
      "elision pipe --format sharegpt --max-bad-rows 1% --bad-rows bad.ndjson",
      "some rows may be bad",
    ],
    ["elision pipe --format openai-chat --telemetry column", "each row says what was done to it"],
  ],
  exitCodes: [
    ["0", "done, with no more bad rows than --max-bad-rows; also if there was no input"],
    ["1", "done, with more bad rows, or a budget or target that was not met"],
    ["2", "usage, input or output error"],
  ],
  run: async (shell, _words, flags, { settingsOf }) =>
    (await import("./run.ts")).pipeCommand(shell, flags, settingsOf(PIPE_FLAGS)),
});
