import type { Inspection } from "./result.ts";

/** Where the characters of one transcript are. Its keys are a public contract. */
export interface InspectedTranscript extends Inspection {
  /** The input's name as it was given; `stdin` for standard input. */
  readonly file: string;
  /** The line that the transcript starts on, from 1. */
  readonly line: number;
  readonly format: string;
}

/** One inspected input. */
export interface InspectedFile {
  readonly file: string;
  readonly layout: "lines" | "rows" | "document";
  readonly bytes: number;
  readonly transcripts: number;
  /** Records that are no messages of the format. */
  readonly otherRecords: number;
  /** Tool results and calls that were read, side copies not counted. */
  readonly observations: number;
  readonly calls: number;
  /** Tool results that the format does not read. */
  readonly unreadResults: number;
  /** Records that the format does not know, by what they say that they are. */
  readonly unreadRecords: Readonly<Record<string, number>>;
  /** Lines that are not JSON. */
  readonly badLines: number;
  /** Records with bytes that are not UTF-8. */
  readonly invalidUtf8Records: number;
}

/** The sums over all inputs of a run. */
export interface InspectedTotals extends Inspection {
  readonly inputs: number;
  /** Inputs that could not be read to their end: none of their transcripts is in the sums. */
  readonly failedInputs: number;
  /** Files found in folders that hold no transcript of a known format. */
  readonly skippedFiles: number;
  /** Inputs with nothing in them. */
  readonly emptyInputs: number;
  readonly transcripts: number;
  readonly bytes: number;
  readonly otherRecords: number;
  readonly unreadResults: number;
  readonly unreadRecords: Readonly<Record<string, number>>;
  readonly badLines: number;
  readonly invalidUtf8Records: number;
  /** How many transcripts there are of each format. */
  readonly formats: Readonly<Record<string, number>>;
}
