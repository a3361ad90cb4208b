import type { Archive } from "../../archive/archive.ts";
import type { Answers } from "../../reduce/asking/ask.ts";
import type { Policy } from "../../reduce/pipeline/checked-policy.ts";
import type { Reading } from "../input/reading.ts";
import type { RowCounts, TranscriptTelemetry } from "./compaction-result.ts";
import type { ComparedTexts } from "./compared-texts.ts";

/** The treatment of side copies: copies of masked observations that the model never sees. */
export type SideCopiesOption = "keep" | "mask";

export const SIDE_COPIES_OPTIONS: readonly SideCopiesOption[] = ["keep", "mask"];

/** Options and listeners for compacting one input. */
export interface Job extends Reading {
  readonly policy: Policy;
  /** Whether side copies of masked observations stay or are blanked. */
  readonly sideCopies: SideCopiesOption;
  /** Whether the telemetry of a transcript has the decision for every observation. */
  readonly explain: boolean;
  /** Whether the telemetry of a transcript has the savings of masking, in turns and estimated tokens. */
  readonly savings: boolean;
  /** The archive for removed text; undefined: it is not kept. */
  readonly archive: Archive | undefined;
  /** A model's answers; undefined: no model is asked. */
  readonly answers: Answers | undefined;
  /** Where the policy adds the texts that its globs are compared with; undefined if they are not wanted. */
  readonly compared: ComparedTexts | undefined;
  /** Whether conversations are always read as objects: see engine/plain. */
  readonly objects: boolean;
  onTranscript(telemetry: TranscriptTelemetry): void;
  /** Rows that the kernel compacted, whose telemetry is in `rowTelemetry`. They are valid during the call. */
  onRows(rows: RowCounts): void;
}
