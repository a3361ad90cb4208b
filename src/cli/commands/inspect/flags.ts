import { DEFAULT_PLACEHOLDER } from "../../../reduce/placeholders/template.ts";
import { COMPACT_FLAGS } from "../../options/compact-flags.ts";
import { CONFIG_FLAGS } from "../../options/config-flags.ts";
import type { Flags, ValuesOf } from "../../options/flag.ts";
import { formatFlags } from "../../options/format-flags.ts";
import { template } from "../../options/policy-types.ts";
import { RESULT_FLAGS } from "../../options/result-flags.ts";

export const INSPECT_FLAGS = {
  ...RESULT_FLAGS,
  color: {
    flags: "--color",
    description: "colour the tables, even where stdout is not a terminal",
    group: "Options",
    environment: false,
  },
  noColor: {
    flags: "--no-color",
    description: "colour nothing",
    group: "Options",
    environment: false,
  },
  ...formatFlags("Options"),
  placeholder: {
    flags: "--placeholder <text>",
    description: `the text of placeholders in the input (default: "${DEFAULT_PLACEHOLDER}")`,
    group: "Options",
    type: template,
  },
  strict: {
    flags: "--strict",
    description: "stop at the first line that is not JSON instead of leaving it out",
    group: "Options",
  },
  quiet: {
    flags: "-q, --quiet",
    description: "no notes on stderr, only errors",
    group: "Options",
  },
  follow: { ...COMPACT_FLAGS.follow, group: "Options" },
  ...CONFIG_FLAGS,
} as const satisfies Flags;

/** The options of `inspect`, as values. */
export type InspectFlags = Omit<ValuesOf<typeof INSPECT_FLAGS>, "noColor" | "noConfig">;
