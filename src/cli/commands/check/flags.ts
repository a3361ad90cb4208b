import { FORMAT_NAMES } from "../../../formats/index.ts";
import { oneOf } from "../../options/argument-types.ts";
import { COMPACT_FLAGS } from "../../options/compact-flags.ts";
import { CONFIG_FLAGS } from "../../options/config-flags.ts";
import type { Flags, ValuesOf } from "../../options/flag.ts";
import { RESULT_FLAGS } from "../../options/result-flags.ts";

export const CHECK_FLAGS = {
  ...RESULT_FLAGS,
  format: {
    flags: "--format <name>",
    description: "the input's format, if it is not to be found from the content",
    group: "Options",
    type: oneOf(FORMAT_NAMES),
  },
  follow: { ...COMPACT_FLAGS.follow, group: "Options" },
  ...CONFIG_FLAGS,
} as const satisfies Flags;

/** The options of `check`, as values. */
export type CheckFlags = ValuesOf<typeof CHECK_FLAGS>;
