/** Every report for programs with its JSON schema, and reports to hold against it. */
import { appendFileSync, cpSync, writeFileSync } from "node:fs";
import type { ServerResponse } from "node:http";
import { join } from "node:path";
import { expect } from "vitest";
import type { LiveStatus } from "../../src/api/live/live-status.ts";
import { LOG_NAME } from "../../src/archive/archive.ts";
import { openArchive } from "../../src/archive/open-archive.ts";
import { PRESET_NAMES } from "../../src/reduce/pipeline/presets.ts";
import { digestOf } from "./archive-entries.ts";
import { drawingLines } from "./comparison.ts";
import { folderWith } from "./folder.ts";
import { homeWith, NOW as TODAY } from "./home.ts";
import { LIVE_PATHS, type LiveWire, requestBody } from "./live-agent.ts";
import { proxyWorld } from "./proxy-world.ts";
import { sessionLines } from "./sessions.ts";
import { elision, type World } from "./shell.ts";
import { FOLDER, NOW } from "./snapshots.ts";

/** A report, and what is known of its schema. */
export interface DescribedReport {
  /** The schema's name in docs/schemas. */
  readonly schema: string;
  /** Reports of runs, parsed; none for what has a test of its own. */
  samples?(): Promise<readonly unknown[]>;
  /** The same as lines, whose types are definitions of the schema. */
  lines?(): Promise<readonly unknown[]>;
  /** Objects whose keys are data: any name will do. */
  readonly maps?: readonly string[];
  /** Keys that may be absent, and those below them, though all samples have them. */
  readonly optional?: readonly string[];
  /** Keys that no sample has. */
  readonly rare?: readonly string[];
}

const FIXTURES = "fixtures";
const FEW = ["codex", "claude-code", "langchain", "recall"].map((name) => `fixtures/${name}`);
const INPUT_MAPS = ["files[].unreadRecords", "totals.unreadRecords", "totals.formats"];

async function report(argv: readonly string[], world?: World): Promise<unknown> {
  const { stdout, stderr } = await elision(argv, world);
  return JSON.parse(stdout === "" ? stderr : stdout);
}

const asJson = (...argv: string[]) => report([...argv, "--report", "json"]);

async function asLines(...argv: string[]): Promise<readonly unknown[]> {
  const { stdout } = await elision([...argv, "--report", "ndjson"]);
  return linesOf(stdout);
}

const linesOf = (text: string): readonly unknown[] =>
  text
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line));

/** The reports of each command that has one for programs. */
export const REPORTS: Readonly<Record<string, readonly DescribedReport[]>> = {
  compact: [
    {
      schema: "compaction-report",
      samples: compacted,
      lines: async () => {
        const { stderr } = await elision(["-n", "--report", "ndjson", ...FEW]);
        return linesOf(stderr.replace(/^elision: .*\n/gm, ""));
      },
      maps: [
        ...["files[].unreadRecords", "totals.unreadRecords"],
        ...["transcripts[].byRule", "totals.byRule", "transcripts[].untouched"],
      ],
      optional: ["tool", "argument"].map((key) => `transcripts[].observations[].${key}`),
      rare: ["undroppable", "modelRefused", "asksToDrop"],
    },
  ],
  sessions: [
    { schema: "sessions", samples: listed, rare: ["subagents", "files", "problem", "hint"] },
  ],
  diff: [
    {
      schema: "diff",
      samples: async () => [
        await asJson("diff", "--window", "3", ...FEW),
        await asJson("diff", "--preset", "aggressive", ...TIGHT, FIXTURES),
      ],
      maps: INPUT_MAPS,
    },
  ],
  evaluate: [{ schema: "evaluation" }],
  inspect: [
    {
      schema: "inspect",
      samples: async () => [await asJson("inspect", FIXTURES)],
      lines: () => asLines("inspect", ...FEW),
      maps: INPUT_MAPS,
    },
  ],
  check: [
    {
      schema: "check",
      samples: async () => [await asJson("check", FIXTURES), await asJson("check", badLines())],
      lines: () => asLines("check", ...FEW),
      optional: ["findings[].column"],
    },
  ],
  compare: [
    {
      schema: "compare",
      samples: compared,
      lines: () => asLines("compare", ...SMALL, ...FEW),
      maps: [
        ...INPUT_MAPS,
        ...["estimates", "models", "prices"].map((map) => `totals.${map}`),
        ...["totals", "transcripts[]"].flatMap((of) => [
          `${of}.drawnOn.tool`,
          `${of}.alone.recall.missedBy.tool`,
          `${of}.outcomes[].recall.missedBy.tool`,
        ]),
      ],
      optional: [
        "transcripts[].misses[].tool",
        "transcripts[].fit.all",
        "transcripts[].outcomes[].recall.missedBy",
        "totals.outcomes[].recall.missedBy",
        "totals.drawnOn",
        "totals.price.tiers[].output",
      ],
      rare: ["summarization", "fallback", "11-20", "21-50", "51+", "number", "seconds"],
    },
  ],
  restore: [{ schema: "restore", samples: restored, rare: ["line", "column"] }],
  replay: [
    {
      schema: "replay",
      samples: async () => linesOf((await elision(["replay", FIXTURES])).stdout),
    },
  ],
  archive: [
    {
      schema: "archive-ls",
      samples: async () => [
        await asJson("archive", "ls", await kept()),
        await asJson("archive", "ls", await kept(0)),
      ],
    },
    { schema: "archive-verify", samples: verified, optional: ["faults[].offset"] },
    {
      schema: "archive-prune",
      samples: async () => [
        await asJson("archive", "prune", await kept(), "--older-than", "1d", "-n"),
      ],
    },
  ],
  formats: [{ schema: "formats", samples: async () => [await asJson("formats")] }],
  presets: [
    { schema: "presets", samples: async () => [await asJson("presets")] },
    {
      schema: "preset",
      samples: () => Promise.all(PRESET_NAMES.map((name) => asJson("presets", name))),
    },
  ],
  prices: [{ schema: "prices", samples: async () => [await asJson("prices")] }],
  config: [{ schema: "config", samples: configured }],
  snapshot: [
    { schema: "snapshot", samples: snapshots },
    { schema: "snapshot-compare", samples: comparedSnapshots },
  ],
  serve: [
    {
      schema: "serve-status",
      samples: liveStatus,
      optional: ["saving.share", "conversations[].edits[].tool"],
      rare: ["reason"],
    },
  ],
  show: [
    { schema: "show", samples: shownRefs },
    {
      schema: "show-turns",
      samples: shownTurns,
      optional: ["", "[]."].flatMap((at) => [`${at}steps[].action`, `${at}steps[].observation`]),
    },
  ],
};

