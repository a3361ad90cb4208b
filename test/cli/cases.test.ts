/**
 * Whole-program cases: a folder each, with `cmd` (a shell line without a shell: `< file` is stdin),
 * its files, and what must come out: `expected.out`, `expected.err`, `expected.code` if it is not 0,
 * and `expected/` for files that must be there after. `UPDATE_CASES=1` writes what came out.
 */
import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { folderWith } from "../support/folder.ts";
import { elision } from "../support/shell.ts";

const CASES = new URL("../cases/", import.meta.url).pathname;

it.each(readdirSync(CASES))("case %s", async (name) => {
  const folder = join(CASES, name);
  const work = folderWith();
  cpSync(folder, work, { recursive: true, filter: (path) => !path.includes("/expected") });
  const [command, stdin] = readFileSync(join(folder, "cmd"), "utf8").trim().split(" < ");
  const argv = (command ?? "").match(/'[^']*'|\S+/g)?.map((word) => word.replaceAll("'", "")) ?? [];
  rmSync(join(work, "cmd"));
  const cwd = process.cwd();
  process.chdir(work);
  try {
    const outcome = await elision(argv.slice(1), {
      ...(stdin !== undefined && { stdin: readFileSync(join(work, stdin)) }),
      columns: 80,
    });
    const made = filesBelow(work).filter(
      (file) => !existsSync(join(folder, file)) || changed(folder, work, file),
    );
    if (process.env.UPDATE_CASES === "1") update(folder, { ...outcome, work, made });
    expect({ ...outcome, made }, NEXT).toEqual({
      stdout: read(folder, "expected.out"),
      stderr: read(folder, "expected.err"),
      exitCode: Number(read(folder, "expected.code") || 0),
      made: filesBelow(join(folder, "expected")),
    });
    for (const file of made)
      expect(readFileSync(join(work, file), "utf8")).toBe(read(folder, join("expected", file)));
  } finally {
    process.chdir(cwd);
  }
});

const NEXT = "UPDATE_CASES=1 npx vitest run test/cli/cases.test.ts writes this: read its diff";

function read(folder: string, name: string): string {
  return existsSync(join(folder, name)) ? readFileSync(join(folder, name), "utf8") : "";
}

function filesBelow(folder: string): string[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((name) => statSync(join(folder, name)).isFile())
    .sort();
}

function changed(before: string, after: string, name: string): boolean {
  return !readFileSync(join(before, name)).equals(readFileSync(join(after, name)));
}

function update(
  folder: string,
  now: { stdout: string; stderr: string; exitCode: number; work: string; made: string[] },
): void {
  const put = (name: string, text: string) => {
    if (text === "") rmSync(join(folder, name), { force: true });
    else writeFileSync(join(folder, name), text);
  };
  put("expected.out", now.stdout);
  put("expected.err", now.stderr);
  put("expected.code", now.exitCode === 0 ? "" : `${now.exitCode}\n`);
  rmSync(join(folder, "expected"), { recursive: true, force: true });
  for (const file of now.made) {
    mkdirSync(join(folder, "expected", file, ".."), { recursive: true });
    cpSync(join(now.work, file), join(folder, "expected", file));
  }
}
