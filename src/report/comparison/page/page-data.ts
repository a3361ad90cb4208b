import type { ComparedTotals } from "../../../analyses/compare/compared.ts";

/** The data of the page's script: the charts of a comparison, and the place of each setting in its grid. */
export interface PageData {
  /** Tokens of every prompt over the steps of one transcript; undefined where there was no request. */
  readonly promptSizes?: {
    readonly steps: readonly number[];
    readonly series: readonly DrawnSeries[];
  };
  /** Empty where recall is not known. */
  readonly costByRecall: readonly DrawnPoint[];
  /** Absent where nothing would have been missed, or that was not looked for. */
  readonly missed?: MissedBy;
  /** The comparison itself, from which the script answers for another price or recall. */
  readonly totals: ComparedTotals;
  /** The first input with a transcript. */
  readonly firstFile: string;
}

/** The setting whose misses are listed, and how many each has. */
export interface MissedBy {
  readonly setting: string;
  readonly counts: Readonly<Record<string, number>>;
}

export interface DrawnSeries {
  readonly name: string;
  readonly look: Look;
  readonly sizes: readonly number[];
  /** Whether it is switched on at first. */
  readonly isOn: boolean;
}

export interface DrawnPoint {
  readonly name: string;
  /** Its name in the table. */
  readonly setting: string;
  /** The window that it belongs to: all of a window are switched together. */
  readonly group: string;
  readonly look: Look;
  readonly recall: number;
  readonly cached: number;
}

/** A colour for each window, and dashes for each step that it moves on by, by their numbers. */
export interface Look {
  /** -1: history left alone. */
  readonly color: number;
  readonly dash: number;
}

/** The answer of a comparison, before any table: the same in few words and at length. */
export interface PageAdvice {
  /** The setting that is recommended; none: history is better left alone, or nothing can be said. */
  readonly setting?: string;
  /** The command to type. */
  readonly command?: string;
  /** The savings, and what it would have hidden; of no recommendation, what there is instead. */
  readonly lines: readonly string[];
  /** Whether it is for agents at work or for files, and what it would change in these. */
  readonly use: string;
  readonly advice: string;
}
