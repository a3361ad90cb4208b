import { cpSync, mkdirSync, readFileSync, utimesSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { folderWith } from "./folder.ts";

const FIXTURES = fileURLToPath(new URL("../../fixtures/", import.meta.url));

/** The present for tests of sessions: 2026-11-22, noon in UTC. */
export const NOW = Date.parse("2026-11-22T12:00:00Z");

const MINUTE = 60_000;

/** A session file of a home: a fixture or a text, and how many minutes ago it changed. */
export type HomeFile = readonly [
  path: string,
  minutesAgo: number,
  from: { fixture: string } | string,
];

/** Sessions of several agents, newest first. */
export const SESSIONS: readonly HomeFile[] = [
  [
    ".codex/sessions/2026/11/22/rollout-2026-11-22T11-55-00-c0de.jsonl",
    5,
    { fixture: "codex/rollout.jsonl" },
  ],
  [
    ".claude/projects/-home-dev-garden/11112222-aaaa.jsonl",
    60,
    { fixture: "claude-code/session.jsonl" },
  ],
  [".cursor/chats/x/u/store.db", 120, "SQLite format 3\0"],
  [
    ".gemini/tmp/f00/chats/session-2026-11-21.jsonl",
    26 * 60,
    { fixture: "gemini-cli/session.jsonl" },
  ],
  [".pi/agent/sessions/--x--/1111.jsonl", 3 * 24 * 60, { fixture: "pi/version-3.jsonl" }],
  [
    ".local/share/goose/sessions/20260101_1.jsonl",
    40 * 24 * 60,
    { fixture: "goose/session.jsonl" },
  ],
  [".claude/projects/-home-dev-garden/agent-1.jsonl", 1, { fixture: "claude-code/session.jsonl" }],
];

/** A home folder with these sessions in it, which goes when the test has ended. */
export function homeWith(files: readonly HomeFile[] = SESSIONS): string {
  const home = folderWith();
  for (const [path, minutesAgo, from] of files) {
    const file = join(home, path);
    mkdirSync(dirname(file), { recursive: true });
    if (typeof from === "string") writeFileSync(file, from);
    else cpSync(join(FIXTURES, from.fixture), file);
    const time = (NOW - minutesAgo * MINUTE) / 1000;
    utimesSync(file, time, time);
  }
  return home;
}

/** The text of a fixture. */
export function fixtureText(name: string): string {
  return readFileSync(join(FIXTURES, name), "utf8");
}
