/** Sessions of Mistral Vibe in its store: one that 3.0.3 wrote, and what one may have besides. */
import { cpSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";
import { folderWith } from "../support/folder.ts";
import { elision } from "../support/shell.ts";

const FIXTURE = fileURLToPath(new URL("../../fixtures/databases/unified", import.meta.url));
const [ID = ""] = readdirSync(FIXTURE);

it.each(["", ID])("are read as one session each: unified/%s", async (below) => {
  const folder = join(FIXTURE, below);
  const { stdout, stderr, exitCode } = await elision(["inspect", "--report", "json", folder]);
  expect([stderr, exitCode]).toEqual(["", 0]);
  expect(JSON.parse(stdout).totals).toMatchObject({
    formats: { "openai-chat": 1 },
    observations: 5,
    turns: 7,
  });
});

it("are listed and found by their agent, and by their ids", async () => {
  const home = folderWith();
  cpSync(FIXTURE, join(home, ".vibe/logs/session/unified"), { recursive: true });
  const world = { env: { HOME: home } };
  const { stdout } = await elision(["sessions", "--report", "json"], world);
  const about = { id: ID, agent: "vibe", model: "m", project: "project", read: "whole" };
  expect(JSON.parse(stdout).sessions).toMatchObject([about]);
  for (const name of ["@latest:vibe", `@${ID.slice(0, 6)}`]) {
    const inspected = await elision(["inspect", "--report", "json", name], world);
    expect(JSON.parse(inspected.stdout).totals).toMatchObject({ observations: 5 });
  }
});

it("are exported with every result next to its call, and masked", async () => {
  const { stdout } = await elision(["export", FIXTURE]);
  const { messages } = JSON.parse(stdout);
  expect(messages[1].tool_calls).toHaveLength(2);
  expect(messages[2]).toMatchObject({
    role: "tool",
    tool_call_id: "call_1_0",
    content: expect.stringMatching(/^\{"command":"seq 100 199 .*result line 199/),
  });
  expect(messages.at(-5)).toMatchObject({ content: expect.stringContaining("Interrupted") });
  // One of them ended with another exit code than 0.
  const masked = await elision(["--window", "1", "--report", "json"], { stdin: stdout });
  expect(JSON.parse(masked.stderr).totals).toMatchObject({ maskedCount: 3 });
});

it("are read without their notes, and left out without messages", async () => {
  const noted = await elision(["export", "--list", changed(/meta\.json$/, () => "{")]);
  expect([noted.exitCode, noted.stdout]).toEqual([0, expect.stringContaining(ID)]);
  const empty = await elision(["export", "--list", changed(/chunks\/.*json$/, () => "[]")]);
  expect([empty.exitCode, empty.stdout]).toEqual([0, expect.not.stringContaining(ID)]);
});

it("are not written", async () => {
  const { stdout, stderr, exitCode } = await elision(["-i", FIXTURE]);
  expect([stdout, exitCode]).toEqual(["", 2]);
  expect(stderr).toContain("elision export");
});

/** The recorded session with one of its files written anew. */
function changed(name: RegExp, change: (text: string) => string): string {
  const folder = join(folderWith(), "unified");
  cpSync(FIXTURE, folder, { recursive: true });
  const [path = ""] = filesIn(folder, name);
  writeFileSync(path, change(readFileSync(path, "utf8")));
  return folder;
}

function filesIn(folder: string, name: RegExp): readonly string[] {
  const files = readdirSync(folder, { recursive: true }).map(String);
  return files.filter((each) => name.test(each)).map((each) => join(folder, each));
}

const withMessages = (...messages: readonly object[]) =>
  changed(/chunks\/.*json$/, () => JSON.stringify(messages.map((message) => ({ message }))));

it("have pictures, files and reasoning", async () => {
  const folder = withMessages(
    {
      role: "user",
      content: [
        { type: "text", text: "Look." },
        { type: "image", data: "iVBORw0KGgo=", mimeType: "image/png" },
        { type: "resource", resource: { uri: "file:///a.txt", text: "a text" } },
        { type: "resource_link", uri: "file:///b.txt" },
      ],
    },
    {
      role: "assistant",
      parts: [
        { type: "reasoning", content: [{ type: "text", text: "A pond." }, { type: "redacted" }] },
        { type: "content", content: { type: "text", text: "A pond it is." } },
      ],
    },
  );
  const { stdout } = await elision(["export", folder]);
  expect(JSON.parse(stdout).messages).toEqual([
    {
      role: "user",
      content: [
        { type: "text", text: "Look." },
        { type: "image_url", image_url: { url: "data:image/png;base64,iVBORw0KGgo=" } },
        { type: "text", text: "a text" },
        { type: "text", text: "file:///b.txt" },
      ],
    },
    { role: "assistant", content: "A pond it is.", reasoning_content: "A pond." },
  ]);
});

it("of the first stores are read, which had no chunks", async () => {
  const messages = [{ message: { role: "user", content: [{ type: "text", text: "Look." }] } }];
  const checkpoint = JSON.stringify({ context: { messages } });
  const folder = changed(/checkpoint\.json$/, () => checkpoint);
  const [manifest = ""] = filesIn(folder, /manifest\.json$/);
  const { checkpoint: named, ...rest } = JSON.parse(readFileSync(manifest, "utf8"));
  writeFileSync(manifest, JSON.stringify({ ...rest, checkpoint: { ...named, chunks: null } }));
  rmSync(join(folder, ID, "chunks"), { recursive: true });
  for (const path of [folder, join(folder, ID)]) {
    const { stdout } = await elision(["export", path]);
    expect(JSON.parse(stdout).messages).toEqual([{ role: "user", content: "Look." }]);
  }
});

it.each([
  [
    "content of a kind that elision does not know",
    () => withMessages({ role: "user", content: [{ type: "video", data: "" }] }),
  ],
  [
    "a store of Mistral Vibe in another form",
    () => changed(/CURRENT$/, (text) => text.replace("store/v1", "store/v2")),
  ],
  ["a turn of this session has not ended", () => changed(/journal\/.*jsonl$/, () => "{}\n")],
  ["a part of a session that is not JSON", () => changed(/chunks\/.*json$/, () => "[{")],
])("are refused: %s", async (reason, folderOf) => {
  const { stdout, stderr, exitCode } = await elision(["export", folderOf()]);
  expect([stdout, exitCode]).toEqual(["", 2]);
  expect(stderr).toContain(reason);
});
