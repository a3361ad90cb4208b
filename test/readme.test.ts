/** The README is true: its commands run, and print what it says. */
import { execFileSync } from "node:child_process";
import { cpSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { optionsTable } from "../src/cli/options-table.ts";
import { FORMAT_NAMES, FORMATS } from "../src/formats/index.ts";
import * as library from "../src/index.ts";
import { folderWith } from "./support/folder.ts";
import { shell } from "./support/process.ts";

const ROOT = fileURLToPath(new URL("..", import.meta.url));
const README = readFileSync(join(ROOT, "README.md"), "utf8");

function blocks(language: string): string[] {
  const pattern = new RegExp(`^\`\`\`${language}\n([\\s\\S]*?)^\`\`\`$`, "gm");
  return [...README.matchAll(pattern)].map((match) => match[1] ?? "");
}

describe("an example in the README", () => {
  it.each(blocks("console").map((block, index) => ({ block, index })))(
    "prints what it says ($index)",
    async ({ block }) => {
      const folder = folderWith();
      cpSync(join(ROOT, "fixtures"), join(folder, "fixtures"), { recursive: true });
      mkdirSync(join(folder, "project"));
      writeFileSync(join(folder, "project", "elision.toml"), blocks("toml").join(""));
      let made = "";
      for (const [, command = ""] of block.matchAll(/^\$ (.*)$/gm)) {
        const { stdout, stderr } = await shell(`export COLUMNS=80; ${command}`, folder);
        made += `$ ${command}\n${stdout}${stderr}`;
      }
      if (process.env.UPDATE_README === "1") update(block, made);
      expect(made).toBe(block);
    },
  );

  it("of the library names what the library exports", () => {
    const [example = ""] = blocks("js");
    const names = /import \{ (.*) \} from "elision"/.exec(example)?.[1]?.split(", ") ?? [];
    expect(names.length).toBeGreaterThan(0);
    for (const name of names) expect(library).toHaveProperty(name);
  });
});

it("says what each export of the library is for", () => {
  const section = README.slice(README.indexOf("## Library"), README.indexOf("## Limits"));
  for (const name of Object.keys(library))
    expect(section).toMatch(new RegExp(`^- .*\`${name}\\b`, "m"));
});

it("lists the options as they are declared", () => {
  expectBetween("options", optionsTable());
});

it("lists the formats as they are", () => {
  expectBetween("formats", formatsTable());
});

it("names every key of a report, an inspection, a comparison and a finding", async () => {
  const reports = await Promise.all([
    shell("elision -n --report json --max-input-tokens 1M fixtures/codex/rollout.jsonl", ROOT),
    shell("elision inspect --report json fixtures/codex/rollout.jsonl", ROOT),
    shell("elision compare --misses --report json fixtures/openai-chat/session.jsonl", ROOT),
    shell("elision check --report json fixtures/langchain/dumps.json", ROOT),
  ]);
  for (const { stdout, stderr } of reports) {
    const { transcripts, findings, files = [] } = JSON.parse(stdout === "" ? stderr : stdout);
    const [first] = transcripts ?? findings;
    const { outcomes = [], misses = [] } = first;
    const parts = [first, ...files, ...outcomes, ...misses];
    const keys = new Set(parts.flatMap((each) => Object.keys(each)));
    expect(keys.size).toBeGreaterThan(4);
    expect([...keys].filter((key) => !README.includes(`\`${key}\``))).toEqual([]);
  }
});

it("installs and does the main job with its first command, on a fresh checkout", async () => {
  const [first = ""] = blocks("sh");
  const folder = folderWith();
  const files = execFileSync(
    "git",
    ["ls-files", "-z", "--cached", "--others", "--exclude-standard"],
    { cwd: ROOT },
  );
  for (const name of files.toString().split("\0").filter(Boolean)) {
    cpSync(join(ROOT, name), join(folder, name), { recursive: true });
    expect(dirname(name)).not.toBe("dist");
  }
  const { stdout, stderr, code } = await shell(
    first.replace("npm ci", "npm ci --prefer-offline"),
    folder,
  );
  expect({ code, stderr: stderr.includes("maskedCount") }).toEqual({ code: 0, stderr: true });
  expect(stdout).toContain("[observation masked \\u2014 344 chars]");
}, 180_000);

it("has a test command that its continuous integration runs", () => {
  expect(blocks("sh")[1]).toBe("npm cit\n");
  expect(readFileSync(join(ROOT, ".ci/run"), "utf8")).toContain("npm cit");
});

function formatsTable(): string {
  const rows = FORMAT_NAMES.toSorted().map((name) => {
    const { writtenBy, layouts, dropping } = FORMATS[name];
    const drops = typeof dropping === "string" ? dropping : "native";
    return `| \`${name}\` | ${writtenBy} | ${layouts.join(", ")} | ${drops} |\n`;
  });
  return `| format | written by | layouts | dropping |\n|---|---|---|---|\n${rows.join("")}`;
}

/** Expects this text between the marks of a name, or with UPDATE_README=1 writes it there. */
function expectBetween(name: string, text: string): void {
  const between = new RegExp(`(<!-- ${name} -->\n)[\\s\\S]*?(<!-- /${name} -->)`);
  const found = between.exec(README)?.[0] ?? "";
  if (process.env.UPDATE_README === "1") update(found, found.replace(between, `$1${text}$2`));
  expect(found).toContain(text);
}

function update(block: string, made: string): void {
  const path = join(ROOT, "README.md");
  writeFileSync(
    path,
    readFileSync(path, "utf8").replace(block, () => made),
  );
}
