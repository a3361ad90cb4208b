/** `elision snapshot`, the program: what it reads, writes and says. */
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { folderWith } from "../support/folder.ts";
import { elision } from "../support/shell.ts";
import { FOLDER, NOW, reduced, reflected, tideInputs, tideReply } from "../support/snapshots.ts";

/** A copy of the three state folders, and what runs the program on the third. */
function tides() {
  const folder = folderWith();
  cpSync(FOLDER, folder, { recursive: true });
  const state = join(folder, "iteration-3");
  const previous = [1, 2].flatMap((n) => ["--previous", join(folder, `iteration-${n}`)]);
  const read = (name: string) => readFileSync(join(state, name), "utf8");
  return {
    folder,
    state,
    read,
    json: (name: string) => JSON.parse(read(name)),
    run: (...flags: string[]) =>
      elision(["snapshot", state, ...previous, "--iteration", "3", "--now", NOW, ...flags], {
        env: { PATH: process.env.PATH },
        now: clock(),
      }),
  };
}

/** A clock that goes on by 40 ms each time. */
function clock(): () => number {
  let time = 0;
  return () => {
    time += 40;
    return time;
  };
}

const OUTPUTS = ["active-context.json", "retired-trajectory.jsonl", "trajectory-reduction.json"];

describe("elision snapshot", () => {
  it("writes the snapshot, its retirements and its diagnostics into the folder", async () => {
    const { run, read, json, state } = tides();
    const before = readdirSync(state);
    const { stdout, stderr, exitCode } = await run();
    const { snapshot, retired, diagnostics } = await reduced(tideInputs());
    expect([stdout, exitCode]).toEqual(["", 0]);
    expect(json("active-context.json")).toEqual(snapshot);
    expect(json("trajectory-reduction.json")).toEqual(diagnostics);
    expect(read("retired-trajectory.jsonl")).toBe(
      retired.map((record) => `${JSON.stringify(record)}\n`).join(""),
    );
    expect(stderr).toBe(
      "elision: entries of iteration 3 or later, left out: 1\n" +
        "[TRAJECTORY] reflection=skipped reason=no_model iteration=3 tokens=430 items=20 repeated=4 retired=2\n",
    );
    expect(readdirSync(state)).toEqual([...before, ...OUTPUTS].sort());
  });

  it("takes over from its own snapshot where a folder serves all iterations", async () => {
    const { folder, state, read, json } = tides();
    cpSync(join(folder, "iteration-2/active-context.json"), join(state, "active-context.json"));
    await elision(["snapshot", state, "--iteration", "3"]);
    expect(json("active-context.json").iteration).toBe(3);
    expect(read("retired-trajectory.jsonl").split("\n")).toHaveLength(3);
    const first = read("retired-trajectory.jsonl");
    writeFileSync(join(state, "memory.ndjson"), "");
    const { exitCode } = await elision(["snapshot", state]);
    expect([exitCode, json("active-context.json").iteration]).toEqual([0, 4]);
    expect(read("retired-trajectory.jsonl").startsWith(first)).toBe(true);
    expect(json("trajectory-reduction.json").retired_branch_count).toBe(16);
  });

  it("gives the same bytes again, and retires nothing twice", async () => {
    const { run, read } = tides();
    await run();
    const files = OUTPUTS.map(read);
    await run();
    expect(OUTPUTS.map(read)).toEqual(files);
  });

  it("keeps what stands in the file of retirements, also a line that was torn", async () => {
    const { run, read, state } = tides();
    writeFileSync(join(state, "retired-trajectory.jsonl"), '{"schema_version":1,"ret');
    await run();
    const [first, ...others] = read("retired-trajectory.jsonl").trimEnd().split("\n");
    expect(first).toBe('{"schema_version":1,"ret');
    expect(others.map((line) => JSON.parse(line).field)).toEqual([
      "blockers",
      "required_evidence_links",
    ]);
  });

  it("prints all of it for programs, and writes nothing in a dry run", async () => {
    const { run, state } = tides();
    const { stdout } = await run("-n", "-q", "--report", "json");
    const { snapshot, retired, diagnostics } = await reduced(tideInputs());
    expect(JSON.parse(stdout)).toEqual({ snapshot, retired, diagnostics });
    for (const name of OUTPUTS) expect(existsSync(join(state, name))).toBe(false);
  });

  it("reads files that are named, whatever their names", async () => {
    const folder = folderWith({
      "m.txt": '\ufeff{"entries":[{"scope":"a","key":"b","value":"Stuck"}]}',
      "t.txt": '{"id":1,"title":"Row","status":"Not started"}\r\n\r\n{"id":2,"status":"blocked"}',
      "i.txt": '{"title":"Cross the river"}',
      "p.txt": "Where is the boat?\nIt is gone.",
    });
    const at = (name: string) => join(folder, name);
    const { exitCode } = await elision(
      ["snapshot", at("new/state"), "--memory", at("m.txt"), "--tasks", at("t.txt")].concat([
        "--issue",
        at("i.txt"),
        "--progress",
        at("p.txt"),
      ]),
      { now: () => Date.parse(NOW) },
    );
    expect(exitCode).toBe(0);
    expect(JSON.parse(readFileSync(at("new/state/active-context.json"), "utf8"))).toEqual({
      schema_version: 1,
      generated_at: NOW,
      iteration: 1,
      current_objective: "Cross the river",
      open_hypotheses: [],
      blockers: ["Task 2 (2) is blocked", "a:b - Stuck"],
      next_actions: ["Task 1 (Row) is not_started"],
      unresolved_questions: ["Where is the boat?"],
      required_evidence_links: [],
    });
  });
});

