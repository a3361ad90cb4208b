import { COMPACT_FLAGS } from "../../options/compact-flags.ts";
import type { Flags, ValuesOf } from "../../options/flag.ts";

export const MCP_FLAGS = {
  archive: {
    ...COMPACT_FLAGS.archive,
    description: "the archive that is read and searched (default: the user's archive)",
    brief: "the archive that is read and searched",
    group: "Options",
  },
  write: {
    flags: "--write",
    description: "let the tool compact rewrite files; else it only says what it would do",
    group: "Options",
    environment: false,
  },
} as const satisfies Flags;

/** The options of `mcp`, as values. */
export type McpFlags = ValuesOf<typeof MCP_FLAGS>;
