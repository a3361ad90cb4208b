import { COMPACT_FLAGS } from "../../options/compact-flags.ts";
import type { Flag, Flags, ValuesOf } from "../../options/flag.ts";
import type { RESULT_FLAGS } from "../../options/result-flags.ts";
import { mayFileSet } from "../../options/toml/config-keys.ts";

/** The options that can be set outside of the command line. */
export const SETTABLE: Flags = Object.fromEntries(
  Object.entries<Flag>(COMPACT_FLAGS).filter(([, flag]) => mayFileSet(flag)),
);

/** The options of `config`. */
export type ConfigFlags = ValuesOf<typeof RESULT_FLAGS>;
