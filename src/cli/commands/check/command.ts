import { backupSuffix } from "../../inputs/backup-suffix.ts";
import { command } from "../../options/command-declaration.ts";
import { CHECK_FLAGS } from "./flags.ts";

export const check = command({
  summary: "finds what the reader of a transcript would not accept",
  description:
    "Checks transcripts as their own reader would, and says where each finding is. Reads stdin, " +
    "files or folders, changes nothing.",
  takes: { usage: "[files...]" },
  flags: CHECK_FLAGS,
  notes: `What is found: lines that are not JSON, calls that were not answered although
later turns follow, observations that answer no call, ids of calls that are
open at the same time, parents that are not in the file or that go round,
ids that were used before, what a format says of its own records, and
reasoning that was recorded before an edit in front of it: its provider takes
it back only while everything before it is unchanged. The time of an edit is
known from the archive or by --against; where it is not, the finding is
maybe-broken-reasoning, which is no error.`,
  examples: [
    ["elision check run.jsonl", "a line for each finding"],
    ["elision check logs --report ndjson", "every transcript below a folder"],
    ["elision check --resumable run.jsonl", "may I resume it?"],
    ["elision run.jsonl | elision check", "what came out is as good"],
  ],
  exitCodes: [
    ["0", "nothing was found"],
    ["1", "something was found"],
    ["2", "usage, input or output error; the other inputs were checked"],
  ],
  run: async (shell, files, flags, program) =>
    (await import("./run.ts")).checkCommand(shell, files, { ...flags, ...backupSuffix(program) }),
});
