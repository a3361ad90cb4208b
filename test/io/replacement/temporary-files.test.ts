import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { beginReplacement } from "../../../src/io/replacement/replacement.ts";
import {
  isTemporaryName,
  makeTemporaryFolder,
  temporaryPathFor,
} from "../../../src/io/replacement/temporary-files.ts";
import { folderWith } from "../../support/folder.ts";

/** No process has this id: it is past the largest that Linux gives. */
const GONE = 4_194_305;

async function replace(file: string): Promise<void> {
  const replacement = beginReplacement(file);
  await replacement.write([Buffer.from("new")]);
  await replacement.commit();
}

describe("temporary files", () => {
  it("of processes that are gone are removed, of this host only", async () => {
    const folder = folderWith({ file: "old" });
    const ours = temporaryPathFor(join(folder, "file"));
    const gone = ours.replace(`-${process.pid}-`, `-${GONE}-`);
    const otherHost = gone.replace(/-[0-9a-f]{8}-(\d+\.tmp)$/, "-00000000-$1");
    const names = [ours, gone, otherHost, join(folder, `.file.elision-${GONE}-0.tmp`)];
    for (const name of names) writeFileSync(name, "half");
    expect(names.every((name) => isTemporaryName(name.slice(folder.length + 1)))).toBe(true);
    await replace(join(folder, "file"));
    expect(names.map(existsSync)).toEqual([true, false, true, true]);
    expect(readFileSync(join(folder, "file"), "utf8")).toBe("new");
  });

  it("of an earlier process with the id of one that runs are removed", async () => {
    const folder = folderWith({ file: "old" });
    const ours = temporaryPathFor(join(folder, "file"));
    const [, started = ""] = /elision-\d+-(\d+)-/.exec(ours) ?? [];
    if (started === "0") return; // This system does not tell.
    writeFileSync(ours.replace(`-${started}-`, "-1-"), "half");
    await replace(join(folder, "file"));
    expect(readdirSync(folder)).toEqual(["file"]);
  });

  it("are in a folder of their owner's alone where they are copies, each its own", () => {
    const parent = folderWith();
    vi.stubEnv("TMPDIR", parent);
    onTestFinished(() => void vi.unstubAllEnvs());
    const next = temporaryPathFor("/x/a.db").replace(
      /-(\d+)\.tmp$/,
      (_, k) => `-${Number(k) + 1}.tmp`,
    );
    mkdirSync(join(parent, basename(next))); // As another thread of this process would name it.
    const folder = makeTemporaryFolder("/x/a.db");
    expect(folder).not.toBe(join(parent, basename(next)));
    expect(isTemporaryName(basename(folder))).toBe(true);
    expect(statSync(folder).mode & 0o777).toBe(0o700);
  });

  it("have names that are short enough, whatever the file is called", () => {
    const name = temporaryPathFor(`/x/${"é".repeat(127)}`);
    expect(Buffer.byteLength(name) - 3).toBeLessThan(255);
    expect(isTemporaryName(name.slice(3))).toBe(true);
  });

  it("are told from a user's files", () => {
    const others = ["a.tmp", ".a.elision-x-0.tmp", "a.elision-1-0.tmp", ".a.elision-1-0.tmp.txt"];
    expect(others.map(isTemporaryName)).toEqual([false, false, false, false]);
  });
});
