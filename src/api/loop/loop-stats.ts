/** The work of a compactor so far. Tokens are estimates unless `countTokens` was given. */
export interface CompactorStats {
  /** Calls of `next`. */
  readonly calls: number;
  /** Messages of the last call. */
  readonly messages: number;
  /** Results that are shortened, and masked, in what was sent last. */
  readonly shortened: number;
  readonly masked: number;
  /** Tokens of what was sent last, and of what was handed over for it. */
  readonly sentTokens: number;
  readonly originalTokens: number;
  /** Tokens that were kept from the wire, summed over all calls. */
  readonly savedTokens: number;
  /** Tokens sent, summed over all calls; and those of the prefix that each call shared with the one before. */
  readonly allSentTokens: number;
  readonly prefixTokens: number;
  /** Blocks of signed reasoning that follow an edit of what was sent before: newest models drop or refuse them. */
  readonly reasoningLost: number;
  /** How often earlier messages were other than before: edited, cut off or another conversation's. */
  readonly restarts: number;
  /** The number, from 1, of the first message that was other at the last restart. */
  readonly restartedAt: number | undefined;
  /** How often an original was read again. */
  readonly readBacks: number;
}

/** The sums behind the stats. */
export class LoopSums {
  calls = 0;
  restarts = 0;
  restartedAt: number | undefined;
  readBacks = 0;
  reasoningLost = 0;
  saved = 0;
  sent = 0;
  prefix = 0;
}
