import { text } from "../../options/argument-types.ts";
import { COLOR_FLAGS } from "../../options/color-flags.ts";
import type { Flags, ValuesOf } from "../../options/flag.ts";
import { POLICY_FLAGS } from "../../options/policy-flags.ts";
import { RESULT_FLAGS } from "../../options/result-flags.ts";

export const DIFF_FLAGS = {
  stat: {
    flags: "--stat",
    description: "only sums by tool",
    group: "Options",
    environment: false,
  },
  interactive: {
    flags: "--interactive",
    description: "ask about each tool result, and write a file of settings with the answers",
    brief: "ask about each tool result, save the answers",
    group: "Options",
    environment: false,
  },
  answers: {
    flags: "--answers <file>",
    description: "with --interactive: the file to write (default: elision-answers.toml)",
    group: "Options",
    type: text,
    environment: false,
  },
  noPager: {
    flags: "--no-pager",
    description: "write to the terminal, not to $PAGER",
    group: "Options",
    environment: false,
  },
  ...RESULT_FLAGS,
  ...COLOR_FLAGS,
  ...POLICY_FLAGS,
} as const satisfies Flags;

/** The options of `diff`, as values. */
export type DiffFlags = Omit<ValuesOf<typeof DIFF_FLAGS>, "noConfig" | "noColor" | "noPager"> & {
  /** True unless turned off. */
  readonly pager?: boolean | undefined;
};
