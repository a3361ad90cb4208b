/** What calls of agents do with files: which, which lines, and whether it worked. */
import { describe, expect, it } from "vitest";
import { fileUseOf } from "../../../src/reduce/files/file-use.ts";
import { covers, linesOf } from "../../../src/reduce/files/line-ranges.ts";
import { appliedPaths, pathsInPatch } from "../../../src/reduce/files/patches.ts";
import { normalPath } from "../../../src/reduce/files/paths.ts";
import { mayBePartial, saysEditFailed } from "../../../src/reduce/files/read-outcome.ts";

const NO_OTHERS = { isRead: undefined, isEdit: undefined };
const use = (name: string, args: unknown) =>
  fileUseOf(name, typeof args === "string" ? args : JSON.stringify(args), NO_OTHERS);

describe("reads", () => {
  it.each([
    ["Claude Code", "Read", { file_path: "a.ts" }],
    ["pi", "read", { path: "a.ts" }],
    ["opencode", "read", { filePath: "a.ts" }],
    ["Gemini CLI", "read_file", { absolute_path: "a.ts" }],
    ["Cline", "read_file", { path: "a.ts" }],
    ["Copilot CLI", "view", { path: "a.ts" }],
    ["OpenHands", "str_replace_editor", { command: "view", path: "a.ts" }],
    ["goose", "developer__text_editor", { command: "view", path: "a.ts" }],
    ["MCP", "mcp__files__read_text_file", { path: "./a.ts" }],
  ])("of %s are known", (_agent, name, args) => {
    expect(use(name, args)).toEqual({ kind: "read", path: "a.ts", lines: { kind: "all" } });
  });

  it.each([
    ["Read", { file_path: "a.ts", offset: 10, limit: 5 }, 10, 15],
    ["read", { path: "a.ts", offset: 10 }, 10, Number.POSITIVE_INFINITY],
    ["read_file", { path: "a.ts", start_line: 3, end_line: 9 }, 3, 10],
    ["view", { path: "a.ts", view_range: [3, 9] }, 3, 10],
    ["view", { path: "a.ts", view_range: [3, -1] }, 3, Number.POSITIVE_INFINITY],
  ])("%s of %j names its lines", (name, args, from, to) => {
    expect(use(name, args)).toMatchObject({ lines: { kind: "range", from, to } });
  });

  it("are told apart by their arguments where these say something else", () => {
    expect(use("read_file", { path: "a.ts", head: 10 })).toMatchObject({
      lines: { kind: "other" },
    });
    expect(use("open", { path: "a.ts" })).toMatchObject({ lines: { kind: "other" } });
  });

  it("are none of several files, of no file, and of shells", () => {
    expect(use("read_many_files", { paths: ["a.ts", "b.ts"] })).toBeUndefined();
    expect(use("Read", { file_path: "a.ts", paths: ["b.ts"] })).toBeUndefined();
    expect(use("Read", {})).toBeUndefined();
    expect(use("bash", { command: "cat a.ts", path: "a.ts" })).toBeUndefined();
    expect(use("Read", "no JSON")).toBeUndefined();
  });

  it("of other tools are known where they are named, by exactly their arguments", () => {
    const others = { isRead: (name: string) => name === "slurp", isEdit: undefined };
    const args = '{"path":"a.ts"}';
    expect(fileUseOf("slurp", args, others)).toEqual({
      kind: "read",
      path: "a.ts",
      lines: { kind: "other", tool: "slurp", args },
    });
  });
});

