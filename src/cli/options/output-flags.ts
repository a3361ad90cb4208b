import { duration, jobCount, shard, suffix, text } from "./argument-types.ts";
import type { Flags } from "./flag.ts";

/** The options that say where results are written, and which originals are kept. */
export const OUTPUT_FLAGS = {
  output: {
    flags: "-o, --output <file>",
    description: "write to this file instead of stdout",
    alsoCalled: ["out"],
    group: "Input and output",
    type: text,
    environment: false,
  },
  outDir: {
    flags: "--out-dir <dir>",
    description: "write each input to its own file below this folder",
    group: "Input and output",
    type: text,
    environment: false,
  },
  continue: {
    flags: "--continue",
    description:
      "with --out-dir: skip inputs that an earlier run with the same options has done, by its list in that folder",
    brief: "with --out-dir: skip what an earlier run did",
    alsoCalled: ["resume"],
    group: "Input and output",
    environment: false,
  },
  badRowsDir: {
    flags: "--bad-rows-dir <dir>",
    description:
      "with --out-dir: also write the bad lines of each input to a file of its name below this folder, as NDJSON: number, reason, file, text",
    brief: "with --out-dir: write bad lines there too",
    alsoCalled: ["bad-rows", "bad-lines"],
    group: "Input and output",
    type: text,
    environment: false,
  },
  shard: {
    flags: "--shard <i/n>",
    description: "take one of n parts of the inputs, about equal in bytes: 3/16 is the third",
    group: "Input and output",
    type: shard,
    environment: false,
  },
  follow: {
    flags: "--follow",
    description: "follow links that are found in folders",
    group: "Input and output",
  },
  inPlace: {
    flags: "-i, --in-place",
    description: "replace each input file in one step, only if it got smaller",
    brief: "replace the input files",
    group: "Input and output",
    environment: false,
  },
  backup: {
    flags: "--backup <suffix>",
    description: "with -i: keep the original under its name and this suffix",
    group: "Input and output",
    type: suffix,
  },
  archive: {
    flags: "--archive <dir>",
    description:
      "keep what is removed in this folder, for elision show and restore (default with -i: the user's archive)",
    brief: "keep what is removed, for show and restore",
    group: "Input and output",
    type: text,
  },
  noArchive: {
    flags: "--no-archive",
    description: "with -i: keep the originals nowhere",
    group: "Input and output",
  },
  minAge: {
    flags: "--min-age <age>",
    description: "skip files changed more recently than this: 30s, 10m, 2h, 1d",
    group: "Input and output",
    type: duration,
  },
  dryRun: {
    flags: "-n, --dry-run",
    description: "write no output; only report what would be done",
    alsoCalled: ["dry", "preview", "check-only"],
    group: "Input and output",
    environment: false,
  },
  jobs: {
    flags: "-j, --jobs <n>",
    description: "number of threads (default: the number of cores, if that is faster)",
    alsoCalled: ["threads", "parallel"],
    group: "Input and output",
    type: jobCount,
  },
  strict: {
    flags: "--strict",
    description: "stop at the first line that is not JSON instead of copying it",
    group: "Input and output",
  },
} as const satisfies Flags;
