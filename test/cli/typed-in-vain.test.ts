/** Globs that match nothing of the input, and options that do nothing: the program says so. */
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { refOf } from "../../src/base/digest.ts";
import { folderWith } from "../support/folder.ts";
import { elision, elisionIn } from "../support/shell.ts";

/** A row whose results are of these tools. */
function rowOf(...tools: readonly string[]): string {
  const messages = tools.flatMap((name, k) => [
    {
      ...{ role: "assistant", content: "" },
      tool_calls: [
        { id: `c${k}`, type: "function", function: { name, arguments: `{"path":"${name}.ts"}` } },
      ],
    },
    { role: "tool", tool_call_id: `c${k}`, content: `${name} `.repeat(40) },
  ]);
  return `${JSON.stringify({ messages: [{ role: "user", content: "Go." }, ...messages] })}\n`;
}

const ROW = rowOf("bash", "read_file", "edit");
const ALL = ["--window", "0", "--report", "none"];
const NOTE = '--keep-tool "bsh" matches no tool (did you mean "bash"?)';
const SEEN = "it was compared with bash, edit, read_file";

describe("a typed glob that matches no tool", () => {
  it.each([{}, { ELISION_OBJECTS: "1" }])("is named with the tools there are: %j", async (env) => {
    const { stderr, exitCode } = await elision(
      [...ALL, "--keep-tool", "bsh", "--keep-tool", "READ*", "--only-tool", "nothing"],
      { stdin: ROW, env },
    );
    expect(stderr).toBe(
      `elision: ${NOTE}: ${SEEN}\nelision: --only-tool "nothing" matches no tool: ${SEEN}\n`,
    );
    expect(exitCode).toBe(0);
  });

  it("is named in a JSON report", async () => {
    const argv = ["--window", "0", "--report", "json", "--keep-tool", "bsh"];
    const { stderr } = await elision(argv, { stdin: ROW });
    expect(JSON.parse(stderr).notes).toEqual([{ level: "note", message: `${NOTE}: ${SEEN}` }]);
  });

  it("is named for other tools that read a file", async () => {
    const argv = [...ALL, "--stale-reads", "--read-tool", "peek"];
    const { stderr } = await elision(argv, { stdin: ROW });
    expect(stderr).toContain('--read-tool "peek" matches no tool');
  });

  it.each(["1", "2"])("is named once, for all files, with %s threads", async (jobs) => {
    const dir = folderWith({ "a.jsonl": ROW, "b.jsonl": rowOf("glob", "bash") });
    const run = (out: string, tool: string) =>
      elisionIn(dir, [
        "a.jsonl",
        "b.jsonl",
        ...ALL,
        "-j",
        jobs,
        "--out-dir",
        out,
        "--keep-tool",
        tool,
      ]);
    const { stderr } = await run("one", "bsh");
    expect(stderr).toBe(`elision: ${NOTE}: it was compared with bash, edit, glob, read_file\n`);
    expect((await run("two", "glob")).stderr).toBe("");
  });

  it("is named for a file of rows that several threads compact", async () => {
    const dir = folderWith({ "rows.jsonl": ROW.repeat(20) });
    const argv = ["rows.jsonl", ...ALL, "-j", "3", "-o", "small.jsonl", "--keep-tool", "bsh"];
    expect((await elisionIn(dir, argv)).stderr).toBe(`elision: ${NOTE}: ${SEEN}\n`);
  });
});

describe("other commands with a policy name it too", () => {
  const COMMANDS = [
    ["pipe", "--format", "openai-chat", "--window", "0"],
    ["diff", "--window", "0"],
    ["replay", "--window", "0"],
    ["view", "--window", "0", "-o", "-"],
    ["compare", "--windows", "0"],
    ["evaluate", "--window", "0", "-n"],
  ];

  it.each(COMMANDS)("%s", async (...argv) => {
    const { stderr, exitCode } = await elision([...argv, "--keep-tool", "bsh"], { stdin: ROW });
    expect(stderr).toContain(`elision: ${NOTE}: it was compared with bash, edit, read_file\n`);
    expect(exitCode).toBe(0);
    const known = await elision([...argv, "--keep-tool", "BASH"], { stdin: ROW });
    expect(known.stderr).not.toContain("matches no tool");
  });

  it("and says nothing with --quiet", async () => {
    const argv = ["diff", "--window", "0", "--keep-tool", "bsh", "--quiet"];
    expect((await elision(argv, { stdin: ROW })).stderr).toBe("");
  });

  it("pipe names it before its sums, which end what it says", async () => {
    const argv = [...(COMMANDS[0] ?? []), "--label", "7", "--only-tool", "bsh"];
    const { stderr } = await elision(argv, { stdin: ROW });
    const [note, sums] = stderr.split("\n");
    expect(note).toBe(`elision: 7: ${NOTE.replace("keep", "only")}: ${SEEN}`);
    expect(JSON.parse(sums ?? "")).toMatchObject({ maskedCount: 0, label: "7" });
  });
});

