import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync, truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { LOG_NAME, type TextEntry } from "../../../src/archive/archive.ts";
import { openArchive } from "../../../src/archive/open-archive.ts";
import { textEntries } from "../../support/archive-entries.ts";
import { folderWith } from "../../support/folder.ts";
import { runs } from "../../support/runs.ts";
import { elision } from "../../support/shell.ts";

const GROUPS = [textEntries(40), textEntries(40, 40), textEntries(40, 80)] as const;

/** An archive whose log has a member for each group; gives where each of them ends. */
function archiveOf(groups: readonly (readonly TextEntry[])[]) {
  const dir = folderWith();
  const log = join(dir, LOG_NAME);
  const ends: number[] = [];
  for (const group of groups) {
    add(dir, group);
    ends.push(readFileSync(log).length);
  }
  return { dir, log, ends };
}

function add(dir: string, entries: readonly TextEntry[]): void {
  const archive = openArchive(dir, { mode: "write" });
  for (const entry of entries) archive.add(entry);
  archive.close();
}

/** How many of these entries an archive gives back as they were, and what is damaged in it. */
function look(dir: string, entries: readonly TextEntry[]) {
  const archive = openArchive(dir);
  const found = entries.filter(({ digest }) => archive.find(digest).length === 1);
  for (const entry of found) expect(archive.find(entry.digest)).toEqual([entry]);
  archive.close();
  return { found: found.length, damage: archive.damage };
}

/** Where the last member of a log starts. */
function lastMemberAt(log: string): number {
  return readFileSync(log).lastIndexOf(Buffer.from([12, 0, 0x45, 0x4c, 8, 0])) - 10;
}

const zgrep = (dir: string) =>
  execFileSync("zgrep", ["-c", "observation", LOG_NAME], { cwd: dir, stdio: "pipe" }).toString();

describe("a log with a torn member", () => {
  it("is read up to it, wherever it is torn, and what is torn is said", () => {
    const { dir, log, ends } = archiveOf(GROUPS);
    const [, second = 0, third = 0] = ends;
    const whole = readFileSync(log);
    fc.assert(
      fc.property(fc.integer({ min: second + 1, max: third - 1 }), (cut) => {
        writeFileSync(log, whole.subarray(0, cut));
        const { found, damage } = look(dir, GROUPS.flat());
        expect(found).toBe(80);
        expect(damage).toContainEqual({
          kind: "damage",
          offset: second,
          length: cut - second,
          isTail: true,
        });
      }),
      { numRuns: runs(25) },
    );
  });

  it("takes more entries behind it, which all are found", () => {
    fc.assert(
      fc.property(fc.double({ min: 0, max: 0.999, noNaN: true }), fc.boolean(), (part, isTwice) => {
        const { dir, log, ends } = archiveOf(GROUPS.slice(0, 2));
        const [first = 0, second = 0] = ends;
        const torn = 1 + Math.floor(part * (second - first - 1));
        truncateSync(log, first + torn);
        add(dir, GROUPS[2]);
        if (isTwice) {
          truncateSync(log, readFileSync(log).length - 30);
          add(dir, GROUPS[2]);
        }
        expect(look(dir, GROUPS[0]).found).toBe(40);
        expect(look(dir, GROUPS[1]).found).toBe(0);
        expect(look(dir, GROUPS[2]).found).toBe(40);
        add(dir, GROUPS[1]);
        expect(look(dir, GROUPS.flat()).found).toBe(120);
        // Fewer bytes cannot be made a member that holds nothing.
        if (torn > 35 && !isTwice) expect(zgrep(dir)).toBe("120\n");
      }),
      { numRuns: runs(15) },
    );
  });

  it("is mended where several were torn in a row, by whoever looks something up as well", () => {
    const { dir, log, ends } = archiveOf(GROUPS);
    const [first = 0, second = 0, third = 0] = ends;
    const whole = readFileSync(log);
    const torn = [whole.subarray(first, second - 9), whole.subarray(first, first + 200)];
    const parts = [whole.subarray(0, first), ...torn, whole.subarray(second, third)];
    writeFileSync(log, Buffer.concat(parts));
    expect(() => zgrep(dir)).toThrow();
    const { found, damage } = look(dir, GROUPS.flat());
    expect(found).toBe(80);
    expect(damage).toMatchObject([{ offset: first, isTail: false }]);
    expect(zgrep(dir)).toBe("80\n");
    expect(look(dir, GROUPS.flat())).toEqual({ found: 80, damage: [] });
  });

  it("is set aside before it is overwritten, where entries of it can be read", async () => {
    const { dir, log, ends } = archiveOf([GROUPS[0], textEntries(3000, 1000)]);
    const [first = 0] = ends;
    // What a disk that lost its last bytes leaves: all but one entry, perhaps.
    truncateSync(log, readFileSync(log).length - 20);
    const torn = readFileSync(log).subarray(lastMemberAt(log));
    const offset = lastMemberAt(log);
    expect(offset).toBeGreaterThan(first);
    const name = `torn-${offset}.ndjson.gz`;
    for (const again of [1, 2]) {
      add(dir, textEntries(5, 9000 * again));
      expect(readFileSync(join(dir, name)).equals(torn)).toBe(true);
      expect(zgrep(dir)).not.toBe("");
    }
    const { stdout, exitCode } = await elision(["archive", "verify", dir]);
    expect(exitCode).toBe(1);
    expect(stdout).toMatch(
      new RegExp(`${name}: a torn member that was set aside: \\d+ entries can be read`),
    );
    expect(readdirSync(dir).sort()).toEqual(["index.overflow", "index.primary", LOG_NAME, name]);
  });

  it("is set aside when entries are removed", async () => {
    const { dir, log } = archiveOf([GROUPS[0], textEntries(800, 1000)]);
    truncateSync(log, readFileSync(log).length - 20);
    const offset = lastMemberAt(log);
    const argv = ["archive", "prune", dir, folderWith({ "a.jsonl": "{}\n" })];
    expect((await elision(argv)).exitCode).toBe(0);
    expect(readdirSync(dir)).toContain(`torn-${offset}.ndjson.gz`);
  });

  it("stays as it is where a member is not torn but spoilt", () => {
    const { dir, log, ends } = archiveOf(GROUPS);
    const bytes = readFileSync(log);
    const [first = 0] = ends;
    bytes[first + 100] = (bytes[first + 100] ?? 0) ^ 0xff;
    writeFileSync(log, bytes);
    expect(look(dir, GROUPS.flat()).found).toBe(80);
    add(dir, textEntries(5, 200));
    expect(readFileSync(log).subarray(0, bytes.length).equals(bytes)).toBe(true);
    expect(look(dir, textEntries(5, 200)).found).toBe(5);
    // What cannot be read is written again.
    add(dir, GROUPS[1]);
    expect(look(dir, GROUPS.flat()).found).toBe(120);
  });
});
