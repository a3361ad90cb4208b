/** Names of files that are not UTF-8 lead nowhere: Node gives them with a sign in their place. */
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { expect, it } from "vitest";
import { folderWith } from "../../support/folder.ts";
import { sessionLines } from "../../support/sessions.ts";
import { elision } from "../../support/shell.ts";

const original = sessionLines(30);

/** A path below a folder, of which a name ends with a byte that is no UTF-8. */
function below(folder: string, name: string): Buffer {
  return Buffer.concat([Buffer.from(`${folder}/${name}`), Buffer.from([0xff])]);
}

it.skipIf(process.platform !== "linux")(
  "names files and folders in a folder, and does the others",
  async () => {
    const folder = folderWith({ "b.jsonl": original });
    const file = below(folder, "a");
    const inner = below(folder, "c");
    const within = Buffer.concat([inner, Buffer.from("/d.jsonl")]);
    mkdirSync(inner);
    writeFileSync(file, original);
    writeFileSync(within, original);
    const { exitCode, stderr } = await elision(["-i", "--window", "1", folder]);
    expect(exitCode).toBe(2);
    expect(stderr).toContain(`${folder}/a\ufffd: its name is not UTF-8`);
    expect(stderr).toContain(`${folder}/c\ufffd: its name is not UTF-8`);
    expect(readFileSync(`${folder}/b.jsonl`, "utf8").length).toBeLessThan(original.length);
    for (const path of [file, within]) expect(readFileSync(path, "utf8")).toBe(original);
  },
);

it("reads a file whose name holds that sign itself", async () => {
  const folder = folderWith({ "a\ufffd.jsonl": original });
  const { exitCode, stderr } = await elision(["-n", "--window", "1", folder]);
  expect(exitCode).toBe(0);
  expect(stderr).toContain("a\ufffd.jsonl");
});

it("shows that a name is empty", async () => {
  const { stderr, exitCode } = await elision(["", "-n"]);
  expect([stderr, exitCode]).toEqual(['elision: "": no such file or folder\n', 2]);
});
