import { duration, listOf, text } from "../../options/argument-types.ts";
import { COLOR_FLAGS } from "../../options/color-flags.ts";
import { COMPACT_FLAGS } from "../../options/compact-flags.ts";
import type { Flags, ValuesOf } from "../../options/flag.ts";
import { formatFlags } from "../../options/format-flags.ts";
import { RESULT_FLAGS } from "../../options/result-flags.ts";

export const SESSIONS_FLAGS = {
  agent: {
    flags: "--agent <name>",
    description: "only those of this agent: claude, codex, gemini, … (may be given again)",
    brief: "only those of this agent: claude, codex, gemini",
    group: "Options",
    type: listOf(text),
    environment: false,
  },
  project: {
    flags: "--project <name>",
    description: "only those of this project: the name of its folder, or a path (. for this one)",
    brief: "only those of this project: a name or path",
    group: "Options",
    type: text,
    environment: false,
  },
  since: {
    flags: "--since <age>",
    description: "only those changed within this time: 12h, 7d",
    group: "Options",
    type: duration,
    environment: false,
  },
  all: {
    flags: "-a, --all",
    description: "list all of them, not only the newest 20",
    group: "Options",
    environment: false,
  },
  whole: {
    flags: "--whole",
    description: "read every session in the list whole, however large they are together",
    brief: "read every session in the list whole",
    group: "Options",
    environment: false,
  },
  formatModule: formatFlags("Options").formatModule,
  ...RESULT_FLAGS,
  ...COLOR_FLAGS,
  quiet: { ...COMPACT_FLAGS.quiet, group: "Options", environment: false },
} as const satisfies Flags;

/** The options of `sessions`, as values. */
export type SessionsFlags = Omit<ValuesOf<typeof SESSIONS_FLAGS>, "noColor">;
