import { refuseLoneBackup } from "../../inputs/backup-suffix.ts";
import { command } from "../../options/command-declaration.ts";
import { RESTORE_FLAGS } from "./flags.ts";

export const restore = command({
  summary: "restores what was compacted with an archive",
  description:
    "Restores transcripts that were compacted with an archive, byte for byte. Reads stdin or files, " +
    "writes stdout.",
  takes: { usage: "[files...]" },
  flags: RESTORE_FLAGS,
  common: ["inPlace", "output", "outDir", "archive", "dryRun", "backup"],
  notes: `A file, or each row of one, is found by its digest; a file that has grown
since, by the digest of its start: what was added stays. A file that was
compacted several times becomes the first original again, checked against its
SHA-256. If no digest is known, tool results are restored one by one, by the
refs in their placeholders. In place, sessions that are named as @latest and
so on are left alone if they changed in the last ten minutes, unless you give
--min-age 0.`,
  examples: [
    ["elision restore -i logs", "in place, a folder"],
    ["elision restore a.jsonl --archive kept > b.jsonl", "to another file"],
    ["elision restore -n a.jsonl", "only say what could be"],
  ],
  exitCodes: [
    ["0", "done"],
    ["1", "done, but something could not be restored"],
    ["2", "usage, input or output error; inputs that failed are as they were"],
  ],
  run: async (shell, files, flags, { settingsOf, sessions }) => {
    refuseLoneBackup(flags, settingsOf(RESTORE_FLAGS).backup);
    return (await import("./run.ts")).restoreCommand(shell, files, { flags, sessions });
  },
});
