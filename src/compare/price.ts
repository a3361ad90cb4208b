/** What a million tokens cost, in US dollars. */
export interface Rates {
  /** Of a prompt, without caching. */
  readonly input: number;
  /** Of what is written to the prompt cache. */
  readonly write: number;
  /** Of what is read from it. */
  readonly read: number;
}

/** The rates for prompts of more than so many tokens: they hold for the whole request. */
export interface Tier extends Rates {
  readonly above: number;
}

/** A row of a price table. */
export interface Price extends Rates {
  readonly name: string;
  /** Dearer (or cheaper) rates for large prompts, by ascending size. */
  readonly tiers?: readonly Tier[];
  /** When the price was read, as `YYYY-MM-DD` or `YYYY-MM`, and where. */
  readonly date?: string;
  readonly source?: string;
  /** What is to be known beside it. */
  readonly note?: string;
}

/** The rates for a prompt of so many tokens. */
export function ratesFor(price: Price, tokens: number): Rates {
  return price.tiers?.findLast(({ above }) => tokens > above) ?? price;
}

/**
 * How many reads of a token the writing of it costs beyond the first: `(write - read) / read`. It is
 * what a change to old text has to earn back (science 4.1).
 */
export function writeFactor({ write, read }: Rates): number {
  return (write - read) / read;
}
