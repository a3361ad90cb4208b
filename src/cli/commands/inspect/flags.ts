import { COLOR_FLAGS } from "../../options/color-flags.ts";
import { COMPACT_FLAGS } from "../../options/compact-flags.ts";
import { CONFIG_FLAGS } from "../../options/config-flags.ts";
import type { Flags, ValuesOf } from "../../options/flag.ts";
import { formatFlags } from "../../options/format-flags.ts";
import { RECORDED_PLACEHOLDER } from "../../options/recorded-placeholder.ts";
import { RESULT_FLAGS } from "../../options/result-flags.ts";

export const INSPECT_FLAGS = {
  ...RESULT_FLAGS,
  ...COLOR_FLAGS,
  ...formatFlags("Options"),
  placeholder: RECORDED_PLACEHOLDER,
  strict: {
    ...COMPACT_FLAGS.strict,
    description: "stop at the first line that is not JSON instead of leaving it out",
    brief: "stop at the first line that is not JSON",
    group: "Options",
  },
  quiet: { ...COMPACT_FLAGS.quiet, group: "Options" },
  follow: { ...COMPACT_FLAGS.follow, group: "Options" },
  ...CONFIG_FLAGS,
} as const satisfies Flags;

/** The options of `inspect`, as values. */
export type InspectFlags = Omit<ValuesOf<typeof INSPECT_FLAGS>, "noColor" | "noConfig">;
