/** The ways to run elision besides npm, and the recipes: each is run here, or checked where it cannot be. */
import { spawnSync } from "node:child_process";
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readFileSync,
  realpathSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { delimiter, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { validate } from "dockerfile-utils";
import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import { folderWith } from "./support/folder.ts";
import { sessionLines } from "./support/sessions.ts";

const ROOT = fileURLToPath(new URL("..", import.meta.url));
const textOf = (name: string) => readFileSync(join(ROOT, name), "utf8");

/** The code of a recipe, by its heading. */
function recipe(heading: string, language: string, at = 0): string {
  const section = textOf("docs/recipes.md")
    .split(/^## /m)
    .find((part) => part.startsWith(heading));
  const blocks = [...(section ?? "").matchAll(/^```(\w+)\n([\s\S]*?)^```$/gm)];
  return blocks.filter(([, named]) => named === language)[at]?.[2] ?? `no recipe: ${heading}`;
}

/** A home with these files, whose PATH has `elision`, Node and the system's programs. */
function home(
  files: Readonly<Record<string, string>> = {},
  programs: Readonly<Record<string, string>> = {},
) {
  const folder = realpathSync(folderWith(files));
  const bin = join(folder, ".bin");
  mkdirSync(bin);
  symlinkSync(join(ROOT, "bin", "elision.js"), join(bin, "elision"));
  for (const [name, script] of Object.entries(programs)) {
    writeFileSync(join(bin, name), script);
    chmodSync(join(bin, name), 0o755);
  }
  const env = {
    PATH: [bin, dirname(process.execPath), process.env.PATH].join(delimiter),
    HOME: folder,
    GIT_CONFIG_NOSYSTEM: "1",
    GIT_AUTHOR_NAME: "a",
    GIT_AUTHOR_EMAIL: "a@b.example",
    GIT_COMMITTER_NAME: "a",
    GIT_COMMITTER_EMAIL: "a@b.example",
  };
  const run = (command: string, more: Readonly<Record<string, string>> = {}) => {
    const { stdout, stderr, status } = spawnSync("bash", ["-c", command], {
      cwd: folder,
      env: { ...env, ...more },
      encoding: "utf8",
    });
    return { stdout, stderr, status };
  };
  return { folder, run };
}

describe("a recipe", () => {
  it("for cron compacts sessions that rest, quietly, and keeps their originals", () => {
    const [, command = ""] = /^(?:\S+ ){5}(.*)$/m.exec(recipe("Compact finished", "sh")) ?? [];
    const { folder, run } = home({
      ".claude/projects/a/old.jsonl": sessionLines(14),
      ".claude/projects/a/new.jsonl": sessionLines(15),
    });
    const old = join(folder, ".claude/projects/a/old.jsonl");
    utimesSync(old, new Date("2026-01-01"), new Date("2026-01-01"));
    const later = new Date("2096-01-01");
    utimesSync(join(folder, ".claude/projects/a/new.jsonl"), later, later);
    expect(run(command)).toEqual({ stdout: "", stderr: "", status: 0 });
    expect(readFileSync(old, "utf8")).not.toBe(sessionLines(14));
    expect(readFileSync(join(folder, ".claude/projects/a/new.jsonl"), "utf8")).toBe(
      sessionLines(15),
    );
    expect(run(`elision restore -i ${old}`).status).toBe(0);
    expect(readFileSync(old, "utf8")).toBe(sessionLines(14));
  });

  it("for the shell previews, looks and slims", () => {
    const functions = recipe("Your sessions from the shell", "sh");
    const opener = "#!/bin/sh\ntrue\n";
    const { folder, run } = home(
      { "run.jsonl": sessionLines(14) },
      { "xdg-open": opener, open: opener },
    );
    expect(run(`${functions}\npeek run.jsonl`).stderr).toContain("run.jsonl");
    expect(readFileSync(join(folder, "run.jsonl"), "utf8")).toBe(sessionLines(14));
    expect(run(`${functions}\nlook run.jsonl`, { TMPDIR: folder }).status).toBe(0);
    expect(readFileSync(join(folder, "elision-look.html"), "utf8")).toMatch(/^<!doctype html>/);
    const { status, stderr } = run(`${functions}\nslim run.jsonl`);
    expect(status, stderr).toBe(0);
    expect(readFileSync(join(folder, "run.jsonl"), "utf8")).not.toBe(sessionLines(14));
  });

  it("for git compacts what is committed, and that alone", () => {
    const hook = recipe("Keep transcripts", "sh");
    const { folder, run } = home({
      "transcripts/a b.jsonl": sessionLines(14),
      "transcripts/later.jsonl": sessionLines(16),
      "other.jsonl": sessionLines(15),
    });
    expect(run("git init -q").status).toBe(0);
    writeFileSync(join(folder, ".git/hooks/pre-commit"), hook);
    chmodSync(join(folder, ".git/hooks/pre-commit"), 0o755);
    expect(run('git add other.jsonl "transcripts/a b.jsonl" && git commit -qm one')).toMatchObject({
      status: 0,
    });
    expect(run('git show "HEAD:transcripts/a b.jsonl"').stdout).toContain("[old tool result: ");
    expect(run("git show HEAD:other.jsonl").stdout).toBe(sessionLines(15));
    expect(readFileSync(join(folder, "transcripts/later.jsonl"), "utf8")).toBe(sessionLines(16));
    expect(run("git rm -q other.jsonl && git commit -qm two").status).toBe(0);
  });

  it("for pre-commit names a command that changes the files it is given", () => {
    const { repos } = parse(recipe("Keep transcripts", "yaml")) as {
      repos: { hooks: { entry: string; files: string; language: string }[] }[];
    };
    const hook = repos[0]?.hooks[0];
    expect(hook?.language).toBe("system");
    expect("transcripts/a.jsonl").toMatch(new RegExp(hook?.files ?? "^$"));
    const { folder, run } = home({ "transcripts/a.jsonl": sessionLines(14) });
    expect(run(`${hook?.entry} transcripts/a.jsonl`)).toEqual({
      stdout: "",
      stderr: "",
      status: 0,
    });
    expect(readFileSync(join(folder, "transcripts/a.jsonl"), "utf8")).not.toBe(sessionLines(14));
  });
});

describe("the action", () => {
  const action = parse(textOf("action.yml")) as {
    inputs: Record<string, { description: string; default?: string }>;
    outputs: Record<string, { value: string }>;
    runs: {
      using: string;
      steps: { id?: string; shell?: string; run?: string; env?: Record<string, string> }[];
    };
  };

  /** Runs its script as the step does; `gh` writes down how it was called. */
  function step(files: Readonly<Record<string, string>>, inputs: Readonly<Record<string, string>>) {
    const gh =
      '#!/bin/sh\nprintf "%s\\n" "$@" > "$HOME/gh.args"\nwhile [ $# -gt 0 ]; do [ "$1" = --body-file ] && cp "$2" "$HOME/gh.body"; shift; done\n';
    const { folder, run } = home(files, { gh });
    const told = run(`"${join(ROOT, "scripts/action.sh")}"`, {
      GITHUB_STEP_SUMMARY: join(folder, "summary"),
      GITHUB_OUTPUT: join(folder, "outputs"),
      GITHUB_REPOSITORY: "a/b",
      ...inputs,
    });
    const read = (name: string) =>
      existsSync(join(folder, name)) ? readFileSync(join(folder, name), "utf8") : undefined;
    return { ...told, read };
  }

  it("passes every input and output by the environment, never into the text of its script", () => {
    expect(action.runs.using).toBe("composite");
    const last = action.runs.steps.find(({ id }) => id === "compact");
    expect(last?.run).toBe('"$GITHUB_ACTION_PATH/scripts/action.sh"');
    for (const { run = "", shell } of action.runs.steps) {
      expect(run).not.toContain("${{");
      if (run !== "") expect(shell).toBe("bash");
    }
    const passed = Object.values(last?.env ?? {}).join();
    for (const name of Object.keys(action.inputs)) expect(passed).toContain(`inputs.${name}`);
    const script = textOf("scripts/action.sh");
    for (const name of Object.keys(last?.env ?? {}))
      if (name !== "GH_TOKEN") expect(script).toContain(name);
    for (const [name, { value }] of Object.entries(action.outputs)) {
      expect(value).toContain(`steps.compact.outputs.${name} `);
      expect(textOf("scripts/action-table.js")).toContain(`${name}=`);
    }
  });

  it("compacts a folder into another and comments the table", () => {
    const { status, read } = step(
      { "logs/run.jsonl": sessionLines(14), "logs/a|`b`.jsonl": sessionLines(13) },
      {
        INPUT_PATH: "logs\n",
        INPUT_OUT_DIR: "out",
        INPUT_OPTIONS: "--window 3",
        PULL_REQUEST: "7",
      },
    );
    expect(status).toBe(0);
    expect(read("logs/run.jsonl")).toBe(sessionLines(14));
    expect(read("out/logs/run.jsonl")).toContain("[observation masked");
    const table = read("summary") ?? "";
    expect(table).toMatch(
      /^\*\*elision\*\* saved \d+\.\d% of [\d,]+ chars in 2 transcripts; files: [\d,]+ → [\d,]+ bytes\.\n\n\| transcript/,
    );
    expect(table).toContain("| `logs/run.jsonl` |");
    expect(table).toContain("| `` logs/a\\|`b`.jsonl `` |");
    expect(read("gh.body")).toBe(table);
    expect(read("gh.args")?.split("\n").slice(0, 5)).toEqual([
      "pr",
      "comment",
      "7",
      "--repo",
      "a/b",
    ]);
    expect(read("outputs")).toMatch(/^before-bytes=\d+\nafter-bytes=\d+\nexit-code=0\n$/);
  });

  it("compacts in place, says what was missed, and comments only where it is asked to", () => {
    const missed = step(
      { "run.jsonl": sessionLines(14) },
      {
        INPUT_PATH: "run.jsonl",
        INPUT_OUT_DIR: "",
        INPUT_OPTIONS: "--target 10 --trigger 20",
        PULL_REQUEST: "7",
        INPUT_COMMENT: "false",
      },
    );
    expect(missed.status).toBe(0);
    expect(missed.read("run.jsonl")).toContain("[observation masked");
    expect(missed.read("summary")).toContain("elision ended with 1");
    expect(missed.read("gh.args")).toBeUndefined();
    const gone = step({}, { INPUT_PATH: "gone.jsonl", INPUT_OUT_DIR: "out" });
    expect(gone.status).toBe(2);
    expect(gone.stderr).toContain("gone.jsonl");
    const injected = step(
      { "run.jsonl": sessionLines(2) },
      {
        INPUT_PATH: "run.jsonl",
        INPUT_OUT_DIR: "out",
        INPUT_OPTIONS: "$(touch hacked) ;touch hacked",
      },
    );
    expect(injected.status).toBe(2);
    expect(injected.read("hacked")).toBeUndefined();
  });
});

describe("the Dockerfile", () => {
  it("has no fault that its linter knows, copies only what is there and ends as another user", () => {
    const text = textOf("Dockerfile");
    expect(validate(text)).toEqual([]);
    const lines = text
      .replace(/\\\n/g, " ")
      .split("\n")
      .filter((line) => /^[A-Z]/.test(line));
    for (const line of lines) {
      const [word, ...rest] = line.split(/\s+/);
      if (word === "FROM") expect(rest[0]).toMatch(/^node:\d+-slim$/);
      if (word === "COPY" && !rest[0]?.startsWith("--from"))
        for (const name of rest.slice(0, -1)) expect(existsSync(join(ROOT, name))).toBe(true);
    }
    const [major = 0] = [...text.matchAll(/node:(\d+)/g)].map(([, number]) => Number(number));
    expect(major).toBeGreaterThanOrEqual(20);
    expect(lines.findLast((line) => line.startsWith("USER"))).toBe("USER 1000");
    expect(lines.at(-1)).toBe('ENTRYPOINT ["elision"]');
  });

  it("is sent nothing that it does not need", () => {
    expect(textOf(".dockerignore").split("\n")).toEqual(
      expect.arrayContaining([".git", "node_modules", "dist"]),
    );
  });
});
