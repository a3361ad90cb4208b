import { command } from "../../options/command-declaration.ts";
import { ARCHIVE_FLAGS } from "./flags.ts";

export const archive = command({
  summary: "lists, checks and prunes an archive of originals",
  description:
    "Lists the originals in an archive, checks them against their digests, or removes those that no " +
    "file needs any more.",
  takes: {
    usage: "[words...]",
    shown: "ls|verify|prune [dir] [files...]",
    first: ["ls", "verify", "prune"],
  },
  flags: ARCHIVE_FLAGS,
  notes: `Without a folder, the archive in the settings is used, else the user's, where
elision -i keeps originals. prune keeps what the files need to be restored and
to show what their placeholders refer to, and removes the rest; a folder means
all files below it. With --older-than it removes only what was added longer
ago; without files, it then keeps only what later entries need. Nothing can be
added meanwhile.`,
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
