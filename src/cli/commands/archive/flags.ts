import { duration } from "../../options/argument-types.ts";
import { COMPACT_FLAGS } from "../../options/compact-flags.ts";
import { CONFIG_FLAGS } from "../../options/config-flags.ts";
import type { Flags, ValuesOf } from "../../options/flag.ts";
import { RESULT_FLAGS } from "../../options/result-flags.ts";

export const ARCHIVE_FLAGS = {
  ...RESULT_FLAGS,
  archive: {
    ...COMPACT_FLAGS.archive,
    description: "the folder of the archive (default: the user's archive)",
    brief: "the folder of the archive",
    group: "Options",
  },
  olderThan: {
    flags: "--older-than <age>",
    description: "prune: remove only what was added longer ago than this: 12h, 30d",
    brief: "prune: remove only what is older: 12h, 30d",
    group: "Options",
    type: duration,
    environment: false,
  },
  dryRun: {
    ...COMPACT_FLAGS.dryRun,
    description: "prune: remove nothing; only report what would be removed",
    group: "Options",
  },
  ...CONFIG_FLAGS,
} as const satisfies Flags;

/** The options of `archive`, as values. */
export type ArchiveFlags = Omit<ValuesOf<typeof ARCHIVE_FLAGS>, "noConfig" | "archive"> & {
  readonly archive: string | undefined;
  /** Whether the folder was typed as an option; then no word is the folder. */
  readonly isTyped: boolean;
};