const SMALL = ["--windows", "1,2", "--every", "1,5"];
const LISTS = ["--misses", "--fit", "--passes"];

async function compared(): Promise<readonly unknown[]> {
  const all = Array.from({ length: 10 }, (_, k) => [`${k}.jsonl`, drawingLines(40 + k)]);
  const folder = folderWith({ ...Object.fromEntries(all), "prices.toml": TIERS });
  const drawn = ["--windows", "2,5", "--every", "1,10", folder];
  return [
    await asJson("compare", ...SMALL, "fixtures/atif", "fixtures/codex"),
    await asJson("compare", "--misses", "fixtures/recall"),
    await asJson("compare", ...drawn, "--per-month", "10"),
    await asJson("compare", ...drawn, "--no-recall", "--price-file", join(folder, "prices.toml")),
    await report(["compare", "--report", "json"], { stdin: '{"role":"user","content":"Hi."}\n' }),
    // Last: faults are looked for in the first sample that has a key, and this is the largest.
    await asJson("compare", ...SMALL, ...LISTS, FIXTURES),
  ];
}

const TIERS = `[own]
input = 2
write = 2.5
read = 0.2
tiers = [{ above = 9000, input = 4, write = 5, read = 0.4, output = 9 }]
`;

const TIGHT = ["--max-input-tokens", "200"];
const INPUTS = [
  "--window",
  "0",
  "--shrink-inputs",
  "60",
  "--keep-thinking",
  "0",
  "--min-gain",
  "1",
];
const BOUND = ["--reasoning", "drop", "--binding", "claude-opus-5-5"];

async function compacted(): Promise<readonly unknown[]> {
  const { stderr } = await elision(["--report", "json"], { stdin: sessionLines(12) });
  return [
    JSON.parse(stderr),
    await asJson("-n", badLines()),
    await asJson("-n", "--window", "1", "--model", "command:false", ...TIGHT, "--explain", ...FEW),
    await asJson("-n", ...INPUTS, "--explain", "fixtures/anthropic"),
    await asJson("-n", "--preset", "aggressive", ...BOUND, FIXTURES),
  ];
}

async function listed(): Promise<readonly unknown[]> {
  const env = { HOME: homeWith(), XDG_DATA_HOME: undefined };
  return [await report(["sessions", "--report", "json"], { env, now: () => TODAY })];
}

function badLines(): string {
  return join(folderWith({ "a.jsonl": `${sessionLines(2)}{"role":\n` }), "a.jsonl");
}

/** An archive of a session, and the session as it was compacted with it. */
async function archived(time = TODAY): Promise<{ readonly dir: string; readonly file: string }> {
  const folder = folderWith({ "run.jsonl": sessionLines(12) });
  const [dir, file] = [join(folder, "kept"), join(folder, "run.jsonl")];
  const now = () => time;
  await elision(["-q", "-i", "--window", "2", "--archive", dir, file], { now });
  return { dir, file };
}

const kept = async (time?: number) => (await archived(time)).dir;