it("reads one input from stdin", async () => {
  const argv = ["snapshot", folderWith(), "-n", "-q", "--report", "json", "--memory", "-"];
  const stdin =
    '{"scope":"a","key":"b","value":"Stuck"}\n{"scope":"a","key":"c","value":"Blocked"}';
  const { stdout } = await elision(argv, { stdin });
  expect(JSON.parse(stdout).snapshot.blockers).toEqual(["a:b - Stuck", "a:c - Blocked"]);
  const bad = await elision(argv, { stdin: `${stdin}\n{"scope"` });
  expect(bad.stderr).toContain("elision: stdin:3:9: expected");
  const twice = await elision([...argv, "--tasks", "-"], { stdin });
  expect(twice.stderr).toContain("only one input can be read from stdin");
});

it("has every key of its account in the docs", async () => {
  const docs = readFileSync(new URL("../../docs/snapshot.md", import.meta.url), "utf8");
  const { diagnostics } = await reduced(tideInputs());
  const keys = Object.keys(diagnostics).filter((key) => key !== "schema_version");
  expect(keys.filter((key) => !docs.includes(`\`${key}\``))).toEqual([]);
});

describe("an input that is wrong", () => {
  const entry = '{"scope":"a","key":"b","value":1}';

  it.each([
    ["memory.ndjson", `${entry}\n{"scope":"a",}\n`, "2:14: expected a key"],
    [
      "memory.ndjson",
      `${entry}\n\n{"scope":"a","key":"b"}\n`,
      "3:1: value: expected a value (got nothing)",
    ],
    ["memory.json", `[${entry},\n  7]`, '2:3: expected an entry {"scope", "key", "value"} (got 7)'],
    ["memory.json", `[${entry}`, "1:35: expected"],
    ["memory.json", '[{"scope":"é","key":"","value":1}]', '1:2: key: expected a text (got "")'],
    [
      "memory.json",
      '[{"scope":"é","key":"k","value":1,"sourceIteration":-1}]',
      "1:2: sourceIteration: expected a whole number, 0 or more (got -1)",
    ],
    [
      "memory.json",
      `[{"scope":"a","key":"b","value":${"[".repeat(20_000)}${"]".repeat(20_000)}}]`,
      "1:2: value: expected at most 100 levels of nesting",
    ],
    ["tasks.json", '{"tasks":[\n {"id":"T1"}]}', "2:2: status: expected a text (got nothing)"],
    [
      "tasks.json",
      '{"tasks":["T1"]}',
      '1:11: expected a task {"id", "title", "status"} (got "T1")',
    ],
    ["issue.json", "[]", "1:1: expected an object (got an array)"],
    ["active-context.json", "{", "1:2: expected"],
    ["active-context.json", '{"schema_version":2}', " schema_version: expected 1 (got 2)"],
  ])("is named with its place, and nothing is written: %s %j", async (name, content, message) => {
    const folder = folderWith({ "progress.txt": "", [name]: content });
    const { stdout, stderr, exitCode } = await elision(["snapshot", folder]);
    expect([stdout, exitCode]).toEqual(["", 2]);
    expect(stderr).toContain(`elision: ${join(folder, name)}:${message}`);
    expect(readdirSync(folder).sort()).toEqual([name, "progress.txt"].sort());
  });

  it.each([
    [["snapshot"], "snapshot: <dir> is missing"],
    [["snapshot", "a", "b"], "several folders are only compared"],
    [["snapshot", ""], "expected a folder"],
    [["snapshot", "nowhere"], "nowhere: expected something to make a snapshot of"],
    [["snapshot", ".", "--memory", "nowhere.json"], "nowhere.json: no such file or folder"],
    [
      ["snapshot", ".", "--previous", "nowhere", "--issue", "package.json"],
      "nowhere: no such file or folder",
    ],
    [
      ["snapshot", ".", "--now", "yesterday"],
      'expected a time such as 2026-03-02T10:00:00Z (got "yesterday")',
    ],
    [["snapshot", ".", "--iteration", "0"], 'expected a whole number, 1 or more (got "0")'],
  ])("%j: %s", async (argv, message) => {
    const { stderr, exitCode } = await elision(argv);
    expect(exitCode).toBe(2);
    expect(stderr).toContain(message);
  });

  it("is an iteration that is older than the snapshot there", async () => {
    const { run, state, read } = tides();
    await run();
    const before = read("active-context.json");
    const { stderr, exitCode } = await elision(["snapshot", state, "--iteration", "2"]);
    expect(exitCode).toBe(2);
    expect(stderr).toContain("the snapshot there is of iteration 3");
    expect(stderr).toContain("expected --iteration 3 or later (got 2)");
    expect(read("active-context.json")).toBe(before);
  });
});

