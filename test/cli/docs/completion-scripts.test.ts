import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { MAIN } from "../../../src/cli/commands/command-names.ts";
import { COMMANDS } from "../../../src/cli/commands/index.ts";
import { manPage } from "../../../src/cli/docs/man-page.ts";
import {
  COMMON_FLAGS,
  type CommandDeclaration,
} from "../../../src/cli/options/command-declaration.ts";
import { namesOf } from "../../../src/cli/options/flag.ts";
import { folderWith } from "../../support/folder.ts";
import { PLAIN_BASH } from "../../support/process.ts";
import { elision } from "../../support/shell.ts";

const ALL_FLAGS = [
  ...Object.values<CommandDeclaration>(COMMANDS).flatMap(({ flags }) => Object.values(flags)),
  ...COMMON_FLAGS,
];

function has(program: string): boolean {
  try {
    execFileSync(program, ["--version"], { stdio: "ignore" });
    return true;
  } catch {
    return false;
  }
}

describe("completion", () => {
  it.each(["bash", "zsh", "fish"])("for %s names every option", async (shell) => {
    const { stdout, stderr, exitCode } = await elision(["completion", shell]);
    expect([stderr, exitCode]).toEqual(["", 0]);
    for (const flag of ALL_FLAGS) {
      const { long } = namesOf(flag);
      expect(stdout).toMatch(new RegExp(shell === "fish" ? `-l ${long}\\b` : `--${long}\\b`));
    }
  });

  it.each([
    ["elision --wind", "--window --window-unit"],
    ["elision --window-unit ", "turns call-messages observations messages events tokens"],
    ["elision --report nd", "ndjson"],
    ["elision x.jsonl --in", "--in-place"],
    ["elision --window ", ""],
    ["elision comple", "completion"],
    ["elision conf", "config"],
    ["elision config --prof", "--profile"],
    ["elision config --in", ""],
    ["elision config --window-unit ev", "events"],
    ["elision completion ", "bash zsh fish"],
    ["elision completion --", "--help --version"],
    ["elision x.jsonl comp", ""],
    ["elision diff @pro", "@project"],
    ["elision @pro", "@project"],
    ["elision restore -i @latest:cod", "codex"],
    ["elision diff @latest:swe-a", ""],
    ["elision completion @pro", ""],
    ["elision archive ", "ls verify prune"],
    ["elision archive pr", "prune"],
    ["elision archive prune @pro", "@project"],
    ["elision setup ", "claude-code"],
    ["elision hook co", "codex"],
    ["elision serve ", "status"],
  ])("in bash, of %j, is %j", async (line, expected) => {
    const { stdout } = await elision(["completion", "bash"]);
    const words = line.split(" ");
    // As bash has it where a user types.
    const script = `compopt() { :; }
COMP_WORDBREAKS=$' \\t\\n"\\'><=;|&(:'
${stdout}
COMP_WORDS=(${words.map((word) => `"${word}"`).join(" ")}); COMP_CWORD=${words.length - 1}
_elision; echo "\${COMPREPLY[*]}"`;
    expect(execFileSync("bash", [...PLAIN_BASH, script], { encoding: "utf8" }).trim()).toBe(
      expected,
    );
  });

  it("has in zsh and fish what comes first after a command", async () => {
    const zsh = await elision(["completion", "zsh"]);
    expect(zsh.stdout).toContain("'1:archive:(ls verify prune)'");
    const fish = await elision(["completion", "fish"]);
    expect(fish.stdout).toContain("-f -a 'ls verify prune'");
  });

  it.each(["bash", "zsh", "fish"])("for %s has the names of sessions", async (shell) => {
    const { stdout } = await elision(["completion", shell]);
    for (const name of ["@latest", "@project", "@latest:codex", "@latest:claude"])
      expect(stdout).toMatch(new RegExp(`[ "']${name}[ \n"']`));
    expect(stdout).not.toContain("@latest:swe-agent");
  });

  it.each(["zsh", "fish"].map((shell) => ({ shell, isThere: has(shell) })))(
    "is a script that $shell can parse",
    async ({ shell, isThere }) => {
      if (!isThere) return;
      const { stdout } = await elision(["completion", shell]);
      const file = join(folderWith({ script: stdout }), "script");
      execFileSync(shell, ["-n", file]);
    },
  );

  it.each([
    ["zsh", `'snapshot:sorts an agent'\\''s notes into`],
    ["fish", `-d 'sorts an agent\\'s notes into`],
  ])("for %s keeps the apostrophes of descriptions", async (shell, quoted) => {
    expect((await elision(["completion", shell])).stdout).toContain(quoted);
  });

  it("for zsh offers again what may be given again, and nothing else", async () => {
    const { stdout } = await elision(["completion", "zsh"]);
    const [, compact = ""] = /_elision_compact\(\) \{([\s\S]*?)^\}/m.exec(stdout) ?? [];
    expect(compact).toContain("'*'--keep-tool'[");
    expect(compact).not.toContain("'*'--window'[");
  });

  it.skipIf(!has("fish")).each([
    ["elision snap", "snapshot\tsorts an agent's notes into a snapshot of its active context"],
    ["elision --window-unit ev", "events\t"],
    ["elision diff @latest:cod", "@latest:codex\tsession"],
  ])("in fish, of %j, is %j", async (line, expected) => {
    const { stdout } = await elision(["completion", "fish"]);
    const file = join(folderWith({ script: stdout }), "script");
    const script = `source ${file}; complete -C "${line}"`;
    expect(execFileSync("fish", ["-N", "-c", script], { encoding: "utf8" })).toContain(expected);
  });

  it("for another shell is refused by name", async () => {
    const { stderr, exitCode } = await elision(["completion", "tcsh"]);
    expect(exitCode).toBe(2);
    expect(stderr).toContain('completion: expected one of bash, zsh, fish (got "tcsh")');
  });
});

describe("the manual page", () => {
  it("names every option, and no line begins with a stray dot", () => {
    const page = manPage("1.2.3");
    for (const flag of ALL_FLAGS) {
      const { long } = namesOf(flag);
      expect(page.replaceAll("\\-", "-")).toContain(`--${long}`);
    }
    for (const line of page.split("\n"))
      expect(line).toMatch(/^(?:\.(?:TH|SH|TP|PP|SS|B|br)\b|[^.']|$)/);
  });

  it("names every command, and the files of settings", () => {
    const page = manPage("1.2.3").replaceAll("\\-", "-");
    for (const name of Object.keys(COMMANDS).filter((each) => each !== MAIN))
      expect(page).toContain(`.SS elision ${name}\n`);
    const [, files = ""] = /^\.SH FILES\n([\s\S]*?)^\.SH/m.exec(page) ?? [];
    expect(files).toContain("elision.toml\\fR\n");
    expect(files).toContain("~/.config/elision/elision.toml\\fR\n");
  });

  it.skipIf(!has("man"))("is read by man without a warning", () => {
    const file = join(folderWith({ "elision.1": manPage("1.2.3") }), "elision.1");
    const env = { ...process.env, MANWIDTH: "80", LC_ALL: "C.UTF-8" };
    const text = execFileSync("man", ["--warnings", "-l", file], { encoding: "utf8", env });
    expect(text).toContain("--max-input-chars");
    expect(text).toContain("EXIT STATUS");
  });
});
