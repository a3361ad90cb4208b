import { COMPACT_FLAGS } from "../../options/compact-flags.ts";
import { CONFIG_FLAGS } from "../../options/config-flags.ts";
import type { Flags, ValuesOf } from "../../options/flag.ts";
import { formatFlags } from "../../options/format-flags.ts";
import { RESULT_FLAGS } from "../../options/result-flags.ts";

export const CHECK_FLAGS = {
  ...RESULT_FLAGS,
  ...formatFlags("Options"),
  follow: { ...COMPACT_FLAGS.follow, group: "Options" },
  ...CONFIG_FLAGS,
} as const satisfies Flags;

/** The options of `check`, as values. */
export type CheckFlags = ValuesOf<typeof CHECK_FLAGS>;
