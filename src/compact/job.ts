import type { Archive } from "../archive/archive.ts";
import type { Reading } from "../read/reading.ts";
import type { Answers } from "../reduce/asking/ask.ts";
import type { Policy } from "../reduce/policy.ts";
import type { TranscriptTelemetry } from "../report/telemetry.ts";

/** What to do with copies of masked observations that are of no concern to the model. */
export type SideCopiesOption = "keep" | "mask";

export const SIDE_COPIES_OPTIONS: readonly SideCopiesOption[] = ["keep", "mask"];

/** What is to be done to one input, and who is told of it. */
export interface Job extends Reading {
  readonly policy: Policy;
  /** What to do with the side copies of masked observations: nothing, or to blank them. */
  readonly sideCopies: SideCopiesOption;
  /** Whether the account of a transcript says what was decided of every observation. */
  readonly explain: boolean;
  /** Where what is taken out is kept; none: nowhere. */
  readonly archive: Archive | undefined;
  /** What a model says; none: no model is asked. */
  readonly answers: Answers | undefined;
  onTranscript(telemetry: TranscriptTelemetry): void;
}
