import type { FileTelemetry, TranscriptTelemetry } from "../engine/edits/compaction-result.ts";
import type { Totals } from "../engine/edits/compaction-totals.ts";

/** Turns the account of a run, of compacting or another, into text, as it comes or at the end. */
export interface Reporter<Transcript = TranscriptTelemetry, File = FileTelemetry, Sums = Totals> {
  transcript(telemetry: Transcript): void;
  /** An input is done: the transcripts since the one before it are its. */
  file(telemetry: File): void;
  /** An input failed: what was not written yet of its transcripts does not count. */
  discard(): void;
  finish(totals: Sums): Promise<void>;
}

/** Where a reporter writes, and what it may assume of the place. */
export interface ReportTarget {
  write(text: string): void;
  /** Width of a table in characters. */
  readonly columns: number;
  readonly color: boolean;
}