describe("shell commands that only print a file", () => {
  const linesIn = (command: string | readonly string[]) => {
    const read = use("exec_command", { cmd: command });
    if (read?.kind !== "read") return undefined;
    const { lines } = read;
    return lines.kind === "range" ? [read.path, lines.from, lines.to - 1] : [read.path, lines.kind];
  };

  it.each([
    ["cat a.ts", ["a.ts", "all"]],
    ["cat -n './a b.ts'", ["a b.ts", "all"]],
    ['cat "app/(site)/[id]/page.tsx"', ["app/(site)/[id]/page.tsx", "all"]],
    ["cat app/\\(site\\)/page.tsx", ["app/(site)/page.tsx", "all"]],
    ["sed -n '10,20p' a.ts", ["a.ts", 10, 20]],
    ["sed -n 7p a.ts", ["a.ts", 7, 7]],
    ["sed -n '7,$p' a.ts", ["a.ts", 7, Number.POSITIVE_INFINITY]],
    ["sed -n '20,10p' a.ts", ["a.ts", 20, 20]],
    ["nl -ba a.ts | sed -n '1,80p'", ["a.ts", 1, 80]],
    ["cat -n a.ts | head -50", ["a.ts", 1, 50]],
    ["head a.ts", ["a.ts", 1, 10]],
    ["head -n 50 a.ts", ["a.ts", 1, 50]],
    ["head --lines=50 a.ts", ["a.ts", 1, 50]],
    ["head -n 100 a.ts | tail -n +50", ["a.ts", 50, 100]],
    ["sed -n '11,30p' a.ts | sed -n '3,99p'", ["a.ts", 13, 30]],
    ["tail -n +5 a.ts", ["a.ts", 5, Number.POSITIVE_INFINITY]],
    ["tail -n +1 a.ts", ["a.ts", "all"]],
    ["bash -lc 'head -5 a.ts'", ["a.ts", 1, 5]],
  ])("%s", (command, expected) => {
    expect(linesIn(command)).toEqual(expected);
  });

  it("can be lists of words, of which each means itself, or a shell and a script", () => {
    expect(linesIn(["cat", "$a.ts"])).toEqual(["$a.ts", "all"]);
    expect(linesIn(["bash", "-lc", "sed -n '1,5p' a.ts"])).toEqual(["a.ts", 1, 5]);
    expect(linesIn(["bash", "-lc", "cat $a.ts"])).toBeUndefined();
    expect(linesIn(["bash", "a.sh"])).toBeUndefined();
  });

  it.each([
    ...["cat a.ts b.ts", "cat *.ts", "cat a?.ts", "cat $FILE", "cat ~/a.ts", "cat a.{ts,js}"],
    ...["cat a.ts > b.ts", "cat < a.ts", "cat a.ts 2>/dev/null", "cat a.ts &", "cat `ls`"],
    ...["cat a.ts; ls", "cat a.ts || true", "cat a.ts && ls", "ls && cat a.ts", "cat a.ts\nls"],
    ...["cat", "cat -", "cat -s a.ts", "cat a.ts | grep x", "cat a.ts | cat b.ts", "cat a.ts |"],
    ...["tail a.ts", "tail -n 5 a.ts", "tail -f a.ts", "head -n -5 a.ts", "head -c 50 a.ts"],
    ...["head -n 0 a.ts", "sed -n '0,5p' a.ts", "sed -n '/x/p' a.ts", "sed -n '1p;5p' a.ts"],
    ...['sed -n "5,$p" a.ts', "sed 's/x/y/' a.ts", "sed -n -i '1,5p' a.ts", "sed -n '1,5p'"],
    ...["cd a && cd b && cat c", "cd - && cat c", "cd && cat c", "cd $X && cat c", "(cat a.ts)"],
    ...["X=1 cat a.ts", "sudo cat a.ts", "cat 'a.ts", "cat a.ts # all of it", ""],
  ])("are none where anything else may be printed or done: %s", (command) => {
    expect(linesIn(command)).toBeUndefined();
  });

  it("are none in the background, in a running program, or with arguments nobody knows", () => {
    const read = { command: "cat a.ts" };
    expect(use("bash", { ...read, timeout: 5, run_in_background: false })).toBeDefined();
    expect(use("bash", { ...read, run_in_background: true })).toBeUndefined();
    expect(use("execute_bash", { ...read, is_input: "false" })).toBeDefined();
    expect(use("execute_bash", { ...read, is_input: "true" })).toBeUndefined();
    expect(use("bash", { ...read, host: "another" })).toBeUndefined();
    expect(use("bash", { ...read, cmd: "ls" })).toBeUndefined();
    expect(use("redis", read)).toBeUndefined();
  });
});

describe("lines", () => {
  const of = (args: Record<string, unknown>, tool = "read") => linesOf(tool, args);

  it("of a later read cover those of an earlier one only where that is certain", () => {
    const some = of({ offset: 10, limit: 20 });
    expect(covers(of({}), some)).toBe(true);
    expect(covers(some, of({}))).toBe(false);
    expect(covers(of({ offset: 5, limit: 30 }), some)).toBe(true);
    expect(covers(of({ offset: 10, limit: 19 }), some)).toBe(false);
    expect(covers(of({ offset: 11, limit: 50 }), some)).toBe(false);
    expect(covers(of({ offset: 1 }), some)).toBe(true);
    expect(covers(some, of({ offset: 10 }))).toBe(false);
    // Tools count from 0 or from 1.
    expect(covers(of({ offset: 5, limit: 30 }, "view"), some)).toBe(false);
    expect(covers(of({ pages: "1-5" }), of({ pages: "1-5" }))).toBe(true);
    expect(covers(of({ pages: "1-5" }), of({ pages: "2-3" }))).toBe(false);
  });
});

