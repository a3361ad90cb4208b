/** The MCP server's tools, called by the SDK's own client: in this process, and of the program itself. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { InMemoryTransport } from "@modelcontextprotocol/sdk/inMemory.js";
import { describe, expect, it } from "vitest";
import { createMcpServer } from "../../src/serve/mcp/mcp-server.ts";
import { folderWith } from "../support/folder.ts";
import { sessionLines } from "../support/sessions.ts";
import { elision } from "../support/shell.ts";

const BIN = fileURLToPath(new URL("../../bin/elision.js", import.meta.url));

/** A folder with a session that was compacted into an archive, and the session as it was. */
async function compacted({ first }: { readonly first?: string } = {}) {
  const lines = sessionLines(12);
  const session = first === undefined ? lines : withFirstResult(lines, first);
  const folder = folderWith({ "run.jsonl": session, "old.jsonl": session });
  const archive = join(folder, "kept");
  const run = join(folder, "run.jsonl");
  await elision(["-q", "-i", "--archive", archive, run]);
  const [, ref = ""] = /elision show ([0-9a-f]{12})/.exec(readFileSync(run, "utf8")) ?? [];
  const shown = await elision(["show", "--archive", archive, ref]);
  return { folder, archive, run, old: join(folder, "old.jsonl"), ref, original: shown.stdout };
}

/** A session whose first result is another text. */
function withFirstResult(session: string, text: string): string {
  let isFirst = true;
  return session.replaceAll(/^.*"role":"tool".*$/gm, (line) => {
    if (!isFirst) return line;
    isFirst = false;
    return JSON.stringify({ ...JSON.parse(line), content: text });
  });
}

type Compacted = Awaited<ReturnType<typeof compacted>>;

/** A client of a server over that archive. */
async function clientOf({ archive }: Compacted, { mayWrite = false } = {}) {
  const archiveArgv = ["--archive", archive];
  const { server } = createMcpServer({ run: elision, archive, archiveArgv, mayWrite });
  const client = new Client({ name: "test", version: "1" });
  const [mine, theirs] = InMemoryTransport.createLinkedPair();
  await Promise.all([server.connect(theirs), client.connect(mine)]);
  return client;
}

async function call(client: Client, name: string, input: Record<string, unknown>) {
  const { content, isError = false } = await client.callTool({ name, arguments: input });
  const [{ text }] = content as [{ text: string }];
  return { text, isError };
}

