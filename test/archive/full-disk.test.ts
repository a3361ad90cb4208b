import { spawnSync } from "node:child_process";
import { chmodSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { openArchive } from "../../src/archive/open-archive.ts";
import { digestOf } from "../support/archive-entries.ts";
import { bundledScript } from "../support/bundled.ts";
import { folderWith } from "../support/folder.ts";
import { PLAIN_BASH } from "../support/process.ts";

/** Adds texts that do not compress until that fails, and may flush each; says how many there were then, and why. */
const FILL = `
import { createHash, randomBytes } from "node:crypto";
import { openArchive } from "elision/archive/open-archive.ts";

const archive = openArchive(process.argv[2], { mode: "write" });
let onDisk = 0;
try {
  for (;;) {
    const text = randomBytes(15_000).toString("base64");
    const digest = createHash("sha256").update(text).digest("hex");
    archive.add({ kind: "text", digest, raw: Buffer.from(JSON.stringify(text)) });
    if (process.argv[3] === "flush") archive.flush();
    onDisk++;
  }
} catch ({ code, message, hint, file }) {
  console.log(JSON.stringify({ code, message, hint, file, onDisk }));
}
`;

describe("a folder without room", () => {
  it.each(["flush", ""])("is said so, and what was on disk is there (%s)", async (way) => {
    const script = await bundledScript(folderWith(), FILL);
    const dir = join(folderWith(), "archive");
    // 200 kB are as much as any file may have.
    const limited = `ulimit -f 200; exec "${process.execPath}" "${script}" "${dir}" ${way}`;
    const { stdout } = spawnSync("bash", [...PLAIN_BASH, limited]);
    const { onDisk, ...said } = JSON.parse(stdout.toString());
    expect(said).toMatchObject({
      code: "archive",
      message: "the archive cannot be used: file too large",
      hint: expect.stringContaining("make room"),
      file: join(dir, "log.ndjson.gz"),
    });
    expect(onDisk).toBeGreaterThan(5);

    const archive = openArchive(dir, { mode: "write" });
    expect(archive.damage).toMatchObject([{ isTail: true }]);
    const entry = { kind: "text", digest: digestOf("a"), raw: Buffer.from('"a"') } as const;
    archive.add(entry);
    archive.flush();
    expect(archive.find(entry.digest)).toEqual([entry]);
    archive.close();
    const again = openArchive(dir);
    expect(again.find(entry.digest)).toEqual([entry]);
    again.close();
  });
});

describe.skipIf(process.getuid?.() === 0)("a folder that is read-only", () => {
  it("is said so to whoever would add to it, and can be read", () => {
    const dir = folderWith();
    const archive = openArchive(dir, { mode: "write" });
    const entry = { kind: "text", digest: digestOf("a"), raw: Buffer.from('"a"') } as const;
    archive.add(entry);
    archive.close();
    chmodSync(dir, 0o500);
    try {
      expect(() => openArchive(dir, { mode: "write" })).toThrow(
        "the archive cannot be used: permission denied",
      );
      const reader = openArchive(dir);
      expect(reader.find(entry.digest)).toEqual([entry]);
      reader.close();
    } finally {
      chmodSync(dir, 0o700);
    }
  });
});
