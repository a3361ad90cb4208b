import {
  type ArgumentType,
  expected,
  oneOf,
  otherFile,
  text,
} from "../../options/argument-types.ts";
import { COMPACT_FLAGS } from "../../options/compact-flags.ts";
import type { Flags, ValuesOf } from "../../options/flag.ts";
import { POLICY_FLAGS } from "../../options/policy-flags.ts";

/** The bad rows that are allowed: a number of rows, or percents of them. */
export interface Allowance {
  readonly amount: number;
  readonly isPercent: boolean;
}

/** A number of rows, or percents of them: `10`, `0.5%`. */
const allowance: ArgumentType<Allowance> = (value) => {
  const match = /^(\d{1,15})$|^(\d{1,3}(?:\.\d{1,6})?)%$/.exec(value);
  const amount = Number(match?.[1] ?? match?.[2]);
  const isPercent = match?.[2] !== undefined;
  if (match === null || (isPercent && amount > 100))
    throw expected("a number of rows such as 10, or percents such as 0.5%", value);
  return { amount, isPercent };
};

const {
  archive: _archive,
  strict: _strict,
  follow: _follow,
  column: _column,
  ...policy
} = POLICY_FLAGS;

export const PIPE_FLAGS = {
  badRows: {
    flags: "--bad-rows <file>",
    description: "write bad rows to this file too, as NDJSON: number, reason, label, text",
    brief: "write bad rows to this file too, as NDJSON",
    group: "Pipe",
    type: otherFile,
    environment: false,
  },
  maxBadRows: {
    flags: "--max-bad-rows <n>",
    description: "exit 0 with at most this many bad rows: 10, or 0.5% of all (default: 0)",
    brief: "exit 0 with at most this many bad rows: 10, 0.5%",
    group: "Pipe",
    type: allowance,
    environment: false,
  },
  label: {
    flags: "--label <text>",
    description: "put this in every message and record: the partition's name, say",
    brief: "put this in every message and record",
    group: "Pipe",
    type: text,
    environment: false,
  },
  metrics: {
    flags: "--metrics <file>",
    description: "write the line of sums to this file instead of stderr",
    group: "Pipe",
    type: otherFile,
    environment: false,
  },
  telemetry: {
    flags: "--telemetry <where>",
    description: "put the account of each row in the row: column, under the key elision",
    brief: "column: add its sums to each row",
    group: "Pipe",
    type: oneOf(["column"]),
    environment: false,
  },
  ...policy,
  format: {
    ...policy.format,
    description: "the format of the rows, which is not guessed",
    brief: "the format of the rows",
  },
  sideCopies: COMPACT_FLAGS.sideCopies,
} as const satisfies Flags;

/** The options of `pipe`, as values. */
export type PipeFlags = Omit<ValuesOf<typeof PIPE_FLAGS>, "noConfig">;
