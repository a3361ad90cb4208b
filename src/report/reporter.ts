import type { FileTelemetry, TranscriptTelemetry } from "../engine/edits/compaction-result.ts";
import type { Totals } from "../engine/edits/compaction-totals.ts";

/** Writes the report of a run, item by item or at the end. */
export interface Reporter<Transcript = TranscriptTelemetry, File = FileTelemetry, Sums = Totals> {
  transcript(telemetry: Transcript): void;
  /** Whether a transcript of which this much was saved can be in the report; any can if this is left out. */
  wants?(savedChars: number): boolean;
  /** An input is done: the transcripts since the last input belong to it. */
  file(telemetry: File): void;
  /** An input failed: those of its transcripts that are not written yet are dropped. */
  discard(): void;
  finish(totals: Sums): Promise<void>;
}

/** Where a reporter writes, and the properties of that place. */
export interface ReportTarget {
  write(text: string): void;
  /** Width of a table in characters. */
  readonly columns: number;
  readonly color: boolean;
}
