import { RESULT_KINDS } from "../../../report/index.ts";
import { oneOf } from "../../options/argument-types.ts";
import { COMPACT_FLAGS } from "../../options/compact-flags.ts";
import { CONFIG_FLAGS } from "../../options/config-flags.ts";
import type { Flags, ValuesOf } from "../../options/flag.ts";

const RESTORE_REPORTS = [...RESULT_KINDS, "none"] as const;

export const RESTORE_FLAGS = {
  archive: {
    ...COMPACT_FLAGS.archive,
    description: "the archive with the originals (default: the user's)",
    brief: "the archive with the originals",
  },
  placeholder: {
    ...COMPACT_FLAGS.placeholder,
    description: "the text of placeholders, if it was not the default",
    group: "Input and output",
  },
  format: COMPACT_FLAGS.format,
  formatModule: COMPACT_FLAGS.formatModule,
  column: COMPACT_FLAGS.column,
  output: COMPACT_FLAGS.output,
  outDir: COMPACT_FLAGS.outDir,
  follow: COMPACT_FLAGS.follow,
  inPlace: {
    ...COMPACT_FLAGS.inPlace,
    description: "replace each input file in one step, only if something was restored",
    brief: "replace each input file",
  },
  backup: {
    ...COMPACT_FLAGS.backup,
    description: "with -i: keep the compacted file under its name and this suffix",
    brief: "with -i: keep the compacted file as well",
  },
  minAge: COMPACT_FLAGS.minAge,
  dryRun: {
    ...COMPACT_FLAGS.dryRun,
    description: "write no output; only report what could be restored",
  },
  report: {
    ...COMPACT_FLAGS.report,
    description: `the account of it, on stderr: ${RESTORE_REPORTS.join(", ")}`,
    type: oneOf(RESTORE_REPORTS),
  },
  quiet: COMPACT_FLAGS.quiet,
  ...CONFIG_FLAGS,
} as const satisfies Flags;

/** The options of `restore`, as values. */
export type RestoreFlags = ValuesOf<typeof RESTORE_FLAGS>;