async function restored(): Promise<readonly unknown[]> {
  const { dir, file } = await archived();
  const other = join(folderWith({ "bad.jsonl": '{"a":1}' }), "bad.jsonl");
  const { stdout } = await elision(["--window", "0"], { stdin: sessionLines(4) });
  writeFileSync(join(dir, "lost.jsonl"), stdout);
  const inputs = [file, join(dir, "lost.jsonl"), other, join(dir, "none.jsonl")];
  return [await asJson("restore", "-n", "--archive", dir, ...inputs)];
}

async function verified(): Promise<readonly unknown[]> {
  const whole = await kept();
  const { dir } = await archived();
  const archive = openArchive(dir, { mode: "write", time: TODAY });
  const recipe = { as: "head", unit: digestOf("gone") };
  archive.add({ kind: "unit", digest: digestOf("compacted"), recipe });
  archive.close();
  appendFileSync(join(dir, LOG_NAME), "torn");
  return [await asJson("archive", "verify", whole), await asJson("archive", "verify", dir)];
}

async function configured(): Promise<readonly unknown[]> {
  const folder = folderWith({
    "elision.toml": 'window = 4\nkeep-tool = ["read", "write"]\n[profiles.p]\nclamp = 9000\n',
  });
  const config = ["config", "--config", join(folder, "elision.toml"), "--report", "json"];
  const home = { HOME: homeWith([]) };
  return [
    await report(["config", "--no-config", "--report", "json"]),
    await report([...config, "--profile", "p", "--every", "5", "--min-age", "5m"], {
      env: { ...home, ELISION_MIN_GAIN: "7" },
    }),
    await report([...config, "--preset", "kimi"], { env: home }),
  ];
}

/** The state folders of three iterations, and how the third is reduced; a reflection takes 40 ms. */
function states() {
  const folder = folderWith();
  cpSync(FOLDER, folder, { recursive: true });
  const model = ["--model", `command:cat '${join(folder, "reply.json")}'`];
  let time = 0;
  const run = (...argv: string[]) =>
    report(["snapshot", "-n", "-q", "--report", "json", ...argv], {
      env: { PATH: process.env.PATH },
      now: () => {
        time += 40;
        return time;
      },
    });
  return { state: (n: number) => join(folder, `iteration-${n}`), model, run };
}

const PRICE = ["--price", "claude-haiku-4.5"];

async function snapshots(): Promise<readonly unknown[]> {
  const { state, model, run } = states();
  const third = [state(3), "--previous", state(2), "--iteration", "3", "--now", NOW];
  const compared = [...third, "--compare", ...model];
  return [await run(...third), await run(...compared), await run(...compared, ...PRICE)];
}

async function comparedSnapshots(): Promise<readonly unknown[]> {
  const { state, model, run } = states();
  cpSync(state(3), state(4), { recursive: true });
  const both = [state(3), state(4), "--compare"];
  return [await run(...both, ...model, ...PRICE), await run(...both)];
}

async function liveStatus(): Promise<readonly unknown[]> {
  const usage = '{"message":{"usage":{"input_tokens":3,"cache_read_input_tokens":9}}}';
  const statusOf = async (showsText: boolean, forecast: Partial<LiveStatus>) => {
    const answer = (response: ServerResponse) => void response.end(`data: ${usage}\n\n`);
    const { post, port } = await proxyWorld({ answer, showsText, forecast });
    for (const [wire, path] of Object.entries(LIVE_PATHS))
      for (const steps of [4, 1])
        await post(path, requestBody(wire as LiveWire, steps, { task: wire }));
    const status = () => asJson("serve", "status", "--port", String(port)) as Promise<LiveStatus>;
    // A request is counted once its reply is through.
    const seen = async () => (await status()).conversations.map(({ requests }) => requests);
    await expect.poll(seen).toEqual(Object.keys(LIVE_PATHS).map(() => 2));
    return status();
  };
  const forecast = { file: "compared.json", sessions: 3, share: 0.1, savedPerSession: 0.2 };
  return [
    await statusOf(true, { forecast }),
    await statusOf(false, { forecastCommand: "elision compare" }),
  ];
}

async function shownRefs(): Promise<readonly unknown[]> {
  const { dir } = await archived();
  const { entries } = (await asJson("archive", "ls", dir)) as {
    entries: readonly { kind: string; digest: string }[];
  };
  const refs = entries.flatMap(({ kind, digest }) =>
    kind === "text" ? [digest.slice(0, 12)] : [],
  );
  return [await report(["show", "--json", "--archive", dir, ...refs, "0123456789ab"])];
}

async function shownTurns(): Promise<readonly unknown[]> {
  const { dir, file } = await archived();
  const show = (...argv: string[]) => report(["show", "--json", "--archive", dir, ...argv]);
  return [
    await show("--turn", "1", file),
    await show("--turns", "1-", file),
    await show("--turns", "1-", "fixtures/codex/rollout.jsonl"),
  ];
}