describe("a typed path or reference that no tool result has", () => {
  const REF = refOf("edit ".repeat(40));
  const typed = ["--keep-ref", "0123456789ab", "--keep-ref", REF];
  const paths = ["--keep-path", "docs/**", "--keep-path", "edit.ts"];
  const NAMED =
    'elision: --keep-path "docs/**" matches no tool result\n' +
    'elision: --keep-ref "0123456789ab" matches no tool result\n';

  it.each([[ALL], [["diff", "--window", "0"]]])("is named: %j", async (argv) => {
    const { stderr } = await elision([...argv, ...typed, ...paths], { stdin: ROW });
    expect(stderr).toBe(NAMED);
  });

  it("is named once by several threads", async () => {
    const dir = folderWith({ "a.jsonl": ROW, "b.jsonl": rowOf("glob", "bash") });
    const argv = ["a.jsonl", "b.jsonl", ...ALL, "-j", "2", "--out-dir", "out"];
    expect((await elisionIn(dir, [...argv, ...typed, ...paths])).stderr).toBe(NAMED);
  });

  it("is not where there is no tool result", async () => {
    const stdin = `${JSON.stringify({ messages: [{ role: "user", content: "Go." }] })}\n`;
    expect((await elision([...ALL, ...typed], { stdin })).stderr).not.toContain("matches");
  });
});

describe("an option that does nothing without another", () => {
  const BUDGET = "without --max-input-chars or --max-input-tokens or --summarize-after";

  it.each([
    [["--summary-max-chars", "300"], `--summary-max-chars does nothing ${BUDGET}`],
    [["--summary-style", "contract"], `--summary-style does nothing ${BUDGET}`],
    [["--no-keep-task"], `--no-keep-task does nothing ${BUDGET}`],
    [
      ["--size-unit", "tokens"],
      "--size-unit does nothing without --trigger or --target or --min-savings",
    ],
    [["--reflect-gate", "artifact"], "--reflect-gate does nothing without --reflect"],
  ])("is noted: %j", async (argv, note) => {
    expect((await elision([...ALL, ...argv], { stdin: ROW })).stderr).toBe(`elision: ${note}\n`);
  });

  it.each([
    [["--keep-task"], {}],
    [["--summary-style", "contract"], { ELISION_MAX_INPUT_CHARS: "9k" }],
    [["--size-unit", "tokens", "--trigger", "9k"], {}],
    [[], { ELISION_SIZE_UNIT: "tokens" }],
  ])("is not where it is set, or was not typed: %j", async (argv, env) => {
    expect((await elision([...ALL, ...argv], { stdin: ROW, env })).stderr).toBe("");
  });
});

describe("tools that read or edit, without --stale-reads", () => {
  it.each([[ALL], [["diff", "--window", "0"]]])("are noted to do nothing: %j", async (argv) => {
    const typed = [...argv, "--read-tool", "bash", "--edit-tool", "peek"];
    expect((await elision(typed, { stdin: ROW })).stderr).toBe(
      "elision: --read-tool does nothing without --stale-reads\n" +
        "elision: --edit-tool does nothing without --stale-reads\n",
    );
    const { stderr } = await elision([...typed, "--preset", "lossless"], { stdin: ROW });
    expect(stderr).not.toContain("does nothing");
  });
});

describe("nothing is said", () => {
  it("where no result is outside the window", async () => {
    const argv = ["--window", "9", "--report", "none", "--keep-tool", "bsh"];
    expect((await elision(argv, { stdin: ROW })).stderr).toBe("");
  });

  it("of a glob of the environment or of a file, which are for many sessions", async () => {
    const dir = folderWith({ "elision.toml": 'keep-tool = ["bsh"]\n' });
    const env = { ELISION_READ_TOOL: "peek" };
    const argv = [...ALL, "--config", join(dir, "elision.toml")];
    expect((await elision(argv, { stdin: ROW, env })).stderr).toBe("");
  });
});
