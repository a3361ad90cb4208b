import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { compact } from "../../src/api/compact.ts";
import { folderWith } from "../support/folder.ts";
import { sessionLines } from "../support/sessions.ts";
import { elision } from "../support/shell.ts";
import { type Member, unzipped, zipOf } from "../support/zip.ts";

const FOLDER = fileURLToPath(new URL("../../fixtures/", import.meta.url));
const RECORDED = readFileSync(join(FOLDER, "eval/parts.eval"));
const SAMPLE = readFileSync(join(FOLDER, "inspect-ai/sample.json"), "utf8").trimEnd();
const SHORT = SAMPLE.replace(/"messages":\[.*?\}\],"output"/s, '"messages":[],"output"');
const PRETTY = JSON.stringify(JSON.parse(SAMPLE), null, 2);
const MASK = ["-q", "--window", "0", "--min-gain", "1", "--keep-errors", "none"];

function compacted(text: string): string {
  const options = { window: 0, minGain: 1, keepErrors: "none" } as const;
  return Buffer.from(compact(Buffer.from(text), options).bytes).toString();
}

/** A log whose first and last samples have something to mask. */
function log(about: Omit<Member, "name" | "text"> = {}, text = SAMPLE): readonly Member[] {
  return [
    { name: "_journal/start.json", text: '{"version":2}', ...about },
    { name: "samples/é_epoch_1.json", text, ...about },
    { name: "_journal/summaries/1.json", text: "[]".padEnd(400), ...about },
    { name: "samples/b/c_epoch_1.json", text: SHORT, ...about },
    { name: "samples/d_epoch_2.json", text, ...about },
    { name: "summaries.json", text: "[]", ...about },
    { name: "header.json", text: '{"version":2,"status":"success"}', ...about },
  ];
}

