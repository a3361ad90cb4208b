/** `elision diff` and `-n --diff`. */
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { Ajv } from "ajv";
import { describe, expect, it } from "vitest";
import { createLineReader } from "../../src/cli/terminal/line-reader.ts";
import { pagerCommand } from "../../src/cli/terminal/pager.ts";
import { folderWith } from "../support/folder.ts";
import { elision } from "../support/shell.ts";

const FILE = "fixtures/openai-chat/session.jsonl";

async function changesOf(...argv: string[]) {
  const { stdout, exitCode } = await elision(["diff", "--report", "json", ...argv]);
  expect(exitCode).toBe(0);
  const { transcripts, totals } = JSON.parse(stdout);
  return {
    transcripts,
    totals,
    changes: transcripts.flatMap((each: { changes: [] }) => each.changes),
  };
}

it("says of each change where it is, why, its sizes, and what goes", async () => {
  const { stdout, exitCode } = await elision(["diff", "--window", "10", FILE]);
  expect(exitCode).toBe(0);
  expect(stdout).toMatch(
    /^fixtures\/openai-chat\/session.jsonl:1\nopenai-chat, 6,832 -> [\d,]+ chars/,
  );
  const blocks = stdout.trimEnd().split("\n\n").slice(1);
  for (const block of blocks)
    expect(block).toMatch(
      /^turn \d+, line \d+: \S+.*\n {2}[\d,]+ -> \d+ chars: it is outside the window \(ref [0-9a-f]{12}\)\n- .+\n\+ \[observation masked — \d+ chars\]$/,
    );
  expect(blocks.length).toBeGreaterThan(1);
});

it.each([
  ["--window", "3"],
  ["--preset", "lossless"],
  ["--window", "2", "--max-input-chars", "3k"],
])("comes to the sizes that the main command reports: %s %s %s %s", async (...policy) => {
  const given = policy.filter((each) => each !== undefined);
  const { transcripts, changes } = await changesOf(...given, FILE);
  const { stderr } = await elision(["-n", "--report", "json", ...given, FILE]);
  const [reported] = JSON.parse(stderr).transcripts;
  const [{ beforeChars, afterChars }] = transcripts;
  expect([beforeChars, afterChars]).toEqual([reported.beforeChars, reported.afterChars]);
  const saved = changes.reduce(
    (sum: number, each: { beforeChars: number; afterChars: number }) =>
      sum + each.beforeChars - each.afterChars,
    0,
  );
  expect(saved).toBe(reported.savedChars);
  expect(changes.length).toBeGreaterThan(0);
});

it("shows edits of passes, and messages that are dropped, among the results", async () => {
  const { changes } = await changesOf("--window", "1", "--max-input-chars", "1500", FILE);
  const dropped = changes.find(({ kind }: { kind: string }) => kind === "messages");
  expect(dropped).toMatchObject({ messages: expect.any(Number), reason: expect.any(String) });
  const passes = await changesOf("--shrink-inputs", "100", "--window", "0", session());
  const kinds = new Set(passes.changes.map(({ kind }: { kind: string }) => kind));
  expect([...kinds].sort()).toEqual(["call", "result"]);
});

it("sums up by tool with --stat", async () => {
  const { stdout } = await elision(["diff", "--stat", "--window", "3", FILE]);
  expect(stdout).toMatch(/^tool +changes +before +after +saved +share\n/);
  expect(stdout).toMatch(/\ntotal +10 .*% of what changes\n$/);
});

it("draws no bar with --stat for a tool whose notes are longer than what it said beside images", async () => {
  const source = { type: "base64", media_type: "image/png", data: "A".repeat(400) };
  const image = { type: "tool_result", tool_use_id: "a", content: [{ type: "image", source }] };
  const call = { type: "tool_use", id: "a", name: "see", input: {} };
  const session = [
    { role: "user", content: "Go." },
    { role: "assistant", content: [call] },
    { role: "user", content: [image] },
  ];
  const stdin = session.map((each) => `${JSON.stringify(each)}\n`).join("");
  const { stdout, stderr, exitCode } = await elision(["diff", "--stat", "--window", "0"], {
    stdin,
  });
  expect([stderr, exitCode]).toEqual(["", 0]);
  expect(stdout).toMatch(/\nsee +1 +0 +48 +-48 *\n/);
});

it("says so where nothing would change", async () => {
  const { stdout } = await elision(["diff", "--window", "99", FILE]);
  expect(stdout).toContain("\nnothing would change\n");
  expect((await elision(["diff", "--stat", "--window", "99", FILE])).stdout).toBe(
    "nothing would change\n",
  );
});

it("counts transcripts in which nothing would change", async () => {
  const [one, other] = [readFileSync(session(), "utf8"), '{"role":"user","content":"hi"}\n'];
  const folder = folderWith({ "a.jsonl": other, "b.jsonl": one, "c.jsonl": other });
  const some = await elision(["diff", "--window", "0", folder]);
  expect(some.stdout).toContain("b.jsonl:1\n");
  expect(some.stdout).toMatch(/\n\nnothing would change in 2 other transcripts\n$/);
  expect(some.stdout).not.toContain("a.jsonl");
  const none = await elision(["diff", folder]);
  expect(none.stdout).toBe("nothing would change in any of 3 transcripts\n");
});

