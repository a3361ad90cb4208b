import { text } from "./argument-types.ts";
import type { Flags } from "./flag.ts";

/** The options that control settings files, for commands that read them. */
export const CONFIG_FLAGS = {
  profile: {
    flags: "--profile <name>",
    description: "take the settings under [profiles.NAME] of elision.toml",
    group: "Settings",
    type: text,
    environment: false,
  },
  config: {
    flags: "--config <file>",
    description: "read this file instead of the elision.toml of the project and the user",
    brief: "read this file instead of elision.toml",
    group: "Settings",
    type: text,
    environment: false,
  },
  noConfig: {
    flags: "--no-config",
    description: "read no elision.toml",
    group: "Settings",
    environment: false,
  },
} as const satisfies Flags;

/** The settings files, and what they may set. */
export const CONFIG_PATHS: readonly (readonly [path: string, meaning: string])[] = [
  [
    "elision.toml",
    "The project's settings, in the working folder or the nearest one above it in its repository: options of What stays.",
  ],
  [
    "$XDG_CONFIG_HOME/elision/elision.toml, ~/.config/elision/elision.toml",
    "The user's settings: every option that has a variable.",
  ],
];
