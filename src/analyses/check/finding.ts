/** The kinds of faults that findings name. */
const FINDING_RULES = [
  "not-json",
  "unread-results",
  "unanswered-call",
  "orphan-observation",
  "repeated-call-id",
  "missing-parent",
  "parent-cycle",
  "repeated-id",
  "broken-reasoning",
  "maybe-broken-reasoning",
  "format",
] as const;

export type FindingRule = (typeof FINDING_RULES)[number];

/** A fault in an input that the reader of its format, or the model's provider, would reject. */
export interface Finding {
  /** The input's name as it was given; `stdin` for standard input. */
  readonly file: string;
  /** Both from 1, the column in characters; no column if the whole line is meant. */
  readonly line: number;
  readonly column?: number;
  readonly rule: FindingRule;
  readonly message: string;
}

/** A finding without line and column: `at` is its place in the terms of the check. */
export interface Fault<At> {
  readonly at: At;
  readonly rule: FindingRule;
  readonly message: string;
}
