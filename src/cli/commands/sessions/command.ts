import { command } from "../../options/command-declaration.ts";
import { SESSIONS_FLAGS } from "./flags.ts";

export const sessions = command({
  summary: "lists the sessions of the agents on this machine",
  description:
    "Lists the sessions that agents have saved on this machine, newest first: project, model, " +
    "size, what masking would remove, and money spent where usage is recorded. Changes nothing.",
  flags: SESSIONS_FLAGS,
  common: ["agent", "project", "since", "all", "whole", "report"],
  notes: `Other commands take these sessions by name, wherever they take a file:

  @latest, @latest:codex    the newest one, of any agent or of one
  @3f9a2c71                 the one whose id begins so
  @project, @project:NAME   all of the current folder, or of a project

Sessions are found where agents save them, and where CLAUDE_CONFIG_DIR,
CODEX_HOME, GEMINI_CLI_HOME, PI_CODING_AGENT_DIR, OPENCLAW_STATE_DIR,
COPILOT_HOME, GOOSE_PATH_ROOT, CLINE_DATA_DIR, HERMES_HOME, XDG_CONFIG_HOME and
XDG_DATA_HOME say; of those in databases the name is DATABASE#ID. A run reads
the newest 20 of the list whole, 32 MB at most, and keeps what it finds in
$XDG_CACHE_HOME/elision or ~/.cache/elision. Of the others it reads the start,
and estimates the tokens (~). JSON, NDJSON and CSV list all.`,
  examples: [
    ["elision sessions", "the newest 20"],
    ["elision sessions --since 7d --agent claude", "of one agent, this week"],
    ["elision sessions --project . --all", "all of this folder"],
    ["elision sessions --report json | jq .totals", "all figures"],
  ],
  exitCodes: [
    ["0", "done"],
    ["2", "usage or output error"],
  ],
  run: async (shell, _words, flags) => (await import("./run.ts")).sessionsCommand(shell, flags),
});
