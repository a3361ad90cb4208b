import { duration } from "../../options/argument-types.ts";
import { COMPACT_FLAGS } from "../../options/compact-flags.ts";
import type { Flags, ValuesOf } from "../../options/flag.ts";

export const HOOK_FLAGS = {
  archive: {
    ...COMPACT_FLAGS.archive,
    description: "the folder to keep tool results in (default: the user's archive)",
    brief: "the folder to keep tool results in",
    environment: "user-settings",
  },
  compactEnded: {
    flags: "--compact-ended",
    description: "compact a session in place when it has ended, by the settings in force",
    brief: "compact a session in place when it has ended",
    group: "Options",
    environment: false,
  },
  limit: {
    flags: "--limit <time>",
    description: "end what it does after this time: 20s, 1m",
    group: "Options",
    type: duration,
    default: 20_000,
    environment: false,
  },
} as const satisfies Flags;

/** The options of `hook`, as values. */
export type HookFlags = ValuesOf<typeof HOOK_FLAGS>;
