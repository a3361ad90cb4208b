import { refuseLoneBackup } from "../../inputs/backup-suffix.ts";
import { command } from "../../options/command-declaration.ts";
import { RESTORE_FLAGS } from "./flags.ts";

export const restore = command({
  summary: "gives back what was compacted with an archive",
  description:
    "Gives back what transcripts were before they were compacted with an archive, byte for byte. " +
    "Reads stdin or files, writes stdout.",
  takes: { usage: "[files...]" },
  flags: RESTORE_FLAGS,
  notes: `A file, or each row of one, is found by its digest; a file that was continued
since by that of its start: what was added stays. What was compacted several
times becomes the first original, checked against its SHA-256. Where nothing
of that is found, observations are restored one by one, by the refs in their
placeholders. In place, sessions named by @latest and its like are left
alone if they changed in the last ten minutes, unless --min-age 0 is given.`,
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
