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
  /** Absent if nothing would have been missed, or misses were not measured. */
  readonly missed?: MissedBy;
  /** The comparison, from which the script recomputes the answer for another price or recall. */
  readonly totals: ComparedTotals;
  /** The first input with a transcript. */
  readonly firstFile: string;
}

/** The setting whose misses are listed, and the number of misses of each setting. */
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
  /** The window that it belongs to: all settings of a window are switched together. */
  readonly group: string;
  readonly look: Look;
  readonly recall: number;
  readonly cached: number;
}

/** The index of a colour, one for each window, and of a dash pattern, one for each step. */
export interface Look {
  /** -1: history left alone. */
  readonly color: number;
  readonly dash: number;
}

/** The answer of a comparison, shown before any table, in short and at length. */
export interface PageAdvice {
  /** The recommended setting; undefined if history is better left alone, or no answer is possible. */
  readonly setting?: string;
  /** The command to type. */
  readonly command?: string;
  /** The savings and what it would have hidden; without a recommendation, the alternative. */
  readonly lines: readonly string[];
  /** Whether it applies to running agents or to files, and what it would change in these files. */
  readonly use: string;
  readonly advice: string;
}
