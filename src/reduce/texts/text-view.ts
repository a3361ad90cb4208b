/** A text that is read in parts, so that a long one need not be decoded whole. */
export interface TextView {
  readonly chars: number;
  text(): string;
  /** The first (`count` > 0) or last (`count` < 0) characters, or more. */
  excerpt(count: number): string;
  includes(literal: string): boolean;
  /**
   * False if the text certainly does not begin (or end) with an ASCII character, or with that and the one before
   * it; cheap.
   */
  mayBeginWith(code: number): boolean;
  mayEndWith(code: number, before?: number): boolean;
}

/** A text in memory. */
export function viewOf(text: string): TextView {
  return {
    chars: text.length,
    text: () => text,
    excerpt: (count) => (count < 0 ? text.slice(count) : text.slice(0, count)),
    includes: (literal) => text.includes(literal),
    mayBeginWith: (code) => text.charCodeAt(0) === code,
    mayEndWith: (code) => text.charCodeAt(text.length - 1) === code,
  };
}
