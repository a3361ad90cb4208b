import { command } from "../../options/command-declaration.ts";
import { EXPORT_FLAGS } from "./flags.ts";

export const exportSessions = command({
  summary: "writes sessions of a SQLite database as JSON lines",
  description:
    "Writes the sessions of a SQLite database, which is only read, as JSON lines: each as its " +
    "agent exports it, or else as a row of chat completions. On a terminal it lists them.",
  brief: "writes sessions that an agent keeps in SQLite as JSON lines",
  takes: { usage: "<database>" },
  flags: EXPORT_FLAGS,
  notes: `Read are opencode's opencode.db, goose's sessions.db, Hermes' state.db, Crush's
crush.db, Kiro's data.sqlite3, Devin's sessions.db, Cursor's state.vscdb and
its CLI's store.db, as they were after the last commit, from a copy in the
folder for temporary files: the database is neither locked nor changed. Node
before 22.5 needs the package node-sqlite3-wasm for it, which is installed
with elision unless optional packages are left out.

inspect, check, compare, replay, diff and view take a database as well, and
DATABASE#ID for one session of it. Nothing writes to one.`,
  examples: [
    ["elision export --list opencode.db", "its sessions"],
    ["elision export opencode.db --session ses_1 > a.jsonl", "one of them"],
    ["elision export @latest:goose | elision > small.jsonl", "the newest, compacted"],
  ],
  exitCodes: [
    ["0", "done"],
    ["2", "usage, input or output error; nothing was written to a file"],
  ],
  run: async (shell, words, flags) => (await import("./run.ts")).exportCommand(shell, words, flags),
});
