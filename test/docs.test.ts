/** README.md and docs/ are true: their commands run and print what they say, their tables are complete. */
import { execFileSync } from "node:child_process";
import { cpSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import type { Format } from "../src/formats/format.ts";
import { FORMAT_NAMES, FORMATS } from "../src/formats/index.ts";
import * as library from "../src/index.ts";
import { RULES } from "../src/reduce/rules/index.ts";
import RESUMED from "./agents/outcomes.json" with { type: "json" };
import SCENES from "./agents/scenes.json" with { type: "json" };
import { folderWith } from "./support/folder.ts";
import { optionsTable } from "./support/options-table.ts";
import { shell } from "./support/process.ts";

const ROOT = fileURLToPath(new URL("..", import.meta.url));
const UPDATE = process.env.UPDATE_DOCS === "1";
const NAMES = [
  "README.md",
  ...readdirSync(join(ROOT, "docs")).map((name) => `docs/${name}`),
].filter((name) => name.endsWith(".md"));

const textOf = (name: string): string => readFileSync(join(ROOT, name), "utf8");

function blocks(name: string, language: string): string[] {
  const pattern = new RegExp(`^\`\`\`${language}\n([\\s\\S]*?)^\`\`\`$`, "gm");
  return [...textOf(name).matchAll(pattern)].map((match) => match[1] ?? "");
}

const EXAMPLES = NAMES.flatMap((name) =>
  blocks(name, "console").map((block) => ({ name, block, first: block.split("\n")[0] })),
);

describe("an example", () => {
  it.each(EXAMPLES)("of $name prints what it says: $first", async ({ name, block }) => {
    const folder = folderWith();
    // Only those folders of fixtures that it names: there are many.
    for (const [named] of block.matchAll(/\bfixtures\b(?:\/[\w-]+(?![\w.-]))*/g))
      cpSync(join(ROOT, named), join(folder, named), { recursive: true });
    mkdirSync(join(folder, "project"));
    writeFileSync(
      join(folder, "project", "elision.toml"),
      blocks("docs/settings.md", "toml").join(""),
    );
    let made = "";
    for (const [, command = ""] of block.matchAll(/^\$ (.*)$/gm)) {
      const { stdout, stderr } = await shell(`export COLUMNS=80; ${command}`, folder);
      made += `$ ${command}\n${stdout}${stderr}`;
    }
    if (UPDATE) replaceIn(name, block, made);
    expect(made).toBe(block);
  });

  it("of the library names what the library exports", () => {
    const [example = ""] = blocks("docs/library.md", "js");
    const names = /import \{ (.*) \} from "elision"/.exec(example)?.[1]?.split(", ") ?? [];
    expect(names.length).toBeGreaterThan(0);
    for (const name of names) expect(library).toHaveProperty(name);
  });
});

it("says what each export of the library is for", () => {
  for (const name of Object.keys(library))
    expect(textOf("docs/library.md")).toMatch(new RegExp(`^- .*\`${name}\\b`, "m"));
});

it("lists the options as they are declared", () => {
  expectBetween("docs/options.md", "options", optionsTable());
});

it("lists the reasons as the rules give them", () => {
  expectBetween("docs/report.md", "reasons", reasonsTable());
});

it("lists the formats as they are", () => {
  expectBetween("docs/formats.md", "formats", formatsTable());
});

it("shows what became of sessions that real agents resumed", () => {
  expectBetween("docs/resume.md", "resumed", resumedTable());
});

it("shows what real agents keep of scenes that they played", () => {
  expectBetween("docs/resume.md", "scenes", scenesTable());
});

it("names every key of a report, an inspection, a comparison and a finding", async () => {
  const reports = await Promise.all([
    shell("elision -n --report json --max-input-tokens 1M fixtures/codex/rollout.jsonl", ROOT),
    shell("elision inspect --report json fixtures/codex/rollout.jsonl", ROOT),
    shell("elision compare --misses --report json fixtures/openai-chat/session.jsonl", ROOT),
    shell("elision compare --fit --report json fixtures/qwen-code/session.jsonl", ROOT),
    shell("elision check --report json fixtures/langchain/dumps.json", ROOT),
  ]);
  const text = textOf("docs/report.md");
  for (const { stdout, stderr } of reports) {
    const { transcripts, findings, files = [] } = JSON.parse(stdout === "" ? stderr : stdout);
    const [first] = transcripts ?? findings;
    const { outcomes = [], misses = [], fit } = first;
    const ofFit = fit === undefined ? [] : [fit, ...fit.deviations, ...fit.all];
    const parts = [first, ...files, ...outcomes, ...misses, ...ofFit];
    const keys = new Set(parts.flatMap((each) => Object.keys(each)));
    expect(keys.size).toBeGreaterThan(4);
    expect([...keys].filter((key) => !text.includes(`\`${key}\``))).toEqual([]);
  }
});

it("links only to files that exist", () => {
  const files = checkedOut();
  const there = new Set(files.flatMap((file) => [file, ...foldersOf(file)]));
  const broken = NAMES.flatMap((name) =>
    [...textOf(name).matchAll(/\]\((?!https?:|#)([^)#]+)/g)]
      .map(([, target = ""]) => join(dirname(name), target).replace(/\/$/, ""))
      .filter((target) => !there.has(target)),
  );
  expect(broken).toEqual([]);
});

it("names source files for contributors that exist", () => {
  const files = new Set(checkedOut());
  const named = [...textOf("CONTRIBUTING.md").matchAll(/`([\w.-]+\/[\w./-]+\.(?:ts|js|py))`/g)];
  const ofItsExample = /kimi|keep-larger/;
  const missing = named
    .map(([, name = ""]) => name)
    .filter((name) => ![name, `src/${name}`, `test/${name}`].some((path) => files.has(path)))
    .filter((name) => !ofItsExample.test(name));
  expect(named.length).toBeGreaterThan(30);
  expect(missing).toEqual([]);
});

it("keeps the README short", () => {
  expect(Buffer.byteLength(textOf("README.md"))).toBeLessThanOrEqual(12_288);
});

// `npm cit` does the same where it runs; here it takes as long as all other examples together.
const onDeepRuns = process.env.ELISION_DEEP === "1" ? it : it.skip;
onDeepRuns(
  "installs and does the main job with the README's first command, on a fresh checkout",
  async () => {
    const [first = ""] = blocks("README.md", "sh");
    const folder = folderWith();
    for (const name of checkedOut()) {
      cpSync(join(ROOT, name), join(folder, name), { recursive: true });
      expect(dirname(name)).not.toBe("dist");
    }
    const { stderr, code } = await shell(
      first.replace("npm ci", "npm ci --prefer-offline"),
      folder,
    );
    expect({ code, account: stderr.includes("maskedCount") }).toEqual({ code: 0, account: true });
  },
  180_000,
);

it("has a test command that its continuous integration runs", () => {
  expect(blocks("README.md", "sh")).toContain("npm cit\n");
  expect(textOf(".ci/run")).toContain("npm cit");
});

/** The outcomes that `npm run test:agents` found: a row for each agent, a column for what was done. */
function resumedTable(): string {
  const names = [...new Set(RESUMED.map(({ agent }) => agent))];
  const ways = [...new Set(RESUMED.map(({ options }) => options))];
  const rows = names.map((name) => {
    const cells = ways.map((options) => {
      const found = RESUMED.find((each) => each.agent === name && each.options === options);
      return found === undefined ? "–" : resumed(found);
    });
    return `| ${name} | ${cells.join(" | ")} |\n`;
  });
  const heads = ways.map((options) => (options === "" ? "nothing" : `\`${options}\``));
  const head = `| \`elision -i\` with | ${heads.join(" | ")} |\n|---|${heads.map(() => "---|").join("")}\n`;
  return head + rows.join("");
}

function resumed({
  agent,
  answer,
  results,
  masked,
  blocks,
  valid,
}: (typeof RESUMED)[number]): string {
  const isBound = RESUMED.some((each) => each.agent === agent && each.blocks > 0);
  const sent = `${results} result${results === 1 ? "" : "s"}, ${masked} masked`;
  const reasoning =
    blocks === valid
      ? `${blocks} block${blocks === 1 ? "" : "s"}`
      : `${valid} of ${blocks} blocks valid`;
  return `${answer === 200 ? "resumes" : "**400**"}: ${sent}${isBound ? `; ${reasoning}` : ""}`;
}

/** What `npm run test:agents` found in sessions in which more happens: a row for each agent. */
function scenesTable(): string {
  const head =
    "| | calls at once | errors | pictures | subagent | compacts itself | interrupted turn | resumed |\n" +
    `|---|${"---|".repeat(7)}\n`;
  const rows = SCENES.map(({ agent, errors, images: [found, sent] = [], ...seen }) => {
    const pictures = found === sent ? `${found}` : `${found}, of which it sends ${sent}`;
    const [results, masked] = seen.resumed ?? [];
    const all = `${results} result${results === 1 ? "" : "s"}, ${masked} masked`;
    const resumed = results === undefined ? "–" : all;
    const words = [seen.parallel, errors, pictures, said(seen.subagent), said(seen.compacted)];
    return `| ${[agent, ...words, seen.interrupted, resumed].join(" | ")} |\n`;
  });
  return head + rows.join("");
}

const said = (value: boolean): string => (value ? "yes" : "–");

function reasonsTable(): string {
  const rows = Object.entries(RULES).map(
    ([name, { acts, reason }]) => `| \`${name}\` | ${acts}s | ${reason} |\n`,
  );
  return `| rule | | because |\n|---|---|---|\n${rows.join("")}`;
}

function formatsTable(): string {
  const rows = FORMAT_NAMES.toSorted().map((name) => {
    const { writtenBy, layouts, dropping, knownFrom }: Format = FORMATS[name];
    const drops = typeof dropping === "string" ? dropping : "native";
    return `| \`${name}\` | ${writtenBy} | ${layouts.join(", ")} | ${drops} | ${knownFrom} |\n`;
  });
  return `| format | written by | layouts | dropping | known from |\n|---|---|---|---|---|\n${rows.join("")}`;
}

/** Expects this text between the marks of a name; UPDATE_DOCS=1 writes it there. */
function expectBetween(name: string, mark: string, text: string): void {
  const between = new RegExp(`(<!-- ${mark} -->\n)[\\s\\S]*?(<!-- /${mark} -->)`);
  const found = between.exec(textOf(name))?.[0] ?? "";
  if (UPDATE) replaceIn(name, found, found.replace(between, `$1${text}$2`));
  const next = `UPDATE_DOCS=1 npx vitest run test/docs.test.ts writes what ${name} lists`;
  expect(between.exec(textOf(name))?.[0] ?? "", next).toContain(text);
}

function replaceIn(name: string, block: string, made: string): void {
  const path = join(ROOT, name);
  writeFileSync(
    path,
    readFileSync(path, "utf8").replace(block, () => made),
  );
}

/** The files of a checkout, and those that may be added to it. */
function checkedOut(): readonly string[] {
  const argv = ["ls-files", "-z", "--cached", "--others", "--exclude-standard"];
  return execFileSync("git", argv, { cwd: ROOT }).toString().split("\0").filter(Boolean);
}

/** The folders that a file is in: `a/b` and `a` of `a/b/c`. */
function foldersOf(file: string): readonly string[] {
  const folder = dirname(file);
  return folder === "." ? [folder] : [folder, ...foldersOf(folder)];
}
