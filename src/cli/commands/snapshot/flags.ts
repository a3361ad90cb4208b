import { listOf, oneOf, text, time, wholeNumberFrom1 } from "../../options/argument-types.ts";
import { COMPACT_FLAGS } from "../../options/compact-flags.ts";
import { CONFIG_FLAGS } from "../../options/config-flags.ts";
import type { Flags, ValuesOf } from "../../options/flag.ts";
import { MODEL_FLAGS } from "../../options/model-flags.ts";
import { PRICE_FLAGS } from "../../options/price-flags.ts";
import { RESULT_FLAGS } from "../../options/result-flags.ts";

/** How the result of a snapshot can be printed. */
const REPORTS = ["table", "json"] as const;

/** Only one request is made. */
const { modelJobs: _modelJobs, ...CALL_FLAGS } = MODEL_FLAGS;

export const SNAPSHOT_FLAGS = {
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
    brief: "the time of the snapshot (default: now)",
    group: "Output",
    type: time,
    environment: false,
  },
  compare: {
    flags: "--compare",
    description: "print what the snapshots by keywords and by the model do not have in common",
    brief: "print how keywords and model differ",
    group: "Output",
    environment: false,
  },
  price: {
    ...PRICE_FLAGS.price,
    description:
      "with --compare, what a reflection costs by this model's price: see elision prices",
    brief: "with --compare: the model whose price holds",
    group: "Output",
  },
  priceFile: {
    ...PRICE_FLAGS.priceFile,
    description: "a table of prices of your own in TOML, with output for replies",
    brief: "your own prices in TOML, also of replies",
    group: "Output",
  },
  outputPrice: {
    ...PRICE_FLAGS.outputPrice,
    description: "the price of a million tokens of replies, where the table has none",
    group: "Output",
  },
  dryRun: {
    ...COMPACT_FLAGS.dryRun,
    description: "write no file, and without --compare ask no model",
    group: "Output",
  },
  report: {
    ...RESULT_FLAGS.report,
    description: "table, or json: print snapshot, retirements and diagnostics on stdout",
    brief: "table, or json: print everything on stdout",
    group: "Output",
    type: oneOf(REPORTS),
  },
  quiet: { ...COMPACT_FLAGS.quiet, group: "Output" },
  ...CALL_FLAGS,
  ...CONFIG_FLAGS,
} as const satisfies Flags;

/** The options of `snapshot`, as values. */
export type SnapshotFlags = Omit<ValuesOf<typeof SNAPSHOT_FLAGS>, "noConfig">;

/** An option that names a file; without it, the file is looked for in the folder. */
function input(name: string, description: string) {
  return {
    flags: `--${name} <file>`,
    description,
    group: "Input",
    type: text,
    environment: false,
  } as const;
}
