import type { Part } from "./message.ts";
import type { Texts } from "./transcript.ts";

/** The size of a transcript; tokens only if they were requested. */
export interface Size {
  readonly chars: number;
  readonly tokens?: number;
}

/** Counts tokens, by an estimator that has a name. */
export interface TokenCounter {
  readonly name: string;
  /** Tokens of a text; may be a fraction, sums are rounded up. */
  count(text: string): number;
  /** Tokens from the length and the kind of part alone, if the estimator needs no text. */
  countChars?(chars: number, kind?: Part["kind"]): number;
}

/** The usual rule of thumb. */
export const CHARS_PER_TOKEN = 4;

/** One token for each four characters: the default. */
export const chars4: TokenCounter = {
  name: "chars4",
  count: (text) => text.length / CHARS_PER_TOKEN,
  countChars: (chars) => chars / CHARS_PER_TOKEN,
};

/** The tokens of a part; an image has none here, since no counter of texts knows them. */
export function tokensOf(part: Part, texts: Texts, counter: TokenCounter): number {
  if (part.chars === 0) return 0;
  return counter.countChars?.(part.chars, part.kind) ?? counter.count(texts.text(part));
}

/** The tokens of `chars` chars: those of a text and of the JSON around it. */
export function tokensWith(counter: TokenCounter, chars: number, text: string): number {
  return counter.countChars?.(chars) ?? counter.count(text);
}

/** Adds up the sizes of texts and parts. */
export interface Gauge {
  part(part: Part): void;
  text(text: string): void;
  /** Notes a part's new text, and its chars with it. */
  edited(chars: number, text: string): void;
  readonly size: Size;
}

/** A gauge that counts chars, and tokens too if given a counter. */
export function createGauge(texts: Texts, counter: TokenCounter | undefined): Gauge {
  let chars = 0;
  let tokens = 0;
  return {
    part(part) {
      chars += part.chars;
      if (counter !== undefined) tokens += tokensOf(part, texts, counter);
    },
    text(text) {
      chars += text.length;
      tokens += counter?.count(text) ?? 0;
    },
    edited(whole, text) {
      chars += whole;
      if (counter !== undefined) tokens += tokensWith(counter, whole, text);
    },
    get size() {
      return counter === undefined ? { chars } : { chars, tokens: Math.ceil(tokens) };
    },
  };
}