it("is the same with -n --diff, and nothing without -n", async () => {
  const [own, preview] = await Promise.all([
    elision(["diff", "--window", "3", FILE]),
    elision(["-n", "--diff", "--window", "3", FILE]),
  ]);
  expect(preview).toEqual(own);
  const { stderr, stdout, exitCode } = await elision(["--diff", FILE]);
  expect([stdout, exitCode]).toEqual(["", 2]);
  expect(stderr).toContain("it goes with -n");
});

it("colours what goes and what comes", async () => {
  const { stdout } = await elision(["diff", "--color", "--window", "3", FILE]);
  expect(stdout).toContain("\u001b[31m- ");
  expect(stdout).toContain("\u001b[32m+ [observation masked");
});

it("writes a row for each change as CSV", async () => {
  const { changes } = await changesOf("--window", "3", FILE);
  const { stdout } = await elision(["diff", "--report", "csv", "--window", "3", FILE]);
  const [head, ...rows] = stdout.trimEnd().split("\n");
  expect(head).toMatch(/^file,line,turn,kind,tool,argument,ref,/);
  expect(rows).toHaveLength(changes.length);
});

/** A session of one call, with long arguments and a result that would act on a terminal. */
function session(): string {
  const call = {
    name: "write",
    arguments: JSON.stringify({ path: "x", text: "so it goes ".repeat(40) }),
  };
  const rows = [
    { role: "user", content: "go" },
    { role: "assistant", tool_calls: [{ id: "1", type: "function", function: call }] },
    { role: "tool", tool_call_id: "1", content: `\u001b[2Jgone${" and more".repeat(20)}` },
  ];
  const text = rows.map((row) => JSON.stringify(row)).join("\n");
  return join(folderWith({ "session.jsonl": text }), "session.jsonl");
}

it("shows control characters of a transcript as what they are", async () => {
  const { stdout } = await elision(["diff", "--window", "0", session()]);
  expect(stdout).toContain("- \\x1b[2Jgone and more");
});

it("asks about each result, and writes answers that the main command reads", async () => {
  const folder = folderWith();
  const answers = join(folder, "answers.toml");
  const { changes } = await changesOf("--window", "3", FILE);
  const kept = changes[1];
  const { stderr, exitCode } = await elision(
    ["diff", "--interactive", "--answers", answers, "--window", "3", FILE],
    { stdin: "y\nn\n?\nq\n" },
  );
  expect(exitCode).toBe(0);
  expect(stderr).toContain("(3/10) mask it? [y,n,a,k,q,?] y  mask it\n");
  expect(stderr).toContain("masked 1, kept 1, not asked about (masked) 8");
  expect(readFileSync(answers, "utf8")).toMatch(
    new RegExp(`\\nwindow = 3\\nkeep-ref = \\["${kept.ref}"\\]\\n$`),
  );

  const run = await elision(["-n", "--explain", "--report", "json", "--config", answers, FILE]);
  const [{ maskedCount, observations }] = JSON.parse(run.stderr).transcripts;
  expect(maskedCount).toBe(changes.length - 1);
  const ofLine = observations.find(({ line }: { line: number }) => line === kept.line);
  expect(ofLine).toMatchObject({ isMasked: false, by: "ref" });
});

it("takes one answer for all results of a tool", async () => {
  const folder = folderWith();
  const { changes } = await changesOf("--window", "0", FILE);
  const tools = [...new Set(changes.map(({ tool }: { tool: string }) => tool))];
  const first = join(folder, "first.toml");
  await elision(["diff", "--interactive", "--answers", first, "--window", "0", FILE], {
    stdin: "k\n".repeat(tools.length),
  });
  expect(readFileSync(first, "utf8")).toContain(
    `keep-tool = [${tools.map((tool) => JSON.stringify(tool)).join(", ")}]`,
  );
  const run = await elision(["-n", "--report", "json", "--config", first, FILE]);
  expect(JSON.parse(run.stderr).totals.maskedCount).toBe(0);

  // One was to be masked before: the tool is not kept as a whole.
  const second = join(folder, "second.toml");
  await elision(["diff", "--interactive", "--answers", second, "--window", "0", FILE], {
    stdin: `y\n${"k\n".repeat(tools.length)}`,
  });
  const again = await elision(["-n", "--report", "json", "--config", second, FILE]);
  expect(JSON.parse(again.stderr).totals.maskedCount).toBe(1);
});

