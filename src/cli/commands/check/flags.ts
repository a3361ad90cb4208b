import { text } from "../../options/argument-types.ts";
import { COMPACT_FLAGS } from "../../options/compact-flags.ts";
import { CONFIG_FLAGS } from "../../options/config-flags.ts";
import type { Flags, ValuesOf } from "../../options/flag.ts";
import { formatFlags } from "../../options/format-flags.ts";
import { RECORDED_PLACEHOLDER } from "../../options/recorded-placeholder.ts";
import { RESULT_FLAGS } from "../../options/result-flags.ts";

export const CHECK_FLAGS = {
  ...RESULT_FLAGS,
  ...formatFlags("Options"),
  resumable: {
    flags: "--resumable",
    description:
      "only say whether the session can be resumed: yes, yes losing blocks, or no and why",
    brief: "only say whether the session can be resumed",
    group: "Options",
  },
  against: {
    flags: "--against <original>",
    description: "the same session before it was edited: tells which reasoning the edits broke",
    brief: "the original: tells what reasoning edits broke",
    group: "Options",
    type: text,
    environment: false,
  },
  placeholder: RECORDED_PLACEHOLDER,
  binding: { ...COMPACT_FLAGS.binding, group: "Options" },
  archive: {
    ...COMPACT_FLAGS.archive,
    description: "the archive that tells when results were masked (default: the user's archive)",
    brief: "the archive that tells when results were masked",
    group: "Options",
  },
  follow: { ...COMPACT_FLAGS.follow, group: "Options" },
  ...CONFIG_FLAGS,
} as const satisfies Flags;

/** The options of `check`, as values. */
export type CheckFlags = ValuesOf<typeof CHECK_FLAGS>;
