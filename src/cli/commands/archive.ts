import { duration } from "../argument-types.ts";
import { command } from "../command.ts";
import type { Flags, ValuesOf } from "../flag.ts";
import { RESULT_FLAGS } from "../result-flags.ts";

const ARCHIVE_FLAGS = {
  ...RESULT_FLAGS,
  olderThan: {
    flags: "--older-than <age>",
    description: "prune: remove only what was added longer ago than this: 12h, 30d",
    group: "Options",
    type: duration,
    environment: false,
  },
  dryRun: {
    flags: "-n, --dry-run",
    description: "prune: remove nothing; only report what would be removed",
    group: "Options",
    environment: false,
  },
} as const satisfies Flags;

/** What was typed for `archive`, as values. */
export type ArchiveFlags = ValuesOf<typeof ARCHIVE_FLAGS>;

export const archive = command({
  summary: "lists, checks and prunes what is kept of what was taken out",
  description:
    "Lists what is in the archive in a folder, checks it against its digests, or removes what no " +
    "file needs any more.",
  takes: { usage: "[words...]", shown: "ls|verify|prune <dir> [files...]" },
  flags: ARCHIVE_FLAGS,
  notes: `prune removes what none of the files needs to be restored or to show what
its placeholders refer to; folders stand for all files below them. With
--older-than it removes what was added longer ago: all of it without files,
except for what later entries need, and with files what these do not need.
Nothing can be added meanwhile.`,
  examples: [
    ["elision archive ls ~/.elision", "a line for each entry"],
    ["elision archive verify ~/.elision", "a line for each fault"],
    ["elision archive prune ~/.elision logs old.jsonl", "keep what these need"],
    ["elision archive prune ~/.elision --older-than 90d", "keep what is newer"],
  ],
  exitCodes: [
    ["0", "done; nothing wrong was found"],
    ["1", "something wrong was found"],
    ["2", "usage, input or output error; nothing was removed"],
  ],
  run: async (shell, words, flags) =>
    (await import("../archive.ts")).archiveCommand(shell, words, flags),
});
