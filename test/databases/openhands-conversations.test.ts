/** Conversations of OpenHands: a folder each, with a file for each event. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";
import { folderWith } from "../support/folder.ts";
import { elision } from "../support/shell.ts";

const FIXTURE = new URL("../../fixtures/openhands-sdk/events.jsonl", import.meta.url);
const LINES = readFileSync(fileURLToPath(FIXTURE), "utf8").trimEnd().split("\n");

/** The events of a fixture in files; with so many before them that a number has one digit more. */
function conversations(from = 0): string {
  const files = LINES.map((line, k) => [
    `conversations/0a1b/events/event-${`${from + k}`.padStart(5, "0")}-${k}f.json`,
    JSON.stringify(JSON.parse(line), null, 2),
  ]);
  return folderWith({
    ...Object.fromEntries(files),
    "conversations/0a1b/events/.eventlog.lock": "",
    "conversations/0a1b/base_state.json": "{",
    "conversations/0a1b/subagents/9/events/event-00000-s.json": LINES[0] ?? "",
    "conversations/empty/events/notes.txt": "",
  });
}

it.each(["conversations", "conversations/0a1b", "conversations/0a1b/events"])(
  "are read as one session each: %s",
  async (below) => {
    const folder = join(conversations(), below);
    const whole = await elision(["inspect", "--report", "json", folder]);
    expect([whole.stderr.replaceAll(folder, "…"), whole.exitCode]).toEqual([
      expect.not.stringContaining("no tool result"),
      0,
    ]);
    const lines = await elision(["inspect", "--report", "json"], {
      stdin: `${LINES.join("\n")}\n`,
    });
    const { messages, observations, turns } = JSON.parse(lines.stdout).totals;
    expect(observations).toBeGreaterThan(3);
    expect(JSON.parse(whole.stdout).totals).toMatchObject({ messages, observations, turns });
    const checked = await elision(["check", folder]);
    expect(checked.stdout).not.toContain("expected an open call");
    expect(checked.stdout).toContain("1 transcript checked");
  },
);

it("are exported with their events in order, and masked", async () => {
  const folder = join(conversations(99_995), "conversations");
  const { stdout, stderr, exitCode } = await elision(["export", folder]);
  expect([stderr, exitCode]).toEqual(["", 0]);
  expect(JSON.parse(stdout)).toEqual(LINES.map((line) => JSON.parse(line)));
  const list = await elision(["export", folder, "--list"]);
  expect(list.stdout).toContain("0a1b");
  const masked = await elision(["--window", "1", "--min-gain", "1", "--report", "json"], {
    stdin: stdout,
  });
  expect(JSON.parse(masked.stderr).totals.maskedCount).toBeGreaterThan(1);
});

it("are not written", async () => {
  const folder = join(conversations(), "conversations/0a1b");
  const { stdout, stderr, exitCode } = await elision(["-i", folder]);
  expect([stdout, exitCode]).toEqual(["", 2]);
  expect(stderr).toContain("elision export");
  for (const name of readdirSync(join(folder, "events")))
    expect(readFileSync(join(folder, "events", name), "utf8")).not.toContain("masked");
});
