/** A note to the user, besides the figures of a report. Its keys are a public contract. */
export interface Note {
  /** An error failed an input; a warning makes the exit code 1. */
  readonly level: "error" | "warning" | "note";
  readonly message: string;
  /** Stable, for programs; errors only. */
  readonly code?: string;
  /** How to fix it. */
  readonly hint?: string;
  readonly file?: string;
  readonly line?: number;
  readonly column?: number;
}
