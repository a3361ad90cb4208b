import { crushDatabase } from "./crush-database.ts";
import { cursorAgentDatabase } from "./cursor-agent-database.ts";
import { cursorDatabase } from "./cursor-database.ts";
import { devinDatabase } from "./devin-database.ts";
import { gooseDatabase } from "./goose-database.ts";
import { hermesDatabase } from "./hermes-database.ts";
import { kiroDatabase } from "./kiro-database.ts";
import { opencodeDatabase } from "./opencode-database.ts";
import type { SessionDatabase } from "./session-database.ts";

/** Every database of sessions that elision reads. A new one is a file and a line. */
export const DATABASES: readonly SessionDatabase[] = [
  crushDatabase,
  cursorAgentDatabase,
  cursorDatabase,
  devinDatabase,
  gooseDatabase,
  hermesDatabase,
  kiroDatabase,
  opencodeDatabase,
];
