/** The user's archive: what is replaced in place can be brought back, though nobody asked for it. */
import {
  chmodSync,
  existsSync,
  linkSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { gunzipSync, gzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { dataHome } from "../support/data-home.ts";
import { folderWith } from "../support/folder.ts";
import { CLEAN_ENV, shell, start } from "../support/process.ts";
import { sessionLines, sessionRow } from "../support/sessions.ts";
import { elision, type Outcome } from "../support/shell.ts";

const LINES = sessionLines(30);
const ROWS = Array.from({ length: 8 }, (_, k) => sessionRow(12, { chars: 200 + k })).join("");

/** A folder with these files, and a home of its own for the user's archive. */
function place(files: Readonly<Record<string, string | Uint8Array>>) {
  const folder = folderWith(files);
  const data = join(folderWith(), "share");
  const archive = join(data, "elision", "archive");
  const run = (...argv: string[]): Promise<Outcome> =>
    elision(argv, { env: { XDG_DATA_HOME: data } });
  return { folder, data, archive, run, log: join(archive, "log.ndjson.gz") };
}

const KEPT = /originals kept in .*: [\d,]+ bytes more, [\d,]+ in all; elision restore/;
const SECRETS = "secrets included, until you prune it: elision archive prune --older-than 90d";

describe("-i", () => {
  it("keeps the originals in the user's archive, which the commands find by themselves", async () => {
    const { folder, archive, run } = place({ "a.jsonl": LINES, "b.jsonl": ROWS });
    const { stderr, exitCode } = await run("-i", "--window", "2", folder);
    expect([exitCode, stderr]).toEqual([0, expect.stringMatching(KEPT)]);
    const [, ref = ""] =
      /elision show ([0-9a-f]{12})\]/.exec(readFileSync(join(folder, "a.jsonl"), "utf8")) ?? [];
    expect((await run("show", ref)).stdout).toMatch(/^0 o+$/);
    expect((await run("show", ref, "--json")).stdout).toContain(`"ref":"${ref}"`);
    expect((await run("show", "--turn", "1", join(folder, "a.jsonl"))).stdout).toContain("0 oo");
    expect((await run("archive", "ls")).stdout).toContain(ref);
    expect((await run("archive", "verify")).exitCode).toBe(0);
    expect((await run("restore", "-i", folder)).exitCode).toBe(0);
    expect(readFileSync(join(folder, "a.jsonl"), "utf8")).toBe(LINES);
    expect(readFileSync(join(folder, "b.jsonl"), "utf8")).toBe(ROWS);
    expect((await run("archive", "prune", "--older-than", "0s")).exitCode).toBe(0);
    expect(statSync(archive).isDirectory()).toBe(true);
  });

  it.skipIf(process.getuid?.() === 0)(
    "says of nothing kept where it can replace nothing",
    async () => {
      const { folder, run } = place({ "a.jsonl": LINES });
      chmodSync(folder, 0o500);
      const file = join(folder, "a.jsonl");
      const { stderr, exitCode } = await run("-i", "--window", "2", file);
      chmodSync(folder, 0o700);
      const reason = "no file can be made next to it: permission denied";
      expect([stderr, exitCode]).toEqual([`elision: ${file}: ${reason}\n`, 2]);
      expect(readFileSync(file, "utf8")).toBe(LINES);
    },
  );

  it("makes it for the user alone, and says once what is in it", async () => {
    const { folder, archive, data, run } = place({ "a.jsonl": LINES, "b.jsonl": ROWS });
    const first = await run("-i", "--window", "2", join(folder, "a.jsonl"));
    expect(first.stderr).toContain(SECRETS);
    for (const dir of [data, join(data, "elision"), archive])
      expect(statSync(dir).mode & 0o777).toBe(0o700);
    for (const name of readdirSync(archive))
      expect([name, statSync(join(archive, name)).mode & 0o777]).toEqual([name, 0o600]);
    chmodSync(archive, 0o755);
    const second = await run("-i", "--window", "2", join(folder, "b.jsonl"));
    expect(second.stderr).toMatch(KEPT);
    expect(second.stderr).not.toContain("secrets");
    expect(statSync(archive).mode & 0o777).toBe(0o700);
  });

  it("archives and rewrites nothing where nothing changes", async () => {
    const { folder, log, run } = place({ "a.jsonl": LINES });
    const file = join(folder, "a.jsonl");
    await run("-i", "--window", "2", file);
    const [before, size] = [statSync(file, { bigint: true }), statSync(log).size];
    const { stderr, exitCode } = await run("-i", "--window", "2", file);
    expect([exitCode, stderr.includes("originals kept")]).toEqual([0, false]);
    const after = statSync(file, { bigint: true });
    expect([after.ino, after.ctimeNs, statSync(log).size]).toEqual([
      before.ino,
      before.ctimeNs,
      size,
    ]);
  });

  it("says nothing of it when it is to be quiet, and writes none when it only looks", async () => {
    const { folder, data, run } = place({ "a.jsonl": LINES });
    const dry = await run("-n", "-i", "--window", "2", folder);
    expect([dry.exitCode, existsSync(data)]).toEqual([0, false]);
    const quiet = await run("-q", "-i", "--window", "2", folder);
    expect([quiet.exitCode, quiet.stderr]).toEqual([0, ""]);
  });

  it("differs from stdout in the placeholder only, and with --placeholder seed not at all", async () => {
    for (const text of [LINES, ROWS]) {
      const { folder, run } = place({ "a.jsonl": text, "b.jsonl": text });
      const { stdout } = await elision(["-q", "--window", "2"], { stdin: text });
      await run("-q", "-i", "--window", "2", join(folder, "a.jsonl"));
      const replaced = readFileSync(join(folder, "a.jsonl"), "utf8");
      expect(replaced).not.toBe(stdout);
      const asStdout = replaced.replace(
        /\[old tool result: [^\]]*?, ([\d,]+) chars; elision show [0-9a-f]{12}\]/g,
        (_, chars: string) => `[observation masked \\u2014 ${chars.replaceAll(",", "")} chars]`,
      );
      expect(asStdout).toBe(stdout);
      await run("-q", "-i", "--window", "2", "--placeholder", "seed", join(folder, "b.jsonl"));
      expect(readFileSync(join(folder, "b.jsonl"), "utf8")).toBe(stdout);
      await run("-q", "restore", "-i", "--placeholder", "seed", folder);
      for (const name of ["a.jsonl", "b.jsonl"])
        expect(readFileSync(join(folder, name), "utf8")).toBe(text);
    }
  });

  it.each([
    ["--no-archive", ["--no-archive"], {}],
    ["--backup", ["--backup", ".orig"], {}],
    ["--archive", ["--archive", "OTHER"], {}],
    ["a variable", [], { ELISION_NO_ARCHIVE: "1" }],
    ["a variable that names another", [], { ELISION_ARCHIVE: "OTHER" }],
  ] as const)("leaves the user's archive alone with %s", async (_, options, env) => {
    const { folder, data } = place({ "a.jsonl": LINES });
    const other = join(folder, "other");
    const named = (text: string) => (text === "OTHER" ? other : text);
    const set = Object.entries(env).map(([name, value]) => [name, named(value)]);
    const { exitCode, stderr } = await elision(
      ["-i", "--window", "2", join(folder, "a.jsonl"), ...options.map(named)],
      { env: { XDG_DATA_HOME: data, ...Object.fromEntries(set) } },
    );
    expect([exitCode, existsSync(data), stderr.includes("originals kept")]).toEqual([
      0,
      false,
      false,
    ]);
    const namesOther = [...options, ...Object.values(env)].includes("OTHER" as never);
    expect(existsSync(other)).toBe(namesOther);
  });

  it("may be told by the user's settings to keep nothing, and typed otherwise", async () => {
    const { folder, data, archive } = place({
      "a.jsonl": LINES,
      "b.jsonl": LINES,
      "home/elision/elision.toml": "no-archive = true\n",
    });
    const env = { XDG_DATA_HOME: data, XDG_CONFIG_HOME: join(folder, "home") };
    const file = join(folder, "a.jsonl");
    await elision(["-q", "-i", "--window", "2", file], { env });
    expect(existsSync(data)).toBe(false);
    const typed = ["-q", "-i", "--window", "1", join(folder, "b.jsonl"), "--archive", archive];
    await elision(typed, { env });
    await elision(["-q", "restore", "-i", join(folder, "b.jsonl")], { env });
    expect(readFileSync(join(folder, "b.jsonl"), "utf8")).toBe(LINES);
  });

  it.each(["no-archive = true", 'archive = "kept"', 'backup = ".orig"'])(
    "takes no word on it from a project: %s",
    async (setting) => {
      const { folder } = place({ "p/a.jsonl": LINES, "p/elision.toml": setting, "p/.git/x": "" });
      const { code, stderr } = await shell("elision -i a.jsonl", join(folder, "p"));
      expect([code, stderr]).toEqual([2, expect.stringContaining("a project file may not set")]);
      expect(readFileSync(join(folder, "p/a.jsonl"), "utf8")).toBe(LINES);
    },
  );
});

