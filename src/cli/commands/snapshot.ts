import { listOf, oneOf, text, time, wholeNumberFrom1 } from "../argument-types.ts";
import { command } from "../command.ts";
import { CONFIG_FLAGS } from "../config-flags.ts";
import type { Flags, ValuesOf } from "../flag.ts";
import { MODEL_FLAGS } from "../model-flags.ts";

/** How the result of a snapshot can be printed. */
const REPORTS = ["table", "json"] as const;

/** A single call is made. */
const { modelJobs: _modelJobs, ...CALL_FLAGS } = MODEL_FLAGS;

const SNAPSHOT_FLAGS = {
  memory: input(
    "memory",
    "memory entries, as JSON or NDJSON (default: memory.json, .jsonl, .ndjson)",
  ),
  tasks: input("tasks", "tasks, as JSON or NDJSON (default: tasks.json, .jsonl, .ndjson)"),
  issue: input("issue", "the issue, which has the objective (default: issue.json)"),
  progress: input("progress", "the agent's progress log (default: progress.txt, .md)"),
  previous: {
    flags: "--previous <dir>",
    description: "the state folder of an iteration before (may be given again)",
    group: "Input",
    type: listOf(text),
    environment: false,
  },
  iteration: {
    flags: "--iteration <n>",
    description: "the iteration that the snapshot is for (default: after the newest known)",
    group: "Input",
    type: wholeNumberFrom1,
    environment: false,
  },
  now: {
    flags: "--now <time>",
    description: "the time that the files are to bear (default: the clock's)",
    group: "Output",
    type: time,
    environment: false,
  },
  compare: {
    flags: "--compare",
    description: "print what the snapshots by keywords and by the model do not have in common",
    group: "Output",
    environment: false,
  },
  dryRun: {
    flags: "-n, --dry-run",
    description: "write no file, and without --compare ask no model",
    group: "Output",
    environment: false,
  },
  report: {
    flags: "--report <kind>",
    description: `table, or json: print snapshot, retirements and diagnostics on stdout`,
    group: "Output",
    type: oneOf(REPORTS),
    default: "table",
    environment: false,
  },
  quiet: {
    flags: "-q, --quiet",
    description: "nothing on stderr but errors",
    group: "Output",
  },
  ...CALL_FLAGS,
  ...CONFIG_FLAGS,
} as const satisfies Flags;

/** What was typed for `snapshot`, or set in the environment, as values. */
export type SnapshotFlags = Omit<ValuesOf<typeof SNAPSHOT_FLAGS>, "noConfig">;

/** An option for a file that is looked for in the folder otherwise. */
function input(name: string, description: string) {
  return {
    flags: `--${name} <file>`,
    description,
    group: "Input",
    type: text,
    environment: false,
  } as const;
}

export const snapshot = command({
  summary: "makes an agent's notes into a snapshot of its active context",
  description:
    "Sorts an agent's memory, tasks and progress into what it should have before it in the next " +
    "iteration: its objective, hypotheses, blockers, next actions, questions and links. Reads and " +
    "writes the files of a state folder.",
  takes: { usage: "<dir>" },
  flags: SNAPSHOT_FLAGS,
  notes: `It writes active-context.json, adds what is no longer active to
retired-trajectory.jsonl, and accounts for it in trajectory-reduction.json.
Entries are sorted by keywords. A model is asked only if one is named and the
snapshot has 400 tokens; what it makes is taken if every item comes from an
entry or a task and it saves 100 tokens. Otherwise the one by keywords stands.
One of the input files may be -, which is stdin.`,
  examples: [
    ["elision snapshot state", "by keywords"],
    ["elision snapshot state --model anthropic", "by a model, if it does better"],
    ["elision snapshot it-3 --previous it-2", "a folder for each iteration"],
    ["elision snapshot state -n --report json", "only look at it"],
    ["elision snapshot state -n --compare", "what a model would change"],
  ],
  exitCodes: [
    ["0", "done"],
    ["1", "done by keywords: the model did not answer, or not as asked for"],
    ["2", "usage, input or output error; nothing was written"],
  ],
  run: async (shell, words, flags) =>
    (await import("../snapshot.ts")).snapshotCommand(shell, words, flags),
});