describe("the tools of the MCP server", () => {
  it("are listed with schemas and what they may change", async () => {
    const { tools } = await (await clientOf(await compacted())).listTools();
    expect(tools.map(({ name, annotations }) => [name, annotations?.readOnlyHint])).toEqual([
      ["show", true],
      ["turn", true],
      ["search", true],
      ["inspect", true],
      ["compact", false],
    ]);
    for (const { inputSchema } of tools) expect(inputSchema.additionalProperties).toBe(false);
  });

  it("answer twenty calls at once as they answer each alone", async () => {
    const made = await compacted();
    const { ref, run, old } = made;
    const client = await clientOf(made);
    const kinds = [
      ["show", { ref }],
      ["turn", { file: run, turn: 1 }],
      ["search", { file: old, query: "a" }],
      ["inspect", { file: old }],
      ["compact", { file: old }],
    ] as const;
    const alone: unknown[] = [];
    for (const [name, input] of kinds) alone.push(await call(client, name, input));
    const all = Array.from({ length: 20 }, (_, at) => kinds[at % kinds.length] ?? kinds[0]);
    const together = await Promise.all(all.map(([name, input]) => call(client, name, input)));
    expect(together).toEqual(all.map((_, at) => alone[at % kinds.length]));
    expect(alone.every((each) => !(each as { isError: boolean }).isError)).toBe(true);
  });

  it("show gives the original, some of its lines, or those that hold a text", async () => {
    const made = await compacted();
    const { ref, original } = made;
    const client = await clientOf(made);
    expect(original.length).toBeGreaterThan(300);
    expect(await call(client, "show", { ref })).toEqual({ text: original, isError: false });
    const lines = original.split("\n");
    const { text } = await call(client, "show", { ref, from_line: 1, to_line: 1 });
    expect(text).toBe(lines[0]);
    const word = (lines[0] ?? "").slice(0, 12);
    const found = await call(client, "show", { ref, search: word.toUpperCase() });
    expect(found.text.split("\n")[0]).toBe(`1: ${lines[0]}`);
    expect((await call(client, "show", { ref, search: "nowhere at all" })).text).toContain(
      "none of",
    );
    expect(await call(client, "show", { ref, from_line: 9999 })).toMatchObject({ isError: true });
  });

  it("turn gives what the agent saw, in place of placeholders", async () => {
    const made = await compacted();
    const client = await clientOf(made);
    const { text } = await call(client, "turn", { file: made.run, turn: 1 });
    expect(text).toContain(made.original.trim().slice(0, 60));
    const two = await call(client, "turn", { file: made.run, turn: 1, to_turn: 2 });
    expect(two.text.length).toBeGreaterThan(text.length);
    expect(await call(client, "turn", { file: made.run, turn: 99 })).toEqual({
      text: expect.stringContaining("no turn 99 (there are 12)"),
      isError: true,
    });
  });

  it("give the rest of what is too long for an answer, and what was found in it", async () => {
    const long = `${"x".repeat(60_000)} the needle ${"y".repeat(30_000)}`;
    const made = await compacted({ first: long });
    const client = await clientOf(made);
    const { ref, run } = made;
    const first = await call(client, "show", { ref: `elision show ${ref}` });
    expect(first.text).toMatch(
      /x\n\[cut within line 1 of 1, .* and from_char 40001, or use search\]$/,
    );
    const rest = await call(client, "show", { ref, from_char: 80_001 });
    expect(rest.text.trimEnd()).toBe(long.slice(80_000));
    const found = await call(client, "show", { ref, search: "NEEDLE" });
    expect(found.text).toMatch(/^1, character 60006 of \d+: …x+ the needle y+…/);
    const hit = await call(client, "search", { query: "Needle", file: made.old });
    for (const line of hit.text.split("\n")) expect(line).toMatch(/x the needle y/);
    expect(hit.text.split("\n")).toHaveLength(2);
    const turn = await call(client, "turn", { file: run, turn: 1, search: "needle" });
    expect(turn.text).toMatch(/^\d+, character \d+ of \d+: …x+ the needle y/);
    const cut = await call(client, "turn", { file: run, turn: 1 });
    const [, line = ""] = /go on with from_line (\d+)/.exec(cut.text) ?? [];
    const on = await call(client, "turn", { file: run, turn: 1, from_line: Number(line) });
    expect(on.text).toContain("xxxx");
    // Lines of many hits are no longer than an answer either.
    const all = await call(client, "search", { query: "o", limit: 1_000_000, file: made.old });
    expect(all.text.length).toBeLessThanOrEqual(40_000);
  });

  it("search finds texts in the archive and in a session", async () => {
    const made = await compacted();
    const client = await clientOf(made);
    const query = made.original.trim().slice(0, 20);
    const kept = await call(client, "search", { query: query.toUpperCase() });
    expect(kept.text).toContain(`ref ${made.ref}, line 1 of`);
    // Of several texts that hold it, those that were archived last come first.
    const all = await call(client, "search", { query: "oooo", limit: 1000 });
    const refs = [...new Set([...all.text.matchAll(/^ref ([0-9a-f]{12})/gm)].map(([, r]) => r))];
    expect(refs).toHaveLength(2);
    expect(refs.at(-1)).toBe(made.ref);
    const newest = await call(client, "search", { query: "oooo", limit: 1 });
    expect(newest.text.split("\n")[0]).toBe(all.text.split("\n")[0]);
    const both = await call(client, "search", { query, file: made.old, limit: 1 });
    expect(both.text).toMatch(/^turn 1: .*\n\[there are more/);
    expect((await call(client, "search", { query: "nowhere at all" })).text).toContain(
      "nothing holds",
    );
  });

  it("inspect says what fills a session", async () => {
    const made = await compacted();
    const { text } = await call(await clientOf(made), "inspect", { file: made.old });
    expect(text).toContain("12 tool turns");
  });

  it("compact changes nothing unless it may and is asked to", async () => {
    const made = await compacted();
    const before = readFileSync(made.old);
    const input = { file: made.old, window: 2 };
    const dry = await call(await clientOf(made), "compact", input);
    expect(dry).toMatchObject({ isError: false, text: expect.stringContaining("maskedCount") });
    const refused = await call(await clientOf(made), "compact", { ...input, apply: true });
    expect(refused).toEqual({
      text: "this server rewrites no file\nstart it as elision mcp --write",
      isError: true,
    });
    expect(readFileSync(made.old)).toEqual(before);

    const client = await clientOf(made, { mayWrite: true });
    await call(client, "compact", input);
    expect(readFileSync(made.old)).toEqual(before);
    expect((await call(client, "compact", { ...input, apply: true })).isError).toBe(false);
    const after = readFileSync(made.old, "utf8");
    const refs = [...after.matchAll(/elision show ([0-9a-f]{12})/g)].map(([, ref]) => ref);
    expect(refs).toHaveLength(10);
    expect(await call(client, "show", { ref: refs.at(-1) })).toMatchObject({ isError: false });
  });

  it.each([
    ["shw", {}, 'no tool "shw" (did you mean "show"?)'],
    ["show", {}, "ref: the value is missing"],
    ["show", { ref: "--help" }, "ref: expected 12 digits"],
    ["show", { ref: null }, "ref: the value is missing"],
    ["turn", { file: "x", turn: 5, to_turn: 3 }, "to_turn: 3 is before turn 5"],
    ["turn", { file: "x", turn: 1e21 }, "turn"],
    ["search", { query: "" }, "query: expected a text that is not empty"],
    ["show", { ref: "0123456789ab" }, "0123456789ab"],
    ["show", { ref: "0123456789ab", fromline: 2 }, "unknown option"],
    ["turn", { file: "nowhere.jsonl", turn: 1 }, "nowhere.jsonl"],
    ["turn", { file: "--version", turn: 1 }, "./--version"],
    ["turn", { file: "x", turn: 0 }, "turn: expected a whole number, 1 or more"],
    ["compact", { file: "nowhere.jsonl" }, "nowhere.jsonl"],
  ])("say what is wrong: %s %j", async (name, input, said) => {
    const client = await clientOf(await compacted());
    const { text, isError } = await call(client, name, input);
    expect(isError).toBe(true);
    expect(text).toContain(said);
    expect(text).not.toMatch(/^elision:/m);
  });
});

describe("elision mcp", () => {
  it("serves over stdin and stdout until the client leaves", async () => {
    const { archive, ref, original } = await compacted();
    const args = [BIN, "mcp", "--archive", archive];
    const transport = new StdioClientTransport({ command: process.execPath, args });
    const client = new Client({ name: "test", version: "1" });
    await client.connect(transport);
    expect(client.getServerVersion()?.name).toBe("elision");
    const texts = await Promise.all([1, 2, 3].map(() => call(client, "show", { ref })));
    expect(texts).toEqual(texts.map(() => ({ text: original, isError: false })));
    await client.close();
  });
});
