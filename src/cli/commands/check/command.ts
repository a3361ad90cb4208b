import { backupSuffix } from "../../inputs/backup-suffix.ts";
import { command } from "../../options/command-declaration.ts";
import { CHECK_FLAGS } from "./flags.ts";

export const check = command({
  summary: "finds faults that the program of a transcript would not accept",
  description:
    "Checks transcripts as the program that resumes them would, and says where each fault is. Reads " +
    "stdin, files or folders, changes nothing.",
  takes: { usage: "[files...]" },
  flags: CHECK_FLAGS,
  common: ["resumable", "against", "report", "format", "archive", "follow"],
  notes: `It finds lines that are not JSON; calls without a result although later turns
follow; tool results that answer no call; open calls that share an id; parents
that are not in the file, or form a circle; ids that are used twice; records
that the format itself rules out; and reasoning that an edit before it has
invalidated, since its provider takes it back only while everything before it
is unchanged. The time of an edit comes from the archive or from --against; if
it is unknown, the finding is maybe-broken-reasoning, which is no error.`,
  examples: [
    ["elision check run.jsonl", "a line for each finding"],
    ["elision check logs --report ndjson", "every transcript below a folder"],
    ["elision check --resumable run.jsonl", "may I resume it?"],
    ["elision run.jsonl | elision check", "check what elision writes"],
  ],
  exitCodes: [
    ["0", "nothing was found"],
    ["1", "something was found"],
    ["2", "usage, input or output error; the other inputs were checked"],
  ],
  run: async (shell, files, flags, program) =>
    (await import("./run.ts")).checkCommand(shell, files, { ...flags, ...backupSuffix(program) }),
});
