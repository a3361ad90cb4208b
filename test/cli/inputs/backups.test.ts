/** Backups in a folder are no inputs, whatever the command: each session would count twice. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { folderWith } from "../../support/folder.ts";
import { sessionLines } from "../../support/sessions.ts";
import { elision } from "../../support/shell.ts";

const READERS = [["check"], ["inspect"], ["compare"], ["replay"], ["-n"]] as const;

describe.each(READERS)("elision %s", (command) => {
  const argv = command === "replay" ? [command] : [command, "--report", "json"];

  it("reads no file of a folder that bears the suffix that was set for good", async () => {
    const folder = folderWith({ "a.jsonl": sessionLines(9), "a.jsonl.kept": sessionLines(9) });
    const { stdout, stderr } = await elision([...argv, folder], {
      env: { ELISION_BACKUP: ".kept" },
    });
    const said = `${stdout}${stderr}`;
    expect(said).not.toContain("a.jsonl.kept");
    if (command !== "replay") expect(said).toContain(`"inputs": 1`);
  });

  it.each([".orig", ".bak", "~"])(
    "reads none named like another and %s, and says so",
    async (suffix) => {
      const folder = folderWith({
        "a.jsonl": sessionLines(9),
        [`a.jsonl${suffix}`]: sessionLines(9),
        [`b.jsonl${suffix}`]: sessionLines(9),
      });
      const { stdout, stderr } = await elision([...argv, folder]);
      const said = `${stdout}${stderr}`;
      expect(said).not.toContain(`a.jsonl${suffix}`);
      if (command !== "replay") expect(said).toContain(`"inputs": 2`);
      expect(said).toContain("files named like another and .orig, .bak or ~ were not read: 1");
      const named = await elision([...argv, join(folder, `a.jsonl${suffix}`)]);
      expect(named.stderr).not.toContain("not read");
    },
  );
});

it("leaves backups of an earlier run alone where --backup is forgotten", async () => {
  const original = sessionLines(30);
  const folder = folderWith({ "a.jsonl": original });
  await elision(["-q", "-i", "--window", "20", "--backup", ".orig", folder]);
  await elision(["-q", "-i", "--window", "2", folder]);
  expect(readFileSync(join(folder, "a.jsonl.orig"), "utf8")).toBe(original);
});
