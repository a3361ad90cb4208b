import type { CommandDeclaration } from "../options/command-declaration.ts";
import { archive } from "./archive/command.ts";
import { check } from "./check/command.ts";
import type { CommandName } from "./command-names.ts";
import { compact } from "./compact/command.ts";
import { compare } from "./compare/command.ts";
import { completion } from "./completion/command.ts";
import { config } from "./config/command.ts";
import { diff } from "./diff/command.ts";
import { evaluate } from "./evaluate/command.ts";
import { exportSessions } from "./export/command.ts";
import { formats } from "./formats/command.ts";
import { hook } from "./hook/command.ts";
import { inspect } from "./inspect/command.ts";
import { mcp } from "./mcp/command.ts";
import { pipe } from "./pipe/command.ts";
import { presets } from "./presets/command.ts";
import { prices } from "./prices/command.ts";
import { replay } from "./replay/command.ts";
import { restore } from "./restore/command.ts";
import { serve } from "./serve/command.ts";
import { sessions } from "./sessions/command.ts";
import { setup } from "./setup/command.ts";
import { show } from "./show/command.ts";
import { snapshot } from "./snapshot/command.ts";
import { view } from "./view/command.ts";

/**
 * Every command by its name, in the order in which help lists them. A new one is a folder, a line here and its name.
 */
export const COMMANDS = {
  compact,
  sessions,
  diff,
  check,
  inspect,
  compare,
  evaluate,
  replay,
  pipe,
  serve,
  show,
  restore,
  view,
  export: exportSessions,
  archive,
  mcp,
  setup,
  hook,
  snapshot,
  formats,
  presets,
  prices,
  config,
  completion,
} as const satisfies Record<CommandName, CommandDeclaration>;
