/** Bad lines of files, in a folder of their own. */
import { existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { beforeEach, describe, expect, it } from "vitest";
import { folderWith } from "../support/folder.ts";
import { elision } from "../support/shell.ts";

const GOOD = '{"messages":[{"role":"user","content":"Täsk"}]}';
const TORN = '{"messages":[{"role":"us';

let folder: string;
let inputs: string;
let bad: string;

beforeEach(() => {
  folder = folderWith({
    "in/a.jsonl": `${GOOD}\n${TORN}\n\n${GOOD}\n`,
    "in/b/c.jsonl": `${GOOD}\r\n${GOOD}\r\n${TORN}\r\n${TORN}é`,
    "in/good.jsonl": `${GOOD}\n`,
    "in/empty.jsonl": "",
  });
  [inputs, bad] = [join(folder, "in"), join(folder, "bad")];
});

const compact = (...more: readonly string[]) =>
  elision([inputs, "--out-dir", join(folder, "out"), "--bad-rows-dir", bad, ...more]);

const recordsOf = (name: string): Record<string, unknown>[] =>
  readFileSync(join(bad, "in", name), "utf8")
    .split("\n")
    .slice(0, -1)
    .map((line) => JSON.parse(line));

describe("--bad-rows-dir", () => {
  it.each([[["-j", "1"]], [["-j", "2"]]])(
    "writes bad lines under the names of inputs: %s",
    async (jobs) => {
      expect((await compact(...jobs)).exitCode).toBe(1);
      const file = join(inputs, "a.jsonl");
      const [record, ...others] = recordsOf("a.jsonl.ndjson");
      expect(others).toEqual([]);
      expect(record).toMatchObject({ number: 2, file, text: TORN });
      expect(record?.reason).toMatch(/^expected .* \(got the end of the text\)$/);
      const further = recordsOf("b/c.jsonl.ndjson");
      expect(further.map(({ number, text }) => [number, text])).toEqual([
        [3, TORN],
        [4, `${TORN}é`],
      ]);
      for (const name of ["good", "empty"])
        expect(existsSync(join(bad, "in", `${name}.jsonl.ndjson`))).toBe(false);
    },
  );

  it("has lines of compressed files, and bytes that are not UTF-8", async () => {
    const torn = Buffer.concat([Buffer.from(TORN), Buffer.from([0xff])]);
    const text = Buffer.concat([Buffer.from(`${GOOD}\n`), torn, Buffer.from("\n")]);
    writeFileSync(join(inputs, "d.jsonl.gz"), gzipSync(text));
    await compact();
    expect(recordsOf("d.jsonl.gz.ndjson")).toMatchObject([
      { number: 2, base64: torn.toString("base64") },
    ]);
  });

  it("removes what an earlier run wrote for a file that has none now", async () => {
    await compact();
    writeFileSync(join(inputs, "a.jsonl"), `${GOOD}\n`);
    await compact();
    expect(existsSync(join(bad, "in", "a.jsonl.ndjson"))).toBe(false);
    expect(recordsOf("b/c.jsonl.ndjson")).toHaveLength(2);
  });

  it("is not lost where a run goes on: files done without it are done again", async () => {
    const goOn = () => elision([inputs, "--out-dir", join(folder, "out"), "--continue"]);
    await goOn();
    expect((await goOn()).stderr).toContain("skipped: 3");
    expect((await compact("--continue")).stderr).not.toContain("earlier run");
    expect((await compact("--continue")).stderr).toContain("skipped: 3");
    expect(recordsOf("a.jsonl.ndjson")).toHaveLength(1);
  });

  it("is refused without --out-dir, and not written through links", async () => {
    const alone = await elision([inputs, "-i", "--no-archive", "--bad-rows-dir", bad]);
    expect(alone).toMatchObject({ exitCode: 2 });
    expect(alone.stderr).toContain("--bad-rows-dir goes with --out-dir");
    mkdirSync(join(folder, "elsewhere"));
    mkdirSync(bad);
    symlinkSync(join(folder, "elsewhere"), join(bad, "in"));
    expect((await compact()).stderr).toContain("is a link: not written through");
    expect(existsSync(join(folder, "elsewhere", "a.jsonl.ndjson"))).toBe(false);
  });

  it("writes nothing in a dry run", async () => {
    expect((await compact("-n")).exitCode).toBe(1);
    expect(existsSync(bad)).toBe(false);
  });
});
