import type { Tally } from "../../engine/input/reading.ts";
import type { Layout } from "../../formats/format.ts";
import type { Inspection } from "./result.ts";

/** The sizes of one transcript. Its keys are a public contract. */
export interface InspectedTranscript extends Inspection {
  /** The input's name as it was given; `stdin` for standard input. */
  readonly file: string;
  /** The line that the transcript starts on, from 1. */
  readonly line: number;
  readonly format: string;
}

/** One inspected input. */
export interface InspectedFile extends Tally {
  readonly file: string;
  readonly layout: Layout;
  readonly transcripts: number;
}

/** The counts of the inputs of a run. */
export interface InputSums extends Omit<Tally, "observations" | "calls"> {
  readonly inputs: number;
  /** Inputs that could not be read to their end: none of their transcripts is in the sums. */
  readonly failedInputs: number;
  /** Files found in folders that hold no transcript of a known format. */
  readonly skippedFiles: number;
  /** Inputs with nothing in them. */
  readonly emptyInputs: number;
  readonly transcripts: number;
  /** How many transcripts there are of each format. */
  readonly formats: Readonly<Record<string, number>>;
}

/** The sums over all inputs of a run. */
export interface InspectedTotals extends Inspection, InputSums {}
