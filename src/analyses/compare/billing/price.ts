/** US dollars per million tokens. */
export interface Rates {
  /** For a prompt, without caching. */
  readonly input: number;
  /** For tokens written to the prompt cache. */
  readonly write: number;
  /** For tokens read from it. */
  readonly read: number;
  /** For a reply, if known: lost reasoning is written again. */
  readonly output?: number;
}

/** The rates for prompts above a number of tokens; they apply to the whole request. */
export interface Tier extends Rates {
  readonly above: number;
}

/** A row of a price table. */
export interface Price extends Rates {
  readonly name: string;
  /** Other rates for large prompts, by ascending size. */
  readonly tiers?: readonly Tier[];
  /** When the price was read, as `YYYY-MM-DD` or `YYYY-MM`, and where. */
  readonly date?: string;
  readonly source?: string;
  /** A remark about it. */
  readonly note?: string;
}

/** The rates for a prompt of `tokens` tokens. */
export function ratesFor(price: Price, tokens: number): Rates {
  return price.tiers?.findLast(({ above }) => tokens > above) ?? price;
}

/**
 * The extra cost of writing a token to the cache, in reads: `(write - read) / read`. A change to old text has to
 * earn this back.
 */
export function writeFactor({ write, read }: Rates): number {
  return (write - read) / read;
}
