import type { Flags } from "./flag.ts";

/**
 * The switches for colours. Every command takes them, so that an alias with one works; help shows them where they do
 * something.
 */
export const COLOR_FLAGS = {
  color: {
    flags: "--color",
    description: "use colours, even if the output is not a terminal",
    group: "Options",
    environment: false,
  },
  noColor: {
    flags: "--no-color",
    description: "use no colours",
    group: "Options",
    environment: false,
  },
} as const satisfies Flags;
