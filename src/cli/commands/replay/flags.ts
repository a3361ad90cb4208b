import { wholeNumber } from "../../options/argument-types.ts";
import { COMPACT_FLAGS } from "../../options/compact-flags.ts";
import type { Flags, ValuesOf } from "../../options/flag.ts";
import { POLICY_FLAGS } from "../../options/policy-flags.ts";

export const REPLAY_FLAGS = {
  step: {
    flags: "--step <n>",
    description: "only the prompt after n turns",
    group: "Options",
    type: wholeNumber,
    environment: false,
  },
  output: {
    ...COMPACT_FLAGS.output,
    description: "write to this file instead of stdout: as Parquet if it is named .parquet",
    brief: "write to this file; Parquet if named .parquet",
    group: "Options",
  },
  ...POLICY_FLAGS,
} as const satisfies Flags;

/** The options of `replay`, as values. */
export type ReplayFlags = Omit<ValuesOf<typeof REPLAY_FLAGS>, "noConfig">;
