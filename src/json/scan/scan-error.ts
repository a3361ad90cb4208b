/** Why a text is not JSON: where, and what the grammar allows there. */
export interface ScanError {
  /** Offset of the byte that does not fit; the end of the text if it stops short. */
  readonly offset: number;
  /** The valid input here, as a phrase: `a value`, `"," or "]"`. */
  readonly expected: string;
}
