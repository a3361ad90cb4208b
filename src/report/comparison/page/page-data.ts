/** The data of the page's script: the charts of a comparison, and the place of each setting in its grid. */
export interface PageData {
  /** Tokens of every prompt over the steps of one transcript; undefined where there was no request. */
  readonly promptSizes?: {
    readonly steps: readonly number[];
    readonly series: readonly DrawnSeries[];
  };
  /** Empty where recall is not known. */
  readonly costByRecall: readonly DrawnPoint[];
  readonly minRecall: number;
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
