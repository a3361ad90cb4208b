/** The kinds of faults that findings name. */
export const FINDING_RULES = [
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

/** Something in an input that the reader of its format, or the model's provider, would not accept. */
export interface Finding {
  /** The input's name as it was given; `stdin` for standard input. */
  readonly file: string;
  /** Both from 1, the column in characters; none where a whole line is meant. */
  readonly line: number;
  readonly column?: number;
  readonly rule: FindingRule;
  readonly message: string;
}

/** A finding before it is known where it stands: `at` says that in the terms of what was checked. */
export interface Fault<At> {
  readonly at: At;
  readonly rule: FindingRule;
  readonly message: string;
}
