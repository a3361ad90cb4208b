import type { CountKeys } from "../shared/read-usage.ts";
import type { SavedSessions } from "../shared/saved-sessions.ts";

/** The extensions that keep tasks in the editor's settings folder, by agent. */
const EXTENSIONS = { cline: "saoudrizwan.claude-dev", roo: "rooveterinaryinc.roo-cline" };

/** Where editors keep a user's settings: on Linux, macOS and Windows. */
const SETTINGS = [
  { base: "~/.config", variable: "XDG_CONFIG_HOME" },
  { base: "~/Library/Application Support" },
  { variable: "APPDATA" },
] as const;

/** The keys of the counts in a reply's `metrics`. */
export const CLINE_COUNTS = {
  input: ["inputTokens"],
  read: "cacheReadTokens",
  write: "cacheWriteTokens",
  inputHasRead: true,
  output: ["outputTokens"],
} as const satisfies CountKeys;

/** Sessions of Cline's CLI, and tasks of Cline and Roo Code in VS Code. */
export const clineSaved: SavedSessions = {
  places: [
    {
      agent: "cline",
      base: "~/.cline/data",
      variable: "CLINE_DATA_DIR",
      files: "sessions/*/*.messages.json",
    },
    ...Object.entries(EXTENSIONS).flatMap(([agent, extension]) =>
      SETTINGS.map((settings) => ({
        agent,
        ...settings,
        files: `Code/User/globalStorage/${extension}/tasks/*/api_conversation_history.json`,
      })),
    ),
  ],
  id: ["sessionId"],
  model: ["modelInfo.id"],
  usage: {
    items: "messages",
    at: "metrics",
    reply: "id",
    ...CLINE_COUNTS,
    usd: "cost",
  },
};