describe("without an archive that can be written", () => {
  const options = /--archive.*--backup.*--no-archive/;

  it.each([
    ["no home", (_: string) => ({})],
    ["a home that is no path", (_: string) => ({ HOME: "home", XDG_DATA_HOME: "data" })],
    ["a file in its place", (folder: string) => ({ XDG_DATA_HOME: join(folder, "a.jsonl") })],
    ["a read-only home", (_: string) => ({ HOME: "/proc/1" })],
  ])("-i leaves the input alone: %s", async (_, envFor) => {
    const { folder } = place({ "a.jsonl": LINES });
    const env = { XDG_DATA_HOME: undefined, ...envFor(folder) };
    const file = join(folder, "a.jsonl");
    const { exitCode, stderr } = await elision(["-i", "--window", "2", file], { env });
    expect([exitCode, stderr]).toEqual([2, expect.stringMatching(options)]);
    expect(readFileSync(file, "utf8")).toBe(LINES);
    expect(readdirSync(folder)).toEqual(["a.jsonl"]);
    const without = await elision(["-q", "-i", "--window", "2", "--no-archive", file], { env });
    expect([without.exitCode, without.stderr]).toEqual([0, ""]);
  });

  it("-i leaves the input alone on a full disk", async () => {
    const big = sessionLines(200, { chars: 4000 });
    const { folder, data } = place({ "a.jsonl": big });
    const line = "(ulimit -f 2000; trap '' XFSZ; elision -q -i --window 0 a.jsonl)";
    // So much that the log passes the limit before the smaller output does.
    mkdirSync(join(data, "elision", "archive"), { recursive: true });
    writeFileSync(join(data, "elision", "archive", "log.ndjson.gz"), Buffer.alloc(2_047_000));
    const { code, stderr } = await shell(
      `XDG_DATA_HOME=${data}; export XDG_DATA_HOME; ${line}`,
      folder,
    );
    expect([code, stderr]).toEqual([2, expect.stringMatching(options)]);
    expect(readFileSync(join(folder, "a.jsonl"), "utf8")).toBe(big);
    expect(readdirSync(folder)).toEqual(["a.jsonl"]);
  });

  it("restore, show and archive say how to name one", async () => {
    const { folder } = place({ "a.jsonl": LINES });
    const file = join(folder, "a.jsonl");
    for (const argv of [
      ["restore", file],
      ["show", "0123456789ab"],
      ["archive", "ls"],
    ]) {
      const { exitCode, stderr } = await elision(argv, { env: { XDG_DATA_HOME: undefined } });
      expect([exitCode, stderr]).toEqual([2, expect.stringContaining("no archive")]);
    }
    const none = await elision(["show", "--turn", "1", file], {
      env: { XDG_DATA_HOME: undefined },
    });
    expect(none.exitCode).toBe(0);
  });
});