describe("an Inspect log in a ZIP archive", () => {
  it("is read by inspect, check, compare and replay, as its samples in a file of rows", async () => {
    const folder = folderWith({
      "a.eval": zipOf(log()),
      "b.rows": `${SAMPLE}\n${SHORT}\n${SAMPLE}\n`,
    });
    for (const command of ["inspect", "check", "compare", "replay"]) {
      const [zip, rows] = await Promise.all(
        ["a.eval", "b.rows"].map((name) => elision([command, join(folder, name)])),
      );
      expect(zip?.exitCode).toBe(0);
      expect(zip?.stdout.replaceAll("a.eval", "b.rows")).toBe(rows?.stdout);
      expect(zip?.stdout.length).toBeGreaterThan(30);
    }
  });

  it("goes to stdout as rows, from a file and from stdin", async () => {
    const rows = `${compacted(SAMPLE)}\n${SHORT}\n${compacted(SAMPLE)}\n`;
    const folder = folderWith({ "a.eval": zipOf(log()) });
    const done = { stdout: rows, stderr: "", exitCode: 0 };
    expect(await elision([...MASK, join(folder, "a.eval")])).toEqual(done);
    expect(await elision(MASK, { stdin: zipOf(log()) })).toEqual(done);
  });

  const KINDS: Readonly<Record<string, Omit<Member, "name" | "text">>> = {
    deflated: {},
    stored: { method: 0 },
    "with ZIP64 fields": { isLarge: true },
    streamed: { isStreamed: true },
    "streamed with ZIP64 fields": { isLarge: true, isStreamed: true },
  };
  it.each(Object.keys(KINDS))(
    "%s, is written whole, with no byte changed but of samples",
    async (kind) => {
      const about = KINDS[kind] ?? {};
      const before = zipOf(log(about), { comment: "kept", isLarge: about.isLarge ?? false });
      const folder = folderWith({ "a.eval": before });
      const [from, to] = [join(folder, "a.eval"), join(folder, "b.eval")];
      expect((await elision([...MASK, from, "-o", to])).exitCode).toBe(0);
      const after = readFileSync(to);
      expect(after.subarray(-4).toString()).toBe("kept");
      const [old, made] = [unzipped(before), unzipped(after)];
      expect(made.map(({ name }) => name)).toEqual(old.map(({ name }) => name));
      for (const [index, { name, text, bytes }] of made.entries()) {
        const isMasked = /_epoch_/.test(name) && text !== SHORT;
        expect(text).toBe(isMasked ? compacted(SAMPLE) : old[index]?.text);
        if (!isMasked) expect(bytes).toEqual(old[index]?.bytes);
      }
      expect(readFileSync(from)).toEqual(before);
      expect((await elision([...MASK, to, "-o", from])).exitCode).toBe(0);
      expect(readFileSync(from)).toEqual(after);
    },
  );

  it.each([
    ["on one line", SAMPLE],
    ["on many lines", PRETTY],
    ["on many lines with CRLF", PRETTY.replaceAll("\n", "\r\n")],
    ["with a line break at its end", `${PRETTY}\n`],
  ])("with samples %s, is edited in place once, and restored", async (_name, text) => {
    const before = zipOf(log({}, text));
    const folder = folderWith({ "a.eval": before });
    const file = join(folder, "a.eval");
    const env = { XDG_DATA_HOME: join(folder, "data") };
    expect((await elision([...MASK, "-i", file], { env })).exitCode).toBe(0);
    const after = readFileSync(file);
    const [masked = ""] = unzipped(after).flatMap(({ name, text: made }) =>
      name.includes("é") ? [made] : [],
    );
    expect(masked.length).toBeLessThan(text.length);
    for (const lineBreak of ["\n", "\r"])
      expect(masked.includes(lineBreak)).toBe(text.includes(lineBreak));
    expect((await elision([...MASK, "-i", file], { env })).exitCode).toBe(0);
    expect(readFileSync(file)).toEqual(after);
    expect((await elision(["restore", "-q", "-i", file], { env })).exitCode).toBe(0);
    expect(unzipped(readFileSync(file))).toEqual(unzipped(before));
  });

  it("is found in folders, and written below another", async () => {
    const folder = folderWith({ "logs/x/a.eval": zipOf(log()), "logs/other.zip": zipOf([]) });
    const out = join(folder, "out");
    const args = [...MASK, join(folder, "logs"), "--out-dir", out];
    expect(await elision(args)).toEqual({ stdout: "", stderr: "", exitCode: 0 });
    expect(unzipped(readFileSync(join(out, "logs/x/a.eval")))[1]?.text).toBe(compacted(SAMPLE));
  });

  it("as Inspect wrote it, with zstd and pools, is compacted and has nothing that check minds", async () => {
    const folder = folderWith({ "a.eval": RECORDED });
    const [from, to] = [join(folder, "a.eval"), join(folder, "b.eval")];
    const report = [
      "--report",
      "json",
      "--window",
      "1",
      "--min-gain",
      "1",
      "--keep-errors",
      "none",
    ];
    const { stderr, exitCode } = await elision([from, "-o", to, ...report]);
    expect(exitCode).toBe(0);
    const { transcripts } = JSON.parse(stderr);
    // Seven results and an error in six turns; those of the last stay, and so does the empty text of the error.
    expect(transcripts.map(({ maskedCount }: { maskedCount: number }) => maskedCount)).toEqual([
      6, 6,
    ]);
    expect((await elision(["check", to])).exitCode).toBe(0);
    const names = (zip: Buffer) => zip.toString("latin1").match(/(samples|_journal)\/[^P]+\.json/g);
    expect(names(readFileSync(to))).toEqual(names(RECORDED));
    const name = "_journal/summaries/2.json";
    const own = (zip: Buffer) =>
      zip.subarray(zip.indexOf(name), zip.indexOf("PK", zip.indexOf(name)));
    expect(own(readFileSync(to))).toEqual(own(RECORDED));
  });

  it("without samples is copied", async () => {
    const before = zipOf(log().slice(0, 1));
    const folder = folderWith({ "a.eval": before });
    const [from, to] = [join(folder, "a.eval"), join(folder, "b.eval")];
    const { exitCode, stderr } = await elision([from, "-o", to]);
    expect(exitCode).toBe(0);
    expect(stderr).toContain("a.eval is empty");
    expect(readFileSync(to)).toEqual(before);
  });

  const [start, sample, ...rest] = log() as [Member, Member, ...Member[]];
  const withSample = (says: Member["says"], method = 8) =>
    zipOf([start, { ...sample, method, says: says ?? {} }, ...rest]);
  it.each([
    ["cut short", zipOf(log()).subarray(0, -30), "without a directory"],
    ["of a wrong checksum", withSample({ crc: 7 }), "does not match its checksum: samples/é"],
    ["longer than it says", withSample({ size: 80 }), "is longer than it says: samples/é"],
    ["over 2 GB", withSample({ size: 2 ** 31 }), "is larger than 2 GB: samples/é"],
    ["encrypted", withSample({ flags: 1 }), "is encrypted: samples/é"],
    ["compressed otherwise", withSample({}, 12), "in a way that is not known (12): samples/é"],
    ["no deflated data", damaged(), "is damaged: samples/é"],
    ["overlapping", overlapping(), "shares bytes with what follows it: samples/é"],
  ])("%s, is refused by name and left alone", async (_name, bytes, message) => {
    const folder = folderWith({ "a.eval": bytes });
    const file = join(folder, "a.eval");
    for (const args of [
      [...MASK, "-i", file],
      ["inspect", file],
      [...MASK, folder, "-i"],
    ]) {
      const { stderr, exitCode, stdout } = await elision(args);
      expect({ exitCode, stdout: stdout.includes("transcript") }).toEqual({
        exitCode: 2,
        stdout: false,
      });
      expect(stderr).toContain(`a.eval: a ZIP archive`);
      expect(stderr).toContain(message);
    }
    expect(readFileSync(file)).toEqual(Buffer.from(bytes));
  });

  it("does not expand more than it says, in little memory", async () => {
    const zeros = Buffer.alloc(160_000_000, 0x20);
    const bomb = { ...sample, text: zeros, says: { size: 1000 } };
    const folder = folderWith({ "a.eval": zipOf([start, bomb]) });
    const before = process.memoryUsage().rss;
    const { stderr } = await elision(["inspect", join(folder, "a.eval")]);
    expect(stderr).toContain("is longer than it says");
    expect(process.memoryUsage().rss - before).toBeLessThan(60_000_000);
  });

  it("is made of nothing else, and not of several", async () => {
    const folder = folderWith({ "a.eval": zipOf(log()), "b.jsonl": sessionLines(30) });
    const [log1, lines, to] = ["a.eval", "b.jsonl", "c.eval"].map((name) => join(folder, name));
    for (const inputs of [[lines], [log1, lines]] as string[][]) {
      const { stderr, exitCode } = await elision([...MASK, ...inputs, "-o", `${to}`]);
      expect(exitCode).toBe(2);
      expect(stderr).toContain("only an Inspect log becomes one");
    }
  });

  it("is told from other archives, which are refused or, in folders, skipped", async () => {
    const folder = folderWith({ "a.zip": zipOf([{ name: "x.json", text: SAMPLE }]) });
    writeFileSync(join(folder, "b.eval.gz"), gzipSync(zipOf(log())));
    for (const name of ["a.zip", "b.eval.gz"]) {
      const { stderr, exitCode } = await elision(["inspect", join(folder, name)]);
      expect(exitCode).toBe(2);
      expect(stderr).toContain("got a ZIP archive");
    }
  });
});

function overlapping(): Buffer {
  const zip = zipOf(log());
  const at = zip.lastIndexOf("samples/é_epoch_1.json") - 46;
  zip.writeUInt32LE(zip.readUInt32LE(at + 20) + 200, at + 20);
  return zip;
}

function damaged(): Buffer {
  const zip = zipOf(log());
  const name = "samples/é_epoch_1.json";
  zip.fill(0xff, zip.indexOf(name) + Buffer.byteLength(name), zip.indexOf(name) + 200);
  return zip;
}
