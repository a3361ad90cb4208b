/** How far a document was scanned. */
export interface PartScan {
  /** Tokens on the tape, or WRONG or TAPE_FULL. */
  readonly count: number;
  readonly flags: number;
  /** Where the next token begins, which is not there whole. */
  readonly at: number;
  /** The tokens of the containers that are open, the outermost first. */
  readonly open: readonly number[];
  readonly state: number;
  /** How far that token was scanned, if it is a string. */
  readonly string: (PartString & { readonly at: number }) | undefined;
}

/** A scanned string: its length in UTF-16 units, and its flags. */
export interface PartString {
  readonly chars: number;
  readonly flags: number;
}