it("writes a preset by its name, and keeps what was typed", async () => {
  const answers = join(folderWith(), "a.toml");
  const typed = ["--preset", "aggressive", "--keep-errors", "last:2", "--no-exempt"];
  await elision(["diff", "--interactive", "--answers", answers, ...typed, FILE], { stdin: "q\n" });
  const text = readFileSync(answers, "utf8");
  expect(text).toContain('preset = "aggressive"\n');
  expect(text).toContain('keep-errors = "last:2"\n');
  const [asked, read] = await Promise.all([
    elision(["-n", "--report", "json", ...typed, FILE]),
    elision(["-n", "--report", "json", "--config", answers, FILE]),
  ]);
  expect(JSON.parse(read.stderr)).toEqual(JSON.parse(asked.stderr));
});

it("never writes over a file, and reads no transcript from where the answers come", async () => {
  const answers = join(folderWith({ "a.toml": "window = 1\n" }), "a.toml");
  const there = await elision(["diff", "--interactive", "--answers", answers, FILE], {
    stdin: "q\n",
  });
  expect([there.exitCode, readFileSync(answers, "utf8")]).toEqual([2, "window = 1\n"]);
  expect(there.stderr).toContain("exists");
  const piped = await elision(["diff", "--interactive", "--answers", `${answers}2`, "-"], {
    stdin: "",
  });
  expect([piped.exitCode, existsSync(`${answers}2`)]).toEqual([2, false]);
  const unanswered = await elision(["diff", "--interactive", "--answers", `${answers}2`, FILE], {
    stdin: "",
  });
  expect([unanswered.exitCode, existsSync(`${answers}2`)]).toEqual([2, false]);
  expect(unanswered.stderr).toContain("stdin ended before the first answer: nothing was written");
  writeFileSync(answers, "");
  const alone = await elision(["diff", "--answers", answers, FILE]);
  expect(alone.stderr).toContain("--answers needs --interactive");
});

it("pages as git does", () => {
  const stdout = { isTerminal: true };
  expect(pagerCommand({ stdout, env: {} })).toContain("exec less");
  expect(pagerCommand({ stdout, env: { PAGER: "most -s" } })).toBe("most -s");
  for (const env of [{ PAGER: "" }, { PAGER: "cat" }, { TERM: "dumb" }])
    expect(pagerCommand({ stdout, env })).toBeUndefined();
  expect(pagerCommand({ stdout: { isTerminal: false }, env: {} })).toBeUndefined();
});

it("reads lines however they come", async () => {
  const pieces = ["a\r", "\nb", "b\n\nc"].map((text) => Buffer.from(text));
  const reader = createLineReader({
    async read(into) {
      const piece = pieces.shift();
      return piece === undefined ? 0 : piece.copy(into);
    },
  });
  const lines = [];
  for (let line = await reader.next(); line !== undefined; line = await reader.next())
    lines.push(line);
  expect(lines).toEqual(["a", "bb", "", "c"]);
});

const schema = JSON.parse(
  readFileSync(new URL("../../docs/schemas/diff.schema.json", import.meta.url), "utf8"),
);
const ajv = new Ajv({ strict: true, allErrors: true });
const isDiff = ajv.compile(schema);
const isPart = (name: string) =>
  ajv.compile({ ...schema.definitions[name], definitions: schema.definitions });
const PARTS = {
  transcript: isPart("transcript"),
  file: isPart("file"),
  totals: isPart("totals"),
};

describe.each([
  ["--window", "0"],
  ["--preset", "aggressive"],
  ["--window", "1", "--max-input-chars", "1500"],
  ["--window", "1", "--reasoning", "drop", "--binding", "claude-opus-5-5"],
])("a report under %s %s %s %s %s %s", (...given) => {
  const policy = given.filter((each) => each !== undefined);

  it("validates for the fixtures of all formats", async () => {
    const kinds = new Set<string>();
    const { stdout } = await elision(["diff", "--report", "json", ...policy, "fixtures"]);
    const report = JSON.parse(stdout);
    expect(isDiff(report), JSON.stringify(isDiff.errors)).toBe(true);
    for (const { changes } of report.transcripts) for (const { kind } of changes) kinds.add(kind);
    expect(kinds).toContain("result");
    expect(report.totals.transcripts).toBe(report.transcripts.length);
  });
});

it("validates for the fixtures of all formats line by line", async () => {
  const argv = ["diff", "--report", "ndjson", "--preset", "aggressive", "fixtures"];
  const { stdout } = await elision(argv);
  for (const line of stdout.trimEnd().split("\n")) {
    const { type, ...part } = JSON.parse(line);
    const validate = PARTS[type as keyof typeof PARTS];
    expect(validate(part), JSON.stringify(validate.errors)).toBe(true);
  }
});

it("is refused by its schema where a key is missing, or one is new", async () => {
  const { stdout } = await elision(["diff", "--report", "json", "--window", "3", FILE]);
  const { transcripts, ...rest } = JSON.parse(stdout);
  expect(isDiff({ transcripts, ...rest })).toBe(true);
  expect(isDiff(rest)).toBe(false);
  const [{ changes, ...transcript }] = transcripts;
  const more = changes.map((change: object) => ({ ...change, why: "" }));
  expect(isDiff({ transcripts: [{ ...transcript, changes: more }], ...rest })).toBe(false);
});
