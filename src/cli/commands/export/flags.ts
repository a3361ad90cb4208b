import { text } from "../../options/argument-types.ts";
import { COMPACT_FLAGS } from "../../options/compact-flags.ts";
import type { Flags, ValuesOf } from "../../options/flag.ts";

export const EXPORT_FLAGS = {
  session: {
    flags: "--session <id>",
    description: "only this session, by its id or the start of one",
    group: "Input and output",
    type: text,
    environment: false,
  },
  list: {
    flags: "--list",
    description: "list the sessions instead, oldest first",
    group: "Input and output",
    environment: false,
  },
  output: COMPACT_FLAGS.output,
  quiet: { ...COMPACT_FLAGS.quiet, environment: false },
} as const satisfies Flags;

/** The options of `export`, as values. */
export type ExportFlags = ValuesOf<typeof EXPORT_FLAGS>;
