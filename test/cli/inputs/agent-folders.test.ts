/** Folders that agents keep their files in: sessions are read, and what else is there is not taken for one. */
import { cpSync, mkdirSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { DATABASES } from "../../../src/databases/index.ts";
import { folderWith } from "../../support/folder.ts";
import { elision } from "../../support/shell.ts";

const FIXTURES = fileURLToPath(new URL("../../../fixtures/", import.meta.url));
const CODEX = readFileSync(join(FIXTURES, "codex/rollout.jsonl"));
const EVENTS = readFileSync(join(FIXTURES, "openhands-sdk/events.jsonl"), "utf8")
  .trimEnd()
  .split("\n");

const NAMES = DATABASES.flatMap(({ places }) => places.map(({ files }) => files));

describe("a database in a folder", () => {
  it.each([...new Set(NAMES)])("is read by the name that its agent gives it: %s", async (files) => {
    const folder = folderWith();
    const path = join(folder, ".agent", files.replaceAll("*", "a"));
    mkdirSync(join(path, ".."), { recursive: true });
    const stored = join(FIXTURES, "databases/uncheckpointed.db");
    for (const log of ["", "-wal"]) cpSync(`${stored}${log}`, `${path}${log}`);
    const { stdout, exitCode } = await elision(["inspect", "--report", "json", folder]);
    expect(exitCode).toBe(0);
    expect(JSON.parse(stdout).totals).toMatchObject({ transcripts: 1, inputs: 1 });

    const { stderr } = await elision(["-n", "--report", "json", folder]);
    expect(stderr).toContain(`${basename(path)} is not written: elision export`);
    expect(stderr).toContain('"skippedFiles": 1,');
  });
});

/** The home of OpenHands: a conversation in files of events, and settings. */
function openhands(): string {
  const files = EVENTS.map((line, k) => [
    `conversations/0a1b/events/event-${`${k}`.padStart(5, "0")}-${k}f.json`,
    line,
  ]);
  return folderWith({
    ...Object.fromEntries(files),
    "agent_settings.json": '{"llm":{"model":"m"}}',
  });
}

it("reads conversations of OpenHands whole from a folder above theirs", async () => {
  const folder = openhands();
  const own = await elision(["inspect", "--report", "json", join(folder, "conversations")]);
  const above = await elision(["inspect", "--report", "json", folder]);
  const { transcripts, observations, skippedFiles } = JSON.parse(above.stdout).totals;
  expect(transcripts).toBe(1);
  expect(observations).toBe(JSON.parse(own.stdout).totals.observations);
  expect(skippedFiles).toBe(1);
  expect((await elision(["check", folder])).stdout).not.toContain("expected an open call");
});

it.each([["-n"], ["-i"], ["-j", "2", "-n"], ["--out-dir", "OUT"]])(
  "leaves conversations of OpenHands as they are, and says so: %s %s",
  async (...argv) => {
    const folder = openhands();
    const named = argv.map((each) => (each === "OUT" ? join(folderWith(), "out") : each));
    const { stderr, exitCode } = await elision([...named, "--no-archive", folder]);
    expect(stderr).toContain("conversations is not written: elision export");
    expect(exitCode).toBe(0);
    const event = "conversations/0a1b/events/event-00000-0f.json";
    expect(readFileSync(join(folder, event), "utf8")).toBe(EVENTS[0]);
  },
);

it("takes no page of text for a transcript, though a line of it is one", async () => {
  const line =
    '{"role":"user","content":[{"type":"tool_result","tool_use_id":"a","content":"ok"}]}';
  const page = `# How to run it\n\nPipe this in:\n\n${line}\n\nand read on.\n`;
  const folder = folderWith({ "docs/headless.md": page, "sessions/a.jsonl": CODEX });
  const { stdout, exitCode } = await elision(["check", "--report", "json", folder]);
  expect(exitCode).toBe(0);
  expect(JSON.parse(stdout).totals).toMatchObject({ inputs: 1, skippedFiles: 1 });
  const named = await elision([join(folder, "docs/headless.md")]);
  expect(named.stderr).toContain('headless.md:1:1: expected a value (got "#")');
  expect(named.exitCode).toBe(2);
});

/** Files that agents keep next to sessions, in the shapes that they have. */
const OTHERS = {
  ".aider.chat.history.md":
    "# aider chat started at 2026-01-01\n\n#### count the bolts\n\nThere are 12.\n",
  ".claude.json": '{"projects":{"/x":{"history":[{"display":"hi","pastedContents":{}}]}}}',
  ".claude/history.jsonl": '{"display":"hi","pastedContents":{},"timestamp":1,"sessionId":"s"}\n',
  ".claude/settings.json": '{"permissions":{"allow":["Bash(ls:*)"]}}',
  ".claude/todos/a.json": '[{"content":"x","status":"pending","activeForm":"y","id":"1"}]',
  ".codex/history.jsonl": '{"session_id":"a","ts":1,"text":"hi"}\n',
  ".gemini/tmp/x/logs.json": '[{"sessionId":"s","messageId":0,"type":"user","message":"hi"}]',
  "cline/ui_messages.json":
    '[{"ts":1,"type":"say","say":"task","text":"Do it","images":[]},{"ts":2,"type":"ask","ask":"tool","text":"{}"}]',
  "cline/taskHistory.json": '[{"id":"1","ts":1,"task":"x","tokensIn":1}]',
};

it.each(Object.keys(OTHERS) as (keyof typeof OTHERS)[])(
  "takes no transcript from %s",
  async (name) => {
    const folder = folderWith({ [name]: OTHERS[name], "a.jsonl": CODEX });
    const { stdout, stderr, exitCode } = await elision(["inspect", "--report", "json", folder]);
    expect([stderr, exitCode]).toEqual(["", 0]);
    expect(JSON.parse(stdout).totals).toMatchObject({ inputs: 1, skippedFiles: 1 });
    const named = await elision([join(folder, name)]);
    expect(named.exitCode).toBe(2);
    expect(named.stdout).toBe("");
  },
);
