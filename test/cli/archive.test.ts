import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { gunzipSync, gzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { type ArchiveEntry, LOG_NAME, type TextEntry } from "../../src/archive/archive.ts";
import { ownIdentity } from "../../src/archive/lock/writer-identity.ts";
import { encodeMember } from "../../src/archive/log/member.ts";
import { openArchive } from "../../src/archive/open-archive.ts";
import { digestOf, textEntries, textEntry } from "../support/archive-entries.ts";
import { folderWith } from "../support/folder.ts";
import { sessionLines } from "../support/sessions.ts";
import { elision } from "../support/shell.ts";

const DAY = 86_400_000;

function archived(entries: readonly ArchiveEntry[], { dir = folderWith(), time = DAY } = {}) {
  const archive = openArchive(dir, { mode: "write", time });
  for (const entry of entries) archive.add(entry);
  archive.close();
  return dir;
}

/** The digests that an archive has. */
async function digestsIn(dir: string): Promise<readonly string[]> {
  const { stdout } = await elision(["archive", "ls", dir, "--report", "json"]);
  const { entries } = JSON.parse(stdout) as { entries: { digest: string }[] };
  for (const { digest } of entries) expect(found(dir, digest)).toBe(true);
  return entries.map(({ digest }) => digest);
}

function found(dir: string, digest: string): boolean {
  const archive = openArchive(dir);
  try {
    return archive.find(digest).length > 0;
  } finally {
    archive.close();
  }
}

const digests = (entries: readonly ArchiveEntry[]) => entries.map(({ digest }) => digest);

/** A unit that needs a text, found by the digest of what it was compacted to. */
const unitOf = (compacted: string, text: TextEntry): ArchiveEntry => ({
  kind: "unit",
  digest: digestOf(compacted),
  recipe: { edits: [[3, 10, [["raw", text.digest]]]] },
});

/** An archive of a session that was compacted, and the lines of its log. */
async function archivedSession() {
  const dir = join(folderWith(), "kept");
  await elision(["-q", "--window", "2", "--archive", dir], { stdin: sessionLines(12) });
  const lines = gunzipSync(readFileSync(join(dir, LOG_NAME)))
    .toString()
    .split(/(?<=\n)/);
  return { dir, lines };
}

/** Puts a log of other lines in the place of that of an archive. */
function rewriteLog(dir: string, lines: readonly string[]): void {
  for (const name of readdirSync(dir)) rmSync(join(dir, name));
  writeFileSync(join(dir, LOG_NAME), encodeMember(Buffer.from(lines.join("")), 0));
}

describe("elision archive ls", () => {
  it("lists what there is, with control characters made visible", async () => {
    const text = textEntry("\u001b[31mred\u001b[0m\nsecond line");
    const dir = archived([text, unitOf("a", text)]);
    const { stdout, stderr, exitCode } = await elision(["archive", "ls", dir]);
    expect([stderr, exitCode]).toEqual(["", 0]);
    expect(stdout.split("\n").slice(0, 2)).toEqual([
      `${text.digest.slice(0, 12)}  text         37  1970-01-02  \\x1b[31mred\\x1b[0m\\x0asecond line`,
      `${digestOf("a").slice(0, 12)}  unit         95  1970-01-02`,
    ]);
    expect(stdout).toMatch(/1 text of 37 bytes, 1 unit; [\d,]+ bytes of log, [\d,]+ of index\n$/);
  });

  it("takes the folder as the option that elision -i has, and from the environment", async () => {
    const dir = archived(textEntries(1));
    const { stdout } = await elision(["archive", "ls", dir]);
    expect(stdout).toContain("1 text of");
    expect((await elision(["archive", "ls", "--archive", dir])).stdout).toBe(stdout);
    const env = { ELISION_ARCHIVE: dir };
    expect((await elision(["archive", "ls"], { env })).stdout).toBe(stdout);
    const other = { ELISION_ARCHIVE: "/nowhere" };
    expect((await elision(["archive", "ls", dir], { env: other })).stdout).toBe(stdout);
  });

  it("has the same for programs", async () => {
    const [text] = textEntries(1) as [TextEntry];
    const dir = archived([text]);
    const run = async (kind: string) =>
      (await elision(["archive", "ls", dir, "--report", kind])).stdout;
    const entry = {
      kind: "text",
      digest: text.digest,
      bytes: text.raw.length,
      time: "1970-01-02T00:00:00.000Z",
      begins: expect.stringMatching(/^observation 0: /),
    };
    expect(JSON.parse(await run("json"))).toMatchObject({ entries: [entry], totals: { texts: 1 } });
    const lines = (await run("ndjson")).trim().split("\n");
    expect(lines.map((line) => JSON.parse(line))).toMatchObject([
      { type: "entry", ...entry },
      { type: "totals", texts: 1 },
    ]);
    expect((await run("csv")).split("\n")).toEqual([
      "kind,digest,bytes,time,begins",
      expect.stringContaining(`text,${text.digest},`),
      "",
    ]);
    const empty = (await elision(["archive", "ls", archived([]), "--report", "json"])).stdout;
    expect(JSON.parse(empty)).toMatchObject({ entries: [], totals: { texts: 0 } });
  });
});

describe("elision archive verify", () => {
  it("finds nothing in an archive that is as it was written", async () => {
    const dir = archived(textEntries(1500));
    expect(await elision(["archive", "verify", dir])).toEqual({
      stdout: "no faults; 1,500 texts and 0 units checked\n",
      stderr: "",
      exitCode: 0,
    });
  });

  it("names a text whose digest is another's, and raw bytes without a text", async () => {
    const wrong = { ...textEntry("one"), digest: digestOf("two") };
    const none = { ...textEntry("three"), raw: Buffer.from("[1]") };
    const dir = archived([wrong, none, { ...none, text: "three" }]);
    const { stdout, exitCode } = await elision(["archive", "verify", dir]);
    expect(exitCode).toBe(1);
    expect(stdout).toContain(`${wrong.digest.slice(0, 12)}: the text is another`);
    expect(stdout).toContain(`${none.digest.slice(0, 12)}: the raw bytes are no JSON string`);
    expect(stdout).toContain("2 faults; 3 texts and 0 units checked");
  });

  it("names a page of the index that is spoilt and that no entry is looked up in", async () => {
    // So many that all buckets were split, and their overflow pages are free again; in a second run, since the table is
    // made large enough for those of the first.
    const [first, ...others] = textEntries(1640) as [TextEntry, ...TextEntry[]];
    const dir = archived(others, { dir: archived([first]) });
    const overflow = join(dir, "index.overflow");
    const bytes = readFileSync(overflow);
    const free = Array.from({ length: bytes.length / 4096 - 1 }, (_, page) => page + 1).find(
      (page) => bytes.readUInt16LE(page * 4096 + 4) === 0,
    );
    if (free === undefined) throw new Error("no page is free");
    bytes[free * 4096 + 9] = 1;
    writeFileSync(overflow, bytes);
    const { stdout, exitCode } = await elision(["archive", "verify", dir]);
    expect(stdout).toContain(`the index: page ${free} is damaged\n1 fault;`);
    expect(exitCode).toBe(1);
  });

  it("names what a recipe needs and is not there", async () => {
    const [there, missing, edits] = textEntries(3) as [TextEntry, TextEntry, TextEntry];
    const original = { digest: digestOf("x"), length: there.raw.length + "inline".length };
    const piece = ({ digest, raw }: TextEntry) => [
      0,
      1,
      [["raw", digest, digestOf(raw)], "inline"],
    ];
    const more = textEntry(JSON.stringify([piece(edits)]));
    const named = textEntry(JSON.stringify([edits.digest]));
    const unit = (name: string, recipe: object): ArchiveEntry => ({
      kind: "unit",
      digest: digestOf(name),
      recipe: { length: 1, original, edits: [], ...recipe },
    });
    const dir = archived([
      there,
      more,
      named,
      unit("good", { as: "unit", edits: [piece(there)] }),
      unit("bad", { as: "unit", edits: [piece(missing)], more: [more.digest] }),
      unit("start", { as: "head", unit: digestOf("good") }),
      unit("start of none", { as: "head", unit: digestOf("none") }),
      { ...unit("a", { as: "joined", parts: [there.digest] }), digest: there.digest },
      unit("summary", { as: "joined", parts: [there.digest, missing.digest] }),
      unit("long summary", { as: "joined", parts: [there.digest], more: [named.digest] }),
      unit("later", { as: "something else" }),
    ]);
    const { stdout, exitCode } = await elision(["archive", "verify", dir, "--report", "json"]);
    expect(exitCode).toBe(1);
    const { faults } = JSON.parse(stdout) as { faults: { digest: string; message: string }[] };
    expect(faults.map(({ digest, message }) => [digest, message])).toEqual([
      [digestOf("bad"), `it needs the text ${edits.digest}, which is not there`],
      [digestOf("bad"), `it needs the text ${missing.digest}, which is not there`],
      [digestOf("start of none"), `it names the unit ${digestOf("none")}, which is not there`],
      [digestOf("summary"), `it needs the text ${missing.digest}, which is not there`],
      [digestOf("long summary"), `it needs the text ${edits.digest}, which is not there`],
    ]);
  });

  it("carries recipes out: what makes other bytes than it promises is named", async () => {
    const [text] = textEntries(1) as [TextEntry];
    const { digest, raw } = text;
    const original = { digest: digestOf("x"), length: 90 + raw.length };
    const edits = [[20, 10, [["raw", digest, digestOf(raw).slice(0, 16)]]]];
    const head = {
      digest: digestOf("y"),
      length: 50,
      original: { ...original, length: 40 + raw.length },
    };
    const good = { as: "unit", length: 100, original, head, edits };
    const bad: Record<string, object> = {
      "makes \\d+ bytes: expected \\d+$": { ...good, length: 101 },
      "makes \\d+ bytes": { ...good, edits: [[20, 11, edits[0]?.[2]]] },
      "ends at byte 103": { ...good, edits: [[93, 10, edits[0]?.[2]]] },
      "goes back": { ...good, edits: [...edits, [29, 0, []]] },
      "cannot be carried out at byte 20": { ...good, edits: [[20, 10, [["raw", digest, "0123"]]]] },
      "bytes of the first 50": { ...good, head: { ...head, original } },
      "a digest and a length": { ...good, original: { ...original, digest: "12ab" } },
      "its recipe is damaged": { ...good, edits: 7 },
      "needs the text 12345, which": { ...good, edits: [[20, 10, [["raw", "12345", "0"]]]] },
      "names the unit abc, which": { as: "head", unit: "abc" },
      "joins another text": { as: "joined", parts: [digest, digest] },
    };
    for (const [message, recipe] of Object.entries({ "": good, ...bad })) {
      const dir = archived([text, { kind: "unit", digest: digestOf(message), recipe }]);
      const { stdout, exitCode } = await elision(["archive", "verify", dir, "--report", "json"]);
      const { faults } = JSON.parse(stdout) as { faults: { message: string }[] };
      expect(exitCode).toBe(message === "" ? 0 : 1);
      if (message === "") expect(faults).toEqual([]);
      else expect(faults.map((fault) => fault.message).join()).toMatch(new RegExp(message));
    }
  });

  it("finds any number that was changed in a recipe", async () => {
    const { dir, lines } = await archivedSession();
    const changed = (line: string) =>
      line.startsWith('{"kind":"unit"') ? line.replace(/"edits":\[\[(\d+)/, '"edits":[[1$1') : line;
    rewriteLog(dir, lines.map(changed));
    const { stdout, exitCode } = await elision(["archive", "verify", dir]);
    expect(exitCode).toBe(1);
    expect(stdout).toContain("its recipe was changed");
  });

  it("takes a digest of another length for a fault", async () => {
    const { dir, lines } = await archivedSession();
    rewriteLog(
      dir,
      lines.map((line, k) => (k < 2 ? line.replace(/("digest":"\w{30})\w+/, "$1") : line)),
    );
    const { stdout, stderr, exitCode } = await elision(["archive", "verify", dir]);
    expect([stderr, exitCode]).toEqual(["", 1]);
    expect(stdout).toContain("expected 64 hexadecimal digits (got 30 characters)");
  });

  it("names bytes that were changed, and a torn last member", async () => {
    const dir = archived(textEntries(50));
    archived(textEntries(50, 50), { dir });
    const log = join(dir, LOG_NAME);
    const bytes = readFileSync(log);
    bytes[100] = (bytes[100] ?? 0) ^ 1;
    writeFileSync(log, bytes);
    const spoilt = await elision(["archive", "verify", dir]);
    expect(spoilt.exitCode).toBe(1);
    expect(spoilt.stdout).toMatch(/^at byte 0: \d+ bytes are no whole member\n/);
    expect(spoilt.stdout).toContain("1 fault; 50 texts and 0 units checked");
    truncateSync(log, bytes.length - 1);
    const torn = await elision(["archive", "verify", dir, "--report", "json"]);
    const { faults } = JSON.parse(torn.stdout);
    expect(faults).toEqual([{ offset: 0, message: expect.stringContaining("no whole member") }]);
  });
});

describe("elision archive prune", () => {
  it("keeps what placeholders refer to, and removes the rest", async () => {
    const entries = textEntries(2000);
    const dir = archived(entries);
    const kept = [entries[3], entries[1700]] as TextEntry[];
    const [first, second] = kept.map(({ digest }) => digest.slice(0, 12));
    const files = folderWith({
      "a.jsonl": `{"content":"[observation masked, ref ${first}]"}\n`,
      "deep/b.json.gz": gzipSync(`…ref ${second}…`),
    });
    const { stdout, exitCode } = await elision(["archive", "prune", dir, files]);
    expect(exitCode).toBe(0);
    expect(stdout).toMatch(/^removed: 1,998 of 2,000 entries; bytes [\d,]+ -> [\d,]+\n$/);
    expect(await digestsIn(dir)).toEqual(digests(kept));
    expect((await elision(["archive", "verify", dir])).exitCode).toBe(0);
    for (const { digest } of entries.slice(0, 3)) expect(found(dir, digest)).toBe(false);
  });

  it("keeps what restoring a file, a row or the start of a file needs, step by step", async () => {
    const [a, b, c, d, other] = textEntries(5) as [
      TextEntry,
      TextEntry,
      TextEntry,
      TextEntry,
      TextEntry,
    ];
    const start = `${"s".repeat(63)}\n`;
    const units = [
      unitOf("whole file\n", a),
      unitOf('{"row":1}', b),
      unitOf(start, c),
      // What a file was that was compacted twice.
      { ...unitOf("whole file\n", a), recipe: { original: digestOf("first") } },
      unitOf("first", d),
      unitOf("of another file", other),
    ];
    const dir = archived([a, b, c, d, other, ...units]);
    const files = folderWith({
      whole: "whole file\n",
      rows: '{"row":0}\r\n {"row":1}\r\n',
      continued: `${start}more`,
    });
    await elision(["archive", "prune", dir, files]);
    expect(await digestsIn(dir)).toEqual(digests([a, b, c, d, ...units.slice(0, 5)]));
  });

  it("removes by age what nothing newer needs, and with files what these do not need either", async () => {
    const old = textEntries(4) as [TextEntry, TextEntry, TextEntry, TextEntry];
    const dir = archived(old, { time: 10 * DAY });
    const young = textEntries(1, 10);
    const unit = unitOf("new", old[1]);
    archived([...young, unit], { dir, time: 50 * DAY });
    const unknown = textEntries(1, 20);
    archived(unknown, { dir, time: 0 });
    const now = () => 60 * DAY;
    const file = join(folderWith({ file: old[2].digest.slice(0, 12) }), "file");

    const all = await digestsIn(dir);
    const dry = await elision(["archive", "prune", dir, file, "--older-than", "20d", "-n"], {
      now,
    });
    expect(dry.stdout).toContain("to be removed: 2 of 7 entries");
    expect(await digestsIn(dir)).toEqual(all);
    await elision(["archive", "prune", dir, file, "--older-than", "20d"], { now });
    const rest = [old[1], old[2], ...young, unit, ...unknown];
    expect(await digestsIn(dir)).toEqual(digests(rest));
    await elision(["archive", "prune", dir, "--older-than", "20d"], { now });
    expect(await digestsIn(dir)).toEqual(digests(rest.filter((entry) => entry !== old[2])));
    await elision(["archive", "prune", dir, "--older-than", "1d"], { now });
    expect(await digestsIn(dir)).toEqual(digests(unknown));
  });

  it("counts the age of what is needed again from then on", async () => {
    const dir = join(folderWith(), "kept");
    const folder = folderWith({ "a.jsonl": sessionLines(12) });
    const file = join(folder, "a.jsonl");
    const compact = ["-i", "-q", "--window", "2", "--archive", dir, file];
    const logs: number[] = [];
    for (const day of [10, 100, 100.5]) {
      writeFileSync(file, sessionLines(12));
      await elision(compact, { now: () => day * DAY });
      logs.push(statSync(join(dir, LOG_NAME)).size);
    }
    expect(logs[1]).toBeGreaterThan(logs[0] ?? 0);
    expect(logs[2]).toBe(logs[1]);
    await elision(["archive", "prune", dir, "--older-than", "20d"], { now: () => 101 * DAY });
    expect((await elision(["archive", "verify", dir])).stdout).toContain("no faults");
    await elision(["restore", "-i", "-q", "--archive", dir, file]);
    expect(readFileSync(file, "utf8")).toBe(sessionLines(12));
  });

  it("changes nothing where all is needed", async () => {
    const entries = textEntries(3);
    const dir = archived(entries);
    const log = readFileSync(join(dir, LOG_NAME));
    const file = join(folderWith({ file: digests(entries).join(" ") }), "file");
    const { stdout } = await elision(["archive", "prune", dir, file]);
    expect(stdout).toContain("removed: 0 of 3 entries");
    expect(readFileSync(join(dir, LOG_NAME)).equals(log)).toBe(true);
  });

  it("is refused while another adds to the archive, and the other way round", async () => {
    const dir = archived(textEntries(3));
    const file = join(folderWith({ file: "x" }), "file");
    const writer = openArchive(dir, { mode: "write" });
    const refused = await elision(["archive", "prune", dir, file]);
    expect(refused.exitCode).toBe(2);
    expect(refused.stderr).toContain(`the archive is in use: process ${process.pid} is adding`);
    writer.close();
    writeFileSync(join(dir, "prune.lock"), JSON.stringify(ownIdentity()));
    expect(() => openArchive(dir, { mode: "write" })).toThrow("is removing entries");
    rmSync(join(dir, "prune.lock"));
    expect(await digestsIn(dir)).toHaveLength(3);
    // One that was killed is no longer there.
    const killed = join(dir, "writer.1-a");
    writeFileSync(killed, JSON.stringify({ ...ownIdentity(), started: "1" }));
    archived([], { dir });
    expect(existsSync(killed)).toBe(false);
    writeFileSync(killed, JSON.stringify({ ...ownIdentity(), started: "1" }));
    expect((await elision(["archive", "prune", dir, file])).exitCode).toBe(0);
    expect(await digestsIn(dir)).toHaveLength(0);
  });

  it("removes nothing where a file cannot be read, or there is none", async () => {
    const dir = archived(textEntries(3));
    const folder = folderWith({ file: "x", broken: gzipSync("y".repeat(999)).subarray(0, 25) });
    mkdirSync(join(folder, "empty"));
    const cases: readonly (readonly [string[], string])[] = [
      [[join(folder, "file"), join(folder, "none")], "no such file or folder"],
      [[folder], "broken: "],
      [[join(folder, "empty")], "there are no files there"],
      // What is in the archive would keep itself.
      [[dir], "there are no files there"],
      [[], "expected the files that are to stay restorable, or --older-than"],
    ];
    for (const [files, message] of cases) {
      const { stderr, exitCode } = await elision(["archive", "prune", dir, ...files]);
      expect([exitCode, stderr]).toEqual([2, expect.stringContaining(message)]);
      expect(await digestsIn(dir)).toHaveLength(3);
    }
  });
});

describe("elision archive", () => {
  it.each([
    [[], "archive: ls, verify or prune is missing"],
    [["list", "x"], 'expected ls, verify or prune (got "list")'],
    [["ls"], "no archive here"],
    [["ls", "x", "y"], "archive ls: expected a folder and nothing else"],
    [["ls", "--archive", "x", "y"], "archive ls: expected a folder and nothing else"],
    [["prune", "--archive", "/nowhere", "x"], "/nowhere: no archive here"],
    [["verify", "x", "-n"], "archive verify: expected a folder and nothing else"],
    [["ls", "/nowhere"], "/nowhere: no archive here"],
    [["prune", "/nowhere", "x"], "/nowhere: no archive here"],
  ])("%j is refused", async (words, message) => {
    const { stdout, stderr, exitCode } = await elision(["archive", ...words]);
    expect([stdout, exitCode]).toEqual(["", 2]);
    expect(stderr).toContain(message);
  });
});

/** Files of several layouts, each with something to mask. */
const FIXTURES = [
  "openai-chat/session.jsonl",
  "codex/rollout.jsonl",
  "openhands/trajectory.json",
  "openai-chat/rows.jsonl",
];

describe("an archive that was pruned", () => {
  it("restores every file that it was to keep, and no other", async () => {
    const dir = join(folderWith(), "archive");
    const files = folderWith();
    const originals = new Map<string, Buffer>();
    for (const fixture of FIXTURES) {
      const name = join(files, fixture.replace("/", "-"));
      const original = readFileSync(new URL(`../../fixtures/${fixture}`, import.meta.url));
      writeFileSync(name, original);
      originals.set(name, original);
    }
    const names = [...originals.keys()];
    const isOriginal = (name: string) => originals.get(name)?.equals(readFileSync(name)) === true;
    const run = (...argv: string[]) => elision(["-q", "-i", "--archive", dir, ...argv, ...names]);
    await run("--window", "2", "--placeholder", "[was masked, no reference]");
    // A second time, so that there are steps to go back.
    await run("--window", "0", "--keep-errors", "none");
    for (const name of names) expect(isOriginal(name)).toBe(false);

    const [gone = "", ...kept] = names;
    const { stdout } = await elision(["archive", "prune", dir, ...kept]);
    expect(stdout).toMatch(/^removed: [1-9]\d* of /);
    await elision(["restore", "-i", "--archive", dir, ...names]);
    for (const name of kept) expect(isOriginal(name)).toBe(true);
    expect(isOriginal(gone)).toBe(false);
  });
});
