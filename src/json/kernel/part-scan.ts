/** The state of a scan after a part of a document. */
export interface PartScan {
  /** The number of tokens on the tape, or WRONG or TAPE_FULL. */
  readonly count: number;
  readonly flags: number;
  /** The start of the next token, which is incomplete. */
  readonly at: number;
  /** The tokens of the open containers, the outermost first. */
  readonly open: readonly number[];
  readonly state: number;
  /** How far that token was scanned, if it is a string. */
  readonly string: (PartString & { readonly at: number }) | undefined;
}

/** The scanned part of a string: its length in UTF-16 units, and its flags. */
export interface PartString {
  readonly chars: number;
  readonly flags: number;
}
