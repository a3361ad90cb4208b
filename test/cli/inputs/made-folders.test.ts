import { existsSync, mkdirSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { folderWith } from "../../support/folder.ts";
import { sessionLines } from "../../support/sessions.ts";
import { elisionIn } from "../../support/shell.ts";

const LINES = sessionLines(30);
const DAMAGED = gzipSync(LINES).subarray(0, 400);

describe("a folder for outputs", () => {
  it.each(["1", "2"])(
    "is not left empty where nothing was written, with %s threads",
    async (jobs) => {
      const dir = folderWith({ "logs/a/one.jsonl.gz": DAMAGED, "logs/b/two.jsonl.gz": DAMAGED });
      const { exitCode } = await elisionIn(dir, [
        "logs",
        "-q",
        "-j",
        jobs,
        "--out-dir",
        "new/small",
      ]);
      expect(exitCode).toBe(2);
      expect(readdirSync(dir)).toEqual(["logs"]);
    },
  );

  it("stays with what was written there, without the folders of what failed", async () => {
    const dir = folderWith({ "logs/a/one.jsonl.gz": DAMAGED, "logs/b/two.jsonl": LINES });
    await elisionIn(dir, ["logs", "-q", "--out-dir", "small"]);
    expect(readdirSync(join(dir, "small/logs"))).toEqual(["b"]);
    expect(readdirSync(join(dir, "small/logs/b"))).toEqual(["two.jsonl"]);
  });

  it("stays empty if it was there before", async () => {
    const dir = folderWith({ "one.jsonl.gz": DAMAGED });
    mkdirSync(join(dir, "small"));
    await elisionIn(dir, ["one.jsonl.gz", "-q", "--out-dir", "small"]);
    expect(existsSync(join(dir, "small"))).toBe(true);
  });
});