describe("with a model", () => {
  /** Runs it with a command that replies so. */
  async function ask(reply: string, ...flags: string[]) {
    const all = tides();
    writeFileSync(join(all.folder, "reply.txt"), reply);
    const command = `command:cat '${join(all.folder, "reply.txt")}'`;
    return { ...all, ...(await all.run("--model", command, ...flags)) };
  }

  it("takes what it makes, and says so", async () => {
    const { json, stderr, exitCode } = await ask(JSON.stringify(tideReply()));
    const { snapshot, diagnostics } = await reflected(tideInputs(), tideReply());
    expect(exitCode).toBe(0);
    expect(json("active-context.json")).toEqual(snapshot);
    const { reflection_input_tokens: sent, reflection_output_tokens: got, ...same } = diagnostics;
    expect(json("trajectory-reduction.json")).toMatchObject(same);
    expect([sent, got].every((tokens) => Number(tokens) > 100)).toBe(true);
    expect(stderr).toMatch(
      /^elision: the objective, memory entries, tasks and earlier snapshots are sent to the command "cat /m,
    );
    expect(stderr).toMatch(
      /^\[TRAJECTORY\] reflection=used iteration=3 tokens=182 saved=248 items=13 repeated=3 retired=3 input_tokens=\d+ output_tokens=\d+ latency_ms=40$/m,
    );
  });

  const invented = tideReply();
  invented.blockers.push("The moon is down");

  it.each([
    ["malformed_json", "no JSON", 1],
    ["untraced_items", JSON.stringify(invented), 1],
    ["invalid_reply", "{}", 1],
    ["api_error", "", 1],
    [
      "insufficient_savings",
      JSON.stringify({
        ...tideReply(),
        blockers: tideInputs()
          .entries.slice(0, 15)
          .map(({ scope, key }) => `${scope}:${key}`)
          .concat(
            tideInputs().entries.flatMap(({ value, sourceIteration = 0 }) =>
              typeof value === "string" && sourceIteration < 3 ? [value] : [],
            ),
          ),
      }),
      0,
    ],
  ])("leaves the keywords' snapshot, and says why: %s", async (reason, reply, code) => {
    const { json, stderr, exitCode } = await ask(reply);
    expect(json("active-context.json")).toEqual((await reduced(tideInputs())).snapshot);
    expect(json("trajectory-reduction.json")).toMatchObject({
      reflection_used: false,
      reflection_skipped_reason: reason,
    });
    expect(stderr).toMatch(new RegExp(`^elision: reflection: ${reason}: .`, "m"));
    expect(stderr).toMatch(
      new RegExp(`^\\[TRAJECTORY\\] reflection=skipped reason=${reason} `, "m"),
    );
    expect(exitCode).toBe(code);
  });

  it("leaves it when the model takes too long", async () => {
    const { run, json } = tides();
    const { exitCode } = await run("--model", "command:exec sleep 60", "--model-timeout", "0.05s");
    expect(exitCode).toBe(1);
    expect(json("trajectory-reduction.json").reflection_skipped_reason).toBe("api_error");
  });

  it("pays for a reply only once where replies are kept", async () => {
    const { run, read, folder } = tides();
    const [calls, cache] = [join(folder, "calls"), join(folder, "cache.ndjson")];
    const command = `command:echo 1 >> '${calls}'; cat '${join(folder, "reply.json")}'`;
    const dry = () => run("-n", "--model", command, "--model-cache", cache);
    expect((await dry()).stderr).toMatch(/would call command:.+ once: about/);
    for (let k = 0; k < 2; k++) await run("--model", command, "--model-cache", cache);
    expect(readFileSync(calls, "utf8")).toBe("1\n");
    expect((await dry()).stderr).toContain("would not be asked: the reply is in the cache");
    expect(JSON.parse(read("trajectory-reduction.json")).reflection_used).toBe(true);
  });

  it("is asked for a comparison, which then writes nothing in a dry run", async () => {
    const { folder, state, run } = tides();
    const model = `command:cat '${join(folder, "reply.json")}'`;
    const { stdout, exitCode } = await run("-n", "-q", "--model", model, "--compare");
    expect(exitCode).toBe(0);
    expect(stdout).toMatch(/^The model's snapshot was taken\.$/m);
    expect(stdout).toMatch(/^net token delta +248 {2}over 100$/m);
    const json = await run("-n", "-q", "--model", model, "--compare", "--report", "json");
    expect(JSON.parse(json.stdout).comparison.metrics).toMatchObject({
      net_token_delta: 248,
      fallback_rate: 0,
      iterations_on_record: 1,
    });
    for (const name of OUTPUTS) expect(existsSync(join(state, name))).toBe(false);
  });

  it("is judged with the iterations before, as far as they are on record", async () => {
    const { folder, run } = tides();
    for (const [n, used] of [
      [1, true],
      [2, false],
    ] as const) {
      const account = { iteration: n, reflection_used: used, reflection_latency_ms: 100 * n };
      const path = join(folder, `iteration-${n}/trajectory-reduction.json`);
      writeFileSync(path, JSON.stringify(account));
    }
    const model = `command:cat '${join(folder, "reply.json")}'`;
    const { stdout } = await run("-n", "-q", "--model", model, "--compare", "--report", "json");
    expect(JSON.parse(stdout).comparison.metrics).toMatchObject({
      fallback_rate: 1 / 3,
      iterations_on_record: 3,
      reflection_latency_p95_ms: 200,
    });
  });

  it("is not asked in a dry run, which says what it would take", async () => {
    const { folder, run } = tides();
    const { stderr, exitCode } = await run(
      "-n",
      "--model",
      `command:touch '${join(folder, "asked")}'`,
    );
    expect(exitCode).toBe(0);
    expect(stderr).toMatch(
      /would call command:.+ once: about 1\d{3} tokens sent, at most 8192 received/,
    );
    expect(stderr).toContain("reflection=skipped reason=dry_run");
    expect(existsSync(join(folder, "asked"))).toBe(false);
  });

  it("is not asked for less than 400 tokens", async () => {
    const folder = folderWith({ "memory.json": '[{"scope":"a","key":"b","value":"Stuck"}]' });
    mkdirSync(join(folder, "sub"));
    const { stderr, exitCode } = await elision(["snapshot", folder, "--model", "command:false"]);
    expect(exitCode).toBe(0);
    expect(stderr).toContain("[TRAJECTORY] reflection=skipped reason=below_threshold iteration=1");
  });
});
