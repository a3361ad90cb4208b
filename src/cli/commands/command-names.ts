/** The names of the commands, in the order in which help lists them. */
export const COMMAND_NAMES = [
  "compact",
  "sessions",
  "diff",
  "check",
  "inspect",
  "compare",
  "evaluate",
  "replay",
  "pipe",
  "serve",
  "show",
  "restore",
  "view",
  "export",
  "archive",
  "mcp",
  "setup",
  "hook",
  "snapshot",
  "formats",
  "presets",
  "prices",
  "config",
  "completion",
] as const;

export type CommandName = (typeof COMMAND_NAMES)[number];

/** The command that runs if none is named. */
export const MAIN = "compact" satisfies CommandName;
