import { command } from "../../options/command-declaration.ts";
import { ARCHIVE_FLAGS } from "./flags.ts";

export const archive = command({
  summary: "lists, checks and prunes what is kept of what was taken out",
  description:
    "Lists what is in the archive in a folder, checks it against its digests, or removes what no " +
    "file needs any more.",
  takes: {
    usage: "[words...]",
    shown: "ls|verify|prune [dir] [files...]",
    first: ["ls", "verify", "prune"],
  },
  flags: ARCHIVE_FLAGS,
  notes: `Without a folder it is the archive that is set, else the user's, where
elision -i keeps originals. prune removes what none of the files needs to be
restored or to show what its placeholders refer to; folders mean all
files below them. With --older-than it removes what was added longer ago: all
of it without files, except for what later entries need, and with files what
these do not need. Nothing can be added meanwhile.`,
  examples: [
    ["elision archive ls", "a line for each entry of the user's archive"],
    ["elision archive verify kept", "a line for each fault"],
    ["elision archive prune kept logs old.jsonl", "keep what these need"],
    ["elision archive prune --older-than 90d", "keep what is newer"],
  ],
  exitCodes: [
    ["0", "done; nothing wrong was found"],
    ["1", "something wrong was found"],
    ["2", "usage, input or output error; nothing was removed"],
  ],
  run: async (shell, words, flags, { settingsOf }) => {
    const set = settingsOf({ archive: ARCHIVE_FLAGS.archive }).archive;
    const archive = typeof set?.value === "string" ? set.value : undefined;
    const isTyped = set?.from.kind === "flag";
    return (await import("./run.ts")).archiveCommand(shell, words, { ...flags, archive, isTyped });
  },
});
