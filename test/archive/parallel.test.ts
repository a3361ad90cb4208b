import { spawn } from "node:child_process";
import { closeSync, openSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { LOG_NAME } from "../../src/archive/archive.ts";
import { checkTable } from "../../src/archive/index/check-table.ts";
import { openTable } from "../../src/archive/index/disk-table.ts";
import { readLog } from "../../src/archive/log/log.ts";
import { openArchive } from "../../src/archive/open-archive.ts";
import { textEntries } from "../support/archive-entries.ts";
import { bundledScript } from "../support/bundled.ts";
import { folderWith } from "../support/folder.ts";
import { IS_DEEP } from "../support/runs.ts";

/** Adds numbered texts, and says of each group when it is on disk. */
const WRITER = `
import { createHash } from "node:crypto";
import { writeSync } from "node:fs";
import { openArchive } from "elision/archive/open-archive.ts";

const [dir, writer, groups, size] = process.argv.slice(2);
const archive = openArchive(dir, { mode: "write" });
for (let group = 0; group < Number(groups); group++) {
  const digests = [];
  for (let i = 0; i < Number(size); i++) {
    // Every fourth is one that the other processes add as well.
    const name = i % 4 === 0 ? "shared" : writer;
    const text = name + " " + group + " " + i + " " + "x".repeat(i % 500);
    const digest = createHash("sha256").update(text).digest("hex");
    archive.add({ kind: "text", digest, raw: Buffer.from(JSON.stringify(text)) });
    digests.push(digest);
  }
  archive.flush();
  writeSync(1, digests.join("\\n") + "\\n");
}
archive.close();
`;

/** Adds to an archive in many runs, each of which changes the index. */
const RUNS = `
import { createHash } from "node:crypto";
import { openArchive } from "elision/archive/open-archive.ts";

const [dir, writer, runs] = process.argv.slice(2);
for (let run = 0; run < Number(runs); run++) {
  const archive = openArchive(dir, { mode: "write" });
  for (let i = 0; i < 40; i++) {
    const digest = createHash("sha256").update(writer + " " + run + " " + i).digest("hex");
    archive.add({ kind: "text", digest, raw: Buffer.from("1") });
  }
  archive.close();
}
`;

/** Runs the writer; gives the digests that it said are on disk. */
function write(script: string, args: readonly string[], killAfterBytes = Number.POSITIVE_INFINITY) {
  const child = spawn(process.execPath, [script, ...args], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  let said = "";
  child.stdout.on("data", (chunk: Buffer) => {
    said += chunk;
    if (said.length > killAfterBytes) child.kill("SIGKILL");
  });
  return new Promise<readonly string[]>((resolve) => {
    child.on("close", () => resolve(said.split("\n").filter((line) => line.length === 64)));
  });
}

describe("parallel processes", () => {
  it("lose and tear nothing, eight of them in one folder", async () => {
    const dir = folderWith();
    const script = await bundledScript(folderWith(), WRITER);
    const runs = Array.from({ length: 8 }, (_, writer) =>
      write(script, [dir, `writer ${writer}`, "12", "100"]),
    );
    const digests = (await Promise.all(runs)).flat();
    expect(digests).toHaveLength(8 * 12 * 100);

    const archive = openArchive(dir);
    expect([...new Set(digests)].filter((digest) => archive.find(digest).length !== 1)).toEqual([]);
    archive.close();
    expect(archive.damage).toEqual([]);

    const log = openSync(join(dir, LOG_NAME), "r");
    expect([...readLog(log)].filter((part) => part.kind === "damage")).toEqual([]);
    const index = openTable({ dir, log });
    expect(index && checkTable(index.table).faults).toEqual([]);
    index?.close();
  });

  it("find what was there all the while others change the index", async () => {
    const dir = folderWith();
    const entries = textEntries(500);
    const writer = openArchive(dir, { mode: "write" });
    for (const entry of entries) writer.add(entry);
    writer.close();
    const script = await bundledScript(folderWith(), RUNS);
    const reader = openArchive(dir);
    let isOver = false;
    const runs = Promise.all(["a", "b"].map((name) => write(script, [dir, name, "30"])));
    void runs.then(() => {
      isOver = true;
    });
    let lookups = 0;
    while (!isOver) {
      for (const { digest } of entries.filter((_, index) => index % 9 === lookups % 9))
        if (reader.find(digest).length !== 1) expect(reader.find(digest)).toHaveLength(1);
      lookups++;
      // Lets the end of the others be heard of.
      await new Promise(setImmediate);
    }
    reader.close();
    expect(lookups).toBeGreaterThan(3);
    const log = openSync(join(dir, LOG_NAME), "r");
    const index = openTable({ dir, log });
    expect(index && checkTable(index.table).faults).toEqual([]);
    index?.close();
    closeSync(log);
  });

  it("leave what they said is on disk when they are killed", async () => {
    const dir = folderWith();
    const script = await bundledScript(folderWith(), WRITER);
    const digests: string[] = [];
    for (const round of IS_DEEP ? [0, 1, 2, 3, 4, 5] : [0, 2, 5]) {
      const runs = [1, 2, 3].map((writer) =>
        // At different times: within the first group, within later ones, when the index is written.
        write(script, [dir, `${round} ${writer}`, "8", "60"], round * writer * 1200),
      );
      digests.push(...(await Promise.all(runs)).flat());
    }
    const archive = openArchive(dir);
    expect([...new Set(digests)].filter((digest) => archive.find(digest).length !== 1)).toEqual([]);
    archive.close();
    expect(digests.length).toBeGreaterThan(600);
  });
});