describe("edits", () => {
  it.each([
    ["Edit", { file_path: "a.ts", old_string: "x", new_string: "y" }],
    ["MultiEdit", { file_path: "a.ts", edits: [{ old_string: "x", new_string: "y" }] }],
    ["Write", { file_path: "a.ts", content: "y" }],
    ["write_to_file", { path: "a.ts", content: "y" }],
    ["replace_in_file", { path: "a.ts", diff: "y" }],
    ["str_replace_editor", { command: "str_replace", path: "a.ts", old_str: "x", new_str: "y" }],
    ["text_editor", { command: "write", path: "a.ts", file_text: "y" }],
  ])("%s of %j is one", (name, args) => {
    expect(use(name, args)).toEqual({ kind: "edit", paths: ["a.ts"], isPatch: false });
  });

  const patch =
    "*** Begin Patch\n*** Update File: ./a.ts\n@@\n-x\n+y\n*** Add File: b.ts\n*** End Patch";

  it.each([
    ["apply_patch", patch],
    ["apply_patch", { input: patch }],
    ["shell", { command: ["apply_patch", patch] }],
    ["exec_command", { cmd: `apply_patch <<'EOF'\n${patch}\nEOF` }],
    ["patch", { patchText: "--- a/a.ts\n+++ b/a.ts\n@@\n--- /dev/null\n+++ b/b.ts\n" }],
  ])("%s of a patch edits the files that its headers name", (name, args) => {
    expect(use(name, args)).toMatchObject({
      kind: "edit",
      paths: ["a.ts", "b.ts"],
      isPatch: true,
    });
  });

  it("by a patch are in the folder that the shell goes to, if that is certain", () => {
    const patched = (move: string, args = {}) =>
      use("shell", { cmd: `${move}apply_patch <<'EOF'\n${patch}\nEOF`, ...args });
    const folder = (path?: string) => ({ folder: { path, mayMove: false } });
    expect(patched("")).toMatchObject(folder(undefined));
    expect(patched("cd src && ")).toMatchObject(folder("src"));
    expect(patched("cd 'my src' && ", { workdir: "/w" })).toMatchObject(folder("/w/my src"));
    expect(patched("cd $SRC && ")).toBeUndefined();
    expect(patched("", { host: "another" })).toBeUndefined();
  });

  it("are none where a patch is only spoken of", () => {
    expect(use("bash", { command: `echo '${patch}' > notes.md` })).toBeUndefined();
    expect(use("Write", { file_path: "notes.md", content: patch })).toMatchObject({
      paths: ["notes.md"],
    });
  });

  it("that failed say so in many ways", () => {
    for (const answer of [
      "Error: no match",
      "String to replace not found in file.",
      "ERROR:\nNo replacement was performed, old_str did not appear verbatim",
      "The user doesn't want to proceed with this tool use. The tool use was rejected",
      "<error>old_string is not unique</error>",
      "0 occurrences found for old_string",
    ])
      expect(saysEditFailed(answer), answer).toBe(true);
    expect(saysEditFailed("The file src/error.ts has been updated.")).toBe(false);
    expect(saysEditFailed("Successfully replaced 1 block in a.ts.")).toBe(false);
  });

  it("by patches count for the files to which they were applied", () => {
    const paths = ["a.ts", "b.ts"];
    expect(pathsInPatch(patch)).toEqual(["./a.ts", "b.ts"]);
    expect(appliedPaths(paths, "Done!")).toEqual(paths);
    expect(appliedPaths(paths, "Success. Updated the following files:\nM a.ts")).toEqual(["a.ts"]);
    expect(appliedPaths(paths, "error: patch failed: b.ts:12\nb.ts: patch does not apply")).toEqual(
      ["a.ts"],
    );
    expect(appliedPaths(paths, "apply_patch verification failed: invalid hunk")).toEqual([]);
  });
});

describe("answers to reads", () => {
  it("may not be whole where they say that something is left out, or could be cut off", () => {
    const body = "const a = 1;\n".repeat(100);
    expect(mayBePartial(body)).toBe(false);
    for (const answer of [
      `${body}[Showing lines 1-100 of 4000. Use offset=101 to continue.]`,
      `[File content truncated: showing lines 1-2000 of 5000 total lines.]\n${body}`,
      `${body}(File has more lines. Use 'offset' parameter to read beyond line 100)`,
      `${body}<response clipped><NOTE>…</NOTE>${body}${body}`,
      `${body}${body}[... Observation truncated due to length ...]${body}${body}`,
      `${body}${body}[... omitted 200 of 700 lines ...]\n${body}${body}`,
      `${body}${body}<elided_chars>\n4000 characters elided\n</elided_chars>\n${body}${body}`,
      `Total output lines: 4000\n\n${body}${body}${body}`,
      "x\n".repeat(2000),
    ])
      expect(mayBePartial(answer), answer.slice(-80)).toBe(true);
  });

  it("are none where nothing changed since", () => {
    const text =
      "File unchanged since last read. The content from the earlier Read is still current.";
    expect(mayBePartial(text)).toBe(true);
  });
});

it("paths are the same but for what makes no difference", () => {
  expect(normalPath("./src//a.ts")).toBe("src/a.ts");
  expect(normalPath("src/./a.ts")).toBe("src/a.ts");
  expect(normalPath("src\\a.ts")).toBe("src/a.ts");
  expect(normalPath("file:///src/a.ts")).toBe("/src/a.ts");
  expect(normalPath("../a.ts")).toBe("../a.ts");
  expect(normalPath("src/../a.ts")).toBe("src/../a.ts");
  expect(normalPath("/src/a.ts")).not.toBe(normalPath("src/a.ts"));
});
