/** What the program says, and where. */
import { mkdirSync, readdirSync, readFileSync, rmdirSync, symlinkSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { COMPACT_FLAGS } from "../../src/cli/options/compact-flags.ts";
import { environmentName } from "../../src/cli/options/flag.ts";
import { folderWith } from "../support/folder.ts";
import { CLEAN_ENV, start } from "../support/process.ts";
import { sessionLines, sessionRow } from "../support/sessions.ts";
import { elision } from "../support/shell.ts";

const LINES = sessionLines(12);
const ESCAPE = "\u001b";

function maskedIn(stderr: string): unknown {
  return JSON.parse(stderr).totals.maskedCount;
}

describe("the environment", () => {
  it("sets what is not typed", async () => {
    const argv = ["--report", "json"];
    const env = { ELISION_WINDOW: "2" };
    expect(maskedIn((await elision(argv, { stdin: LINES })).stderr)).toBe(2);
    expect(maskedIn((await elision(argv, { stdin: LINES, env })).stderr)).toBe(10);
    const typed = await elision([...argv, "--window", "10"], { stdin: LINES, env });
    expect(maskedIn(typed.stderr)).toBe(2);
  });

  it("turns switches on and off", async () => {
    const torn = `${LINES}torn`;
    const strict = (set: string) => elision(["-q"], { stdin: torn, env: { ELISION_STRICT: set } });
    expect((await strict("1")).exitCode).toBe(2);
    expect((await strict("0")).exitCode).toBe(1);
    const env = { ELISION_NO_MASKING: "1", ELISION_REPORT: "json" };
    expect(maskedIn((await elision([], { stdin: LINES, env })).stderr)).toBe(0);
  });

  it("is refused by the name of the variable where it makes no sense", async () => {
    const env = { ELISION_MAX_INPUT_CHARS: "lots" };
    const { stderr, exitCode } = await elision([], { stdin: LINES, env });
    expect(exitCode).toBe(2);
    expect(stderr).toContain(
      'ELISION_MAX_INPUT_CHARS: expected a size such as 20000, 20k or 1.5M (got "lots")',
    );
  });

  it("cannot make a run write to other places", () => {
    for (const name of ["output", "outDir", "inPlace", "dryRun"] as const)
      expect(COMPACT_FLAGS[name].environment).toBe(false);
    expect(environmentName(COMPACT_FLAGS.maxInputChars)).toBe("ELISION_MAX_INPUT_CHARS");
  });
});

describe("sizes", () => {
  it.each([
    ["20k", 20_000],
    ["20K", 20_000],
    ["1.5M", 1_500_000],
    ["300", 300],
  ])("%s is %i", async (size, chars) => {
    const row = sessionRow(1, { chars: chars - 20 }); // 12 + 4 + 2 of task, name and arguments
    const fits = await elision(["-q", "--max-input-chars", size], { stdin: row });
    expect(fits.exitCode).toBe(0);
    const row2 = sessionRow(1, { chars: chars - 17 });
    expect((await elision(["-q", "--max-input-chars", size], { stdin: row2 })).exitCode).toBe(1);
  });

  it.each(["", "k", "1.5", "-3", "1e3", "0x10", "20m", "20 k"])("%j is refused", async (size) => {
    expect((await elision([`--max-input-chars=${size}`], { stdin: LINES })).exitCode).toBe(2);
  });
});

describe("colour", () => {
  const coloured = async (argv: string[], world: object) =>
    (await elision(argv, { stdin: LINES, ...world })).stderr.includes(ESCAPE);

  it("is for terminals, unless a flag or the environment says otherwise", async () => {
    expect(await coloured([], {})).toBe(false);
    expect(await coloured([], { terminal: true })).toBe(true);
    expect(await coloured(["--no-color"], { terminal: true })).toBe(false);
    expect(await coloured(["--color"], {})).toBe(true);
    expect(await coloured([], { terminal: true, env: { NO_COLOR: "1" } })).toBe(false);
    expect(await coloured([], { env: { FORCE_COLOR: "1", NO_COLOR: "1" } })).toBe(true);
    expect(await coloured([], { terminal: true, env: { FORCE_COLOR: "0" } })).toBe(false);
    expect(await coloured(["--color"], { env: { NO_COLOR: "1" } })).toBe(true);
    expect(await coloured([], { terminal: true, env: { TERM: "dumb" } })).toBe(false);
  });

  it.each(["check", "formats", "presets", "prices"])(
    "may be switched off or on for %s, which has none",
    async (command) => {
      const words = command === "check" ? [command, "-"] : [command];
      const plain = await elision(words, { stdin: LINES });
      for (const flag of ["--no-color", "--color"]) {
        expect(await elision([flag, ...words], { stdin: LINES })).toEqual(plain);
        expect(await elision([...words, flag], { stdin: LINES })).toEqual(plain);
      }
    },
  );

  it("does not reach a report file", async () => {
    const file = join(folderWith(), "report.txt");
    await elision(["--color", "--report-file", file], { stdin: LINES });
    expect(readFileSync(file, "utf8")).not.toContain(ESCAPE);
  });
});

describe("quiet", () => {
  it("says nothing of what went well", async () => {
    const stdin = `{"kind":"meta"}\n${LINES}`;
    expect((await elision(["-q"], { stdin })).stderr).toBe("");
    expect((await elision([], { stdin })).stderr).toContain(
      "stdin: records that are no messages, copied as they are: 1",
    );
  });

  it("still writes a report file that was asked for", async () => {
    const file = join(folderWith(), "report.json");
    const { stderr } = await elision(["-q", "--report", "json", "--report-file", file], {
      stdin: LINES,
    });
    expect(stderr).toBe("");
    expect(maskedIn(readFileSync(file, "utf8"))).toBe(2);
  });
});

describe("progress", () => {
  const slow = async (world: object) => {
    let time = 0;
    async function* chunks() {
      for (let k = 0; k < 20; k++) {
        time += 100;
        yield Buffer.from(sessionRow(2));
      }
    }
    return elision(["--report", "none"], { stdin: chunks(), now: () => time, ...world });
  };

  it("is shown on a terminal past half a second, and taken away", async () => {
    const { stderr } = await slow({ terminal: true });
    expect(stderr).toContain(`\r${ESCAPE}[Kelision: 0.0 MB`);
    expect(stderr.endsWith(`\r${ESCAPE}[K`)).toBe(true);
  });

  it("is not shown anywhere else", async () => {
    expect((await slow({ terminal: false })).stderr).toBe("");
    expect((await elision(["--report", "none"], { stdin: LINES, terminal: true })).stderr).toBe("");
    expect((await slow({ terminal: true, env: { CI: "true" } })).stderr).toBe("");
    expect((await slow({ terminal: true, env: { CI: "false" } })).stderr).not.toBe("");
  });
});

describe("budgets that are not met", () => {
  it("are said on stderr even without a report, and by the exit code", async () => {
    const argv = ["--report", "none", "--max-input-chars", "10"];
    const { stderr, exitCode } = await elision(argv, { stdin: sessionRow(2) + sessionRow(3) });
    expect([stderr, exitCode]).toEqual(["elision: transcripts larger than their budget: 2\n", 1]);
  });
});

describe("targets that are not met", () => {
  const stdin = sessionRow(2) + sessionRow(3);

  it("are said on stderr, in every report, and by the exit code", async () => {
    const of = (report: string) =>
      elision(["--report", report, "--target", "10", "--window", "0"], { stdin });
    const { stderr, exitCode } = await of("none");
    expect([stderr, exitCode]).toEqual(["elision: transcripts larger than their target: 2\n", 1]);
    expect((await of("table")).stderr).toContain("* larger than its target");
    expect((await of("json")).stderr).toContain('"targetMet": false');
    expect((await of("ndjson")).stderr).toContain('"targetMet":false');
    expect((await of("csv")).stderr).toContain(",targetMet,");
  });

  it.each([
    ["--target", "1000000"],
    ["--target", "10", "--trigger", "1000000"],
  ])("but are where the trigger does not ask for them: %s %s", async (...argv) => {
    const { exitCode, stderr } = await elision(["--report", "json", ...argv], { stdin });
    expect(exitCode).toBe(0);
    expect(stderr).toContain('"targetMet": true');
  });
});

describe("inputs that cannot be read", () => {
  it("are named, and the others are done", async () => {
    const folder = folderWith({ "good.jsonl": LINES });
    const names = ["missing.jsonl", "good.jsonl"].map((name) => join(folder, name));
    const { stderr, exitCode } = await elision(["-q", "--out-dir", join(folder, "out"), ...names]);
    expect(exitCode).toBe(2);
    expect(stderr.split("\n")).toEqual([`elision: ${names[0]}: no such file or folder`, ""]);
    expect(readFileSync(join(folder, "out", "good.jsonl"), "utf8")).toContain("observation masked");
  });

  it("are named where the system refuses to open them", async () => {
    const folder = folderWith();
    const path = join(folder, "socket.jsonl");
    const server = createServer().listen(path);
    await new Promise((resolve) => server.on("listening", resolve));
    const { stderr, exitCode } = await elision(["-q", path]);
    server.close();
    expect(exitCode).toBe(2);
    expect(stderr).toBe(`elision: ${path}: cannot be opened for reading or writing\n`);
  });

  it.skipIf(process.getuid?.() === 0)("say that permission is denied", async () => {
    const folder = folderWith({ "run.jsonl": LINES });
    const { chmodSync } = await import("node:fs");
    chmodSync(join(folder, "run.jsonl"), 0);
    const { stderr } = await elision(["-q", join(folder, "run.jsonl")]);
    expect(stderr).toContain("permission denied");
  });

  it("are named with control characters made visible", async () => {
    const { stderr } = await elision(["-q", "no\u001b[2Jfile"]);
    expect(stderr).toBe("elision: no\\x1b[2Jfile: no such file or folder\n");
  });
});

describe("folders", () => {
  it("stand for the transcripts below them, in the order of their names", async () => {
    const folder = folderWith({
      "b.jsonl": LINES,
      "a/deep/x.json": sessionRow(3),
      "a/readme.md": "# no transcript",
      "a/empty.log": "",
      ".git/objects/x.jsonl": LINES,
      "node_modules/x.jsonl": LINES,
    });
    const { stderr, exitCode } = await elision(["-n", "--report", "json", folder]);
    const { transcripts, totals } = JSON.parse(stderr);
    expect(transcripts.map(({ file }: { file: string }) => file)).toEqual([
      join(folder, "a/deep/x.json"),
      join(folder, "b.jsonl"),
    ]);
    expect(totals).toMatchObject({ skippedFiles: 2, failedInputs: 0, inputs: 2 });
    expect(exitCode).toBe(0);
  });

  it("with something in them that cannot be looked at do not lose what stands after it", async () => {
    const folder = folderWith({ "a.jsonl": LINES, "z/run.jsonl": LINES });
    symlinkSync("loop", join(folder, "loop"));
    symlinkSync("nowhere", join(folder, "gone"));
    mkdirSync(join(folder, "m"), { mode: 0o000 });
    const { stderr, exitCode } = await elision(["-n", "--report", "json", folder]);
    const report = stderr.slice(stderr.indexOf("{"));
    expect(JSON.parse(report).totals).toMatchObject({ transcripts: 2 });
    // Who may read everything finds an empty folder.
    const isRefused = stderr.startsWith(`elision: ${join(folder, "m")}: permission denied\n`);
    expect([isRefused, exitCode]).toEqual(process.getuid?.() === 0 ? [false, 0] : [true, 2]);
    rmdirSync(join(folder, "m"));
  });

  it("without any are no error, and it is said", async () => {
    const { stderr, exitCode } = await elision(["-n", folderWith({ "a.txt": "x" })]);
    expect(exitCode).toBe(0);
    expect(stderr).toContain("no transcripts");
    expect(stderr).toContain("skipped, of no known format: 1");
  });
});

describe("usage errors", () => {
  it.each([
    [["--out-dir", "x"], "--out-dir needs files (got stdin)"],
    [["-i", "-"], "--in-place needs files (got stdin)"],
    [["--format", "yaml"], '--format: no format is called "yaml"; elision formats lists them'],
    [["--format", "codxe"], 'no format is called "codxe" (did you mean "codex"?)'],
    [["--format", "langchain-"], '(did you mean "langchain"?)'],
    [["--format", "vercel"], 'no format is called "vercel" (there are vercel-model, vercel-ui)'],
    [
      ["--every", "0"],
      "--every: expected a whole number, 1 or more (got 0)\nelision:   elision --help",
    ],
    [["pipe", "rows.jsonl"], 'pipe takes no arguments (got "rows.jsonl")'],
    [["completion"], "completion: <shell> is missing"],
    [
      ["--window-unit", "days"],
      'expected one of turns, call-messages, observations, messages, events, tokens (got "days")',
    ],
    [["--min-age", "soon"], 'expected a time such as 30s, 10m, 2h or 1d (got "soon")'],
    [["-j", "0"], 'expected a whole number, 1 to 999 (got "0")'],
    [["--preset", "swe_agnt"], '(did you mean "swe-agent"?)'],
    [["version"], 'no file or command "version" (did you mean --version?)'],
    [["chekc", "-"], 'no file or command "chekc" (did you mean "check"?)'],
    [["--window"], "--window <n>: the value is missing"],
    [["--frob"], "unknown option '--frob'"],
    [["--no-keep-errors"], "'--no-keep-errors' (did you mean --keep-errors none?)"],
    [["--no-report"], "'--no-report' (did you mean --report none?)"],
    [["--no-preset"], "'--no-preset' (did you mean --preset?)"],
  ])("%j", async (argv, message) => {
    const { stderr, stdout, exitCode } = await elision(argv, { stdin: LINES });
    expect([stdout, exitCode]).toEqual(["", 2]);
    expect(stderr).toContain(message);
  });

  it("refuse a report over an input, and outputs over inputs", async () => {
    const folder = folderWith({ "run.jsonl": LINES });
    const run = join(folder, "run.jsonl");
    expect((await elision([run, "--report-file", run])).stderr).toContain(
      "would overwrite the input",
    );
    expect((await elision([folder, "--out-dir", join(folder, "..")])).exitCode).toBe(2);
    const twice = await elision([
      run,
      join(folder, "..", folder.split("/").at(-1) ?? "", "run.jsonl"),
    ]);
    expect(twice.exitCode).toBe(0);
    expect(readFileSync(run, "utf8")).toBe(LINES);
  });

  it.each([
    ["--out-dir", "file"],
    ["--out-dir", "file/x"],
    ["-o", "file/x"],
    ["--report-file", "file/x"],
    ["compare", "--html", "file/x"],
    ["snapshot", "file"],
  ])("name a path that leads through a file: %s %s %s", async (...argv) => {
    const folder = folderWith({ "run.jsonl": LINES, file: "x" });
    const at = argv.map((word) => (word.startsWith("file") ? join(folder, word) : word));
    const inputs = argv[0] === "snapshot" ? [] : [join(folder, "run.jsonl")];
    const { stderr, exitCode } = await elision([...at, ...inputs]);
    expect(exitCode).toBe(2);
    expect(stderr).toContain(`${join(folder, "file")}`);
    expect(stderr).toMatch(/\/file\S*: a part of the path is no folder\n/);
  });

  it.each([
    ["of ASCII", `${"n".repeat(249)}.jsonl`],
    ["beyond it", `${"日".repeat(83)}.jsonl`],
  ])("replace a file with the longest name there is, %s", async (_, name) => {
    const folder = folderWith({ [name]: LINES });
    const { stderr, exitCode } = await elision(["-i", "-q", "--window", "0", join(folder, name)]);
    expect([stderr, exitCode]).toEqual(["", 0]);
    expect(readFileSync(join(folder, name), "utf8")).toContain("[old tool result: ");
    expect(readdirSync(folder)).toEqual([name]);
  });

  it("name a name that is too long", async () => {
    const { stderr, exitCode } = await elision([`${"n".repeat(300)}.jsonl`]);
    expect(exitCode).toBe(2);
    expect(stderr).toMatch(/n\.jsonl: the name is too long\n/);
  });

  it.each(["--out-dir", "--archive"])(
    "end where a folder cannot be made for %s",
    async (option) => {
      const run = join(folderWith({ "run.jsonl": LINES }), "run.jsonl");
      const { stderr, exitCode } = await elision([run, option, "/proc/small/logs"]);
      expect(exitCode).toBe(2);
      expect(stderr).toContain("/proc/small");
    },
  );

  it("refuse two inputs with one target before anything is written", async () => {
    const folder = folderWith({ "a/run.jsonl": LINES, "b/run.jsonl": LINES });
    const inputs = [join(folder, "a/run.jsonl"), join(folder, "b/run.jsonl")];
    const { stderr, exitCode } = await elision([...inputs, "--out-dir", join(folder, "out")]);
    expect(exitCode).toBe(2);
    expect(stderr).toContain("would both be written to");
  });
});

it("shows no stack trace, whatever goes wrong", async () => {
  const folder = folderWith({ "run.jsonl": LINES });
  const { ended } = start(["run.jsonl"], {
    cwd: folder,
    env: { ...CLEAN_ENV, ELISION_WINDOW: "?" },
  });
  const { stderr, code } = await ended;
  expect(code).toBe(2);
  expect(stderr).not.toMatch(/^\s+at /m);
});
