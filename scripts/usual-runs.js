/**
 * Runs of the program that should start quickly, as its arguments. The files that they read are written to
 * `folder`.
 */
import { copyFileSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";

const fixture = (name) => fileURLToPath(new URL(`../fixtures/${name}`, import.meta.url));

const SESSIONS = [
  "openai-chat/rows.jsonl",
  "openai-chat/session.jsonl",
  "anthropic/messages.jsonl",
  "claude-code/session.jsonl",
  "codex/rollout.jsonl",
].map(fixture);

/**
 * The plain job on rows (few, compressed, and enough to read ahead), on rows with an object next to the messages, and
 * on lines, with a table and without, and with a placeholder of one's own.
 */
export function plainRuns(folder) {
  const rows = join(folder, "rows.jsonl");
  const lines = join(folder, "lines.jsonl");
  const messages = [TASK, ...Array.from({ length: TURNS }, (_, k) => turn(k)).flat()];
  const row = `${JSON.stringify({ id: 1, messages })}\n`;
  const large = join(folder, "large.jsonl");
  const withInfo = join(folder, "info.jsonl");
  const compressed = join(folder, "rows.jsonl.gz");
  writeFileSync(rows, row.repeat(4));
  writeFileSync(compressed, gzipSync(row.repeat(4)));
  writeFileSync(large, row.repeat(Math.ceil(LARGE_BYTES / row.length)));
  const rowWithInfo = `${JSON.stringify({ id: 1, info: { reward: 1 }, messages })}\n`;
  writeFileSync(withInfo, rowWithInfo.repeat(4));
  writeFileSync(lines, messages.map((message) => `${JSON.stringify(message)}\n`).join(""));
  const files = [rows, compressed, withInfo, lines, large].map((file) => [
    "--report",
    "none",
    file,
  ]);
  return [...files, [rows], ["--placeholder", "[removed: {call}, {chars} chars]", rows]];
}

/** Rows that miss a budget once masked: some of their messages are dropped, with a summary and without. */
export function rowBudgetRuns(folder) {
  const rows = plainRuns(folder)[0].at(-1);
  return ["500", "1500"].map((size) => ["--window", "1", "--max-input-chars", size, rows]);
}

/** The plain job on several threads. */
export function partRuns(folder) {
  const [plain] = plainRuns(folder);
  return [["--jobs", "2", ...plain]];
}

/** Sessions as agents save them. */
export function sessionRuns() {
  return SESSIONS.map((session) => [session]);
}

/** Requests as JSON documents. */
export function documentRuns() {
  return ["openai-chat/document.json", "anthropic/request.json"].map((name) => [fixture(name)]);
}

/**
 * Sessions of every format: all fixtures that are recognised by their content. One has a long text in a message with a
 * result, of which nothing is read.
 */
export function formatRuns(folder) {
  const folders = readdirSync(fixture(""), { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && !OTHER_FIXTURES.includes(entry.name))
    .map(({ name }) => name);
  const withNote = join(folder, "note.jsonl");
  const noted = readFileSync(fixture("pi/version-3.jsonl"), "utf8").replaceAll(
    '"role":"toolResult",',
    (role) => `${role}"note":"${"a word ".repeat(200)}",`,
  );
  writeFileSync(withNote, noted);
  const files = folders.flatMap((each) =>
    readdirSync(fixture(each)).map((name) => fixture(`${each}/${name}`)),
  );
  return [...files, withNote].map((file) => ["--report", "none", file]);
}

/** Folders of what is no session, or has to be named. */
const OTHER_FIXTURES = ["databases", "eval", "parquet", "plain", "recall", "snapshot"];

/** Sessions and rows in place, with an archive. */
export function inPlaceRuns(folder) {
  const archive = join(folder, "archive");
  const [[, , rows]] = plainRuns(folder);
  const ofRows = ["--in-place", "--archive", archive, "--report", "none", rows];
  const ofSessions = SESSIONS.map((session, k) => {
    const copy = join(folder, `${k}.jsonl`);
    copyFileSync(session, copy);
    return ["--in-place", "--archive", archive, "--window", "1", "--min-gain", "1", copy];
  });
  return [...ofSessions, ofRows];
}

/** Sessions and rows whose older messages are dropped, with a summary and without. */
export function budgetRuns(folder) {
  const [[, , rows]] = plainRuns(folder);
  return [...SESSIONS, rows].flatMap((file) => [
    ["--window", "1", "--max-input-chars", "500", file],
    ["--window", "1", "--summarize-after", "3", "--summary-max-chars", "100", file],
  ]);
}

/** Previews, and the commands that look at rows and sessions. */
export function lookRuns(folder) {
  const commands = ["-n", "check", "inspect", "compare"];
  const files = [join(folder, "rows.jsonl"), ...SESSIONS];
  return files.flatMap((file) => commands.map((each) => [each, file]));
}

/** The next commands to try: help, and lists. */
export function otherRuns(folder) {
  const session = SESSIONS.find((name) => name.includes("claude-code"));
  const saved = join(folder, ".claude", "projects", "-tmp-project");
  mkdirSync(saved, { recursive: true });
  copyFileSync(session, join(saved, "0b4f8a6e-2a51-4c1e-9f0e-6f3f5b1c2d3e.jsonl"));
  return [["--help"], ["-h"], ["compare", "--help"], ["sessions"], ["formats"], ["presets"]];
}

/** Several times the size at which reading ahead begins. */
const LARGE_BYTES = 6_000_000;

const TURNS = 24;
const TASK = { role: "user", content: "Look around." };
const RESULTS = ["a line", "Error: no such file", "caf\u00e9", 'said "so"', "exit code 1"];

function turn(k) {
  const id = `call_${k}`;
  const call = { name: "read_file", arguments: JSON.stringify({ path: `/tmp/${k}.txt` }) };
  return [
    { role: "assistant", content: null, tool_calls: [{ id, type: "function", function: call }] },
    { role: "tool", tool_call_id: id, content: `${RESULTS[k % RESULTS.length]}\n`.repeat(20) },
  ];
}