describe("everything comes back", () => {
  it("after runs with other windows, of rows, lines, gzip, links and hard links", async () => {
    const { folder, run } = place({
      "in/a.jsonl": LINES,
      "in/rows.jsonl": ROWS,
      "in/b.jsonl.gz": gzipSync(LINES),
      "real/c.jsonl": sessionLines(25),
      "in/hard.jsonl": sessionLines(20),
    });
    const at = (name: string) => join(folder, name);
    symlinkSync("../real/c.jsonl", at("in/link.jsonl"));
    linkSync(at("in/hard.jsonl"), at("in/hard-too.jsonl"));
    const names = [at("in"), at("in/a.jsonl"), at("in/link.jsonl")];
    for (const window of ["10", "4", "0"])
      expect((await run("-q", "-i", "--window", window, ...names)).exitCode).toBe(0);
    expect(readFileSync(at("real/c.jsonl"), "utf8")).not.toBe(sessionLines(25));
    expect(lstatSync(at("in/link.jsonl")).isSymbolicLink()).toBe(true);
    expect((await run("restore", "-q", "-i", ...names)).exitCode).toBe(0);
    expect(readFileSync(at("in/a.jsonl"), "utf8")).toBe(LINES);
    expect(readFileSync(at("in/rows.jsonl"), "utf8")).toBe(ROWS);
    expect(gunzipSync(readFileSync(at("in/b.jsonl.gz"))).toString()).toBe(LINES);
    expect(readFileSync(at("real/c.jsonl"), "utf8")).toBe(sessionLines(25));
    for (const name of ["in/hard.jsonl", "in/hard-too.jsonl"])
      expect(readFileSync(at(name), "utf8")).toBe(sessionLines(20));
  });

  it("when several processes share the archive", async () => {
    const { folder, data } = place({});
    const texts = [1, 2, 3, 4].map((k) => sessionLines(20 + k, { chars: 300 + k }));
    const folders = texts.map((text, k) => {
      const dir = join(folder, `d${k}`);
      mkdirSync(dir);
      for (let n = 0; n < 5; n++)
        writeFileSync(join(dir, `${n}.jsonl`), text.replace("0 ", `${n} `));
      return dir;
    });
    const originals = folders.map((dir) => readAll(dir));
    const env = { ...CLEAN_ENV, XDG_DATA_HOME: data };
    const together = (argv: readonly string[]) =>
      Promise.all(folders.map((dir) => start([...argv, dir], { env }).ended));
    const codes = (await together(["-q", "-i", "--window", "2"])).map(({ code }) => code);
    expect(codes).toEqual([0, 0, 0, 0]);
    expect(folders.map(readAll)).not.toEqual(originals);
    const back = (await together(["restore", "-q", "-i"])).map(({ code }) => code);
    expect([back, folders.map(readAll)]).toEqual([[0, 0, 0, 0], originals]);
    expect((await elision(["archive", "verify"], { env })).exitCode).toBe(0);
  });
});

