import { text } from "../../options/argument-types.ts";
import type { Flags, ValuesOf } from "../../options/flag.ts";
import { HOOK_FLAGS } from "../hook/flags.ts";

export const SETUP_FLAGS = {
  compactEnded: {
    ...HOOK_FLAGS.compactEnded,
    description: "have sessions compacted in place when they have ended as well",
    brief: "also compact sessions in place when they end",
  },
  remove: {
    flags: "--remove",
    description: "take back what setup put there",
    group: "Options",
    environment: false,
  },
  yes: {
    flags: "-y, --yes",
    description: "make the change without asking",
    group: "Options",
    environment: false,
  },
  settings: {
    flags: "--settings <file>",
    description: "the settings to change (default: those of the user)",
    group: "Options",
    type: text,
    environment: false,
  },
} as const satisfies Flags;

/** The options of `setup`, as values. */
export type SetupFlags = ValuesOf<typeof SETUP_FLAGS>;
