import type { Command } from "../command.ts";
import { archive } from "./archive.ts";
import { check } from "./check.ts";
import { compact } from "./compact.ts";
import { compare } from "./compare.ts";
import { completion } from "./completion.ts";
import { config } from "./config.ts";
import { formats } from "./formats.ts";
import { inspect } from "./inspect.ts";
import { presets } from "./presets.ts";
import { prices } from "./prices.ts";
import { replay } from "./replay.ts";
import { restore } from "./restore.ts";
import { show } from "./show.ts";
import { snapshot } from "./snapshot.ts";

/** Every command by its name, in the order in which help lists them. A new one is a file and a line. */
export const COMMANDS = {
  compact,
  check,
  inspect,
  compare,
  replay,
  restore,
  show,
  archive,
  snapshot,
  formats,
  presets,
  prices,
  config,
  completion,
} as const satisfies Record<string, Command>;

/** The command that runs where no other is named. */
export const MAIN: keyof typeof COMMANDS = "compact";