/** The texts of the files of a folder. */
function readAll(folder: string): string[] {
  return readdirSync(folder)
    .sort()
    .map((name) => readFileSync(join(folder, name), "utf8"));
}

describe("the folder of an archive", () => {
  it("is never an input, though it lies in a folder that is", async () => {
    const folder = folderWith({ "home/a.jsonl": LINES });
    const env = { HOME: join(folder, "home"), XDG_DATA_HOME: undefined };
    for (const window of ["10", "2"]) {
      const argv = [
        "-i",
        "--window",
        window,
        "--report-file",
        join(folder, "report"),
        "--report",
        "json",
      ];
      expect((await elision([...argv, join(folder, "home")], { env })).exitCode).toBe(0);
      const { totals } = JSON.parse(readFileSync(join(folder, "report"), "utf8"));
      expect(totals).toMatchObject({ inputs: 1, skippedFiles: 0 });
    }
    expect(existsSync(join(folder, "home/.local/share/elision/archive/log.ndjson.gz"))).toBe(true);
  });

  it("may not be one of inputs, which would then no longer be read", async () => {
    const { folder, run } = place({ "in/deep/a.jsonl": LINES });
    for (const dir of ["in", "in/deep"]) {
      const { exitCode, stderr } = await run(
        "-i",
        join(folder, "in"),
        "--archive",
        join(folder, dir),
      );
      expect([exitCode, stderr]).toEqual([2, expect.stringContaining("needs a folder of its own")]);
    }
    expect(readFileSync(join(folder, "in/deep/a.jsonl"), "utf8")).toBe(LINES);
    const inside = join(folder, "in/kept");
    await run("-q", "-i", "--window", "2", join(folder, "in"), "--archive", inside);
    expect(existsSync(join(inside, "log.ndjson.gz"))).toBe(true);
  });
});

describe("in tests", () => {
  it("the user's archive is never that of whoever runs them", () => {
    expect(CLEAN_ENV.XDG_DATA_HOME).toBe(dataHome());
    const { XDG_DATA_HOME } = process.env;
    try {
      delete process.env.XDG_DATA_HOME;
      expect(dataHome).toThrow("the archive of whoever runs them");
    } finally {
      process.env.XDG_DATA_HOME = XDG_DATA_HOME;
    }
  });

  it("a folder that was made for it goes with them", () => {
    rmSync(join(dataHome(), "elision"), { recursive: true, force: true });
    expect(existsSync(dataHome())).toBe(true);
  });
});
