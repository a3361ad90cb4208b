/**
 * The libraries that write these formats load what comes out of a compaction, and see as many masked results as it
 * has. They are Python's: ELISION_LOADERS names a folder that has a virtual environment of each (CONTRIBUTING.md says
 * how to make it); one that is not there is skipped by name.
 */
import { execFileSync } from "node:child_process";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { folderWith } from "../support/folder.ts";
import { elision } from "../support/shell.ts";
import { LOADERS } from "./loader-scripts.ts";

const FIXTURES = fileURLToPath(new URL("../../fixtures/", import.meta.url));

const OPTIONS = ["--window", "1", "--min-gain", "1", "--keep-errors", "none"];

describe.each(Object.entries(LOADERS))("%s", (name, { fixtures, script }) => {
  const python = join(process.env.ELISION_LOADERS ?? "", name, "bin/python");
  const isThere = process.env.ELISION_LOADERS !== undefined && existsSync(python);
  const title = isThere
    ? "loads what comes out of %s"
    : "loads what comes out of %s (no ELISION_LOADERS)";
  it.skipIf(!isThere).each(fixtures)(title, { timeout: 120_000 }, async (fixture) => {
    const bytes = readFileSync(join(FIXTURES, fixture));
    const name = basename(fixture);
    const folder = folderWith({ [name]: bytes, [`original/${name}`]: bytes });
    const [file, original] = [join(folder, name), join(folder, "original", name)];
    const report = ["-i", "--no-archive", "--report", "json", ...OPTIONS];
    const { stderr } = await elision([...report, file]);
    const { totals } = JSON.parse(stderr);
    expect(totals.maskedCount).toBeGreaterThan(0);
    const program = join(folder, "load.py");
    writeFileSync(
      program,
      `import json, os, sys\nsys.stdout = sys.stderr\npath = sys.argv[1]${script}os.write(1, json.dumps(texts).encode())\n`,
    );
    const load = (path: string): string[] => {
      const stdio = ["ignore", "pipe", "pipe"] as const;
      return JSON.parse(
        execFileSync(python, [program, path], { encoding: "utf8", stdio: [...stdio] }),
      );
    };
    const texts = load(file);
    expect(texts).toHaveLength(load(original).length);
    const masked = texts.filter((text) => text.includes("[observation masked")).length;
    expect(masked).toBeGreaterThanOrEqual(totals.maskedCount);
    // A loader may keep what is no longer sent, of which more was masked.
    expect(masked).toBeLessThanOrEqual(totals.maskedCount + (totals.deadMaskedCount ?? 0));
  });
});
