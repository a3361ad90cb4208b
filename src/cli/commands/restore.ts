import { REPORT_KINDS } from "../../report/index.ts";
import { oneOf } from "../argument-types.ts";
import { command } from "../command.ts";
import { CONFIG_FLAGS } from "../config-flags.ts";
import type { Flags, ValuesOf } from "../flag.ts";
import { COMPACT_FLAGS } from "../flags.ts";

const RESTORE_FLAGS = {
  archive: {
    ...COMPACT_FLAGS.archive,
    description: "the folder in which what was taken out is kept",
  },
  placeholder: {
    ...COMPACT_FLAGS.placeholder,
    description: "what stands for an observation, if it was not the default",
    group: "Input and output",
  },
  format: COMPACT_FLAGS.format,
  output: COMPACT_FLAGS.output,
  outDir: COMPACT_FLAGS.outDir,
  inPlace: {
    ...COMPACT_FLAGS.inPlace,
    description: "replace each input file, all at once and only if something was restored",
  },
  backup: {
    ...COMPACT_FLAGS.backup,
    description: "with -i: keep the compacted file under its name and this suffix",
  },
  dryRun: {
    ...COMPACT_FLAGS.dryRun,
    description: "write no output; only report what could be restored",
  },
  report: {
    ...COMPACT_FLAGS.report,
    description: `the account of it, on stderr: ${REPORT_KINDS.join(", ")}`,
    type: oneOf(REPORT_KINDS),
  },
  quiet: COMPACT_FLAGS.quiet,
  ...CONFIG_FLAGS,
} as const satisfies Flags;

/** What was typed for `restore`, or set elsewhere, as values. */
export type RestoreFlags = ValuesOf<typeof RESTORE_FLAGS>;

export const restore = command({
  summary: "gives back what was compacted with --archive",
  description:
    "Gives back what transcripts were before they were compacted with an archive, byte for byte. " +
    "Reads stdin or files, writes stdout.",
  takes: { usage: "[files...]" },
  flags: RESTORE_FLAGS,
  notes: `A file, or each row of one, is found by its digest; a file that was continued
since by that of its start: what was added stays. What was compacted several
times becomes the first original, checked against its SHA-256. Where nothing
of that is found, observations are restored one by one, by the refs in their
placeholders.`,
  examples: [
    ["elision restore a.jsonl --archive kept > b.jsonl", "to another file"],
    ["elision restore -i logs --archive kept", "in place, a folder"],
    ["elision restore -n a.jsonl --archive kept", "only say what could be"],
  ],
  exitCodes: [
    ["0", "done"],
    ["1", "done, but something could not be restored"],
    ["2", "usage, input or output error; inputs that failed are as they were"],
  ],
  run: async (shell, files, flags, settingsOf) => {
    const { backup } = settingsOf(RESTORE_FLAGS);
    const isTyped = backup?.from.kind === "flag";
    const values = flags.inPlace || isTyped ? flags : { ...flags, backup: undefined };
    return (await import("../restore.ts")).restoreCommand(shell, files, values);
  },
});
