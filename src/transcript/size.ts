import { charsWith, type ObservationPart, type Part } from "./message.ts";
import type { Texts } from "./transcript.ts";

/** How large a transcript is; tokens only where they were asked for. */
export interface Size {
  readonly chars: number;
  readonly tokens?: number;
}

/** Counts tokens, by an estimator that has a name. */
export interface TokenCounter {
  readonly name: string;
  /** Tokens of a text; may be a fraction, sums are rounded up. */
  count(text: string): number;
  /** The same from the length alone, where that is all it takes. */
  countChars?(chars: number): number;
}

/** One token for each four characters: the usual rule of thumb, and the default. */
export const chars4: TokenCounter = {
  name: "chars4",
  count: (text) => text.length / 4,
  countChars: (chars) => chars / 4,
};

/** Adds up the sizes of texts and parts. */
export interface Gauge {
  part(part: Part): void;
  text(text: string): void;
  /** An observation that has another text. */
  replaced(part: ObservationPart, text: string): void;
  /** Another part that has another text, and so many chars with it. */
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
      if (counter !== undefined && part.chars > 0)
        tokens += counter.countChars?.(part.chars) ?? counter.count(texts.text(part));
    },
    text(text) {
      chars += text.length;
      tokens += counter?.count(text) ?? 0;
    },
    replaced(part, text) {
      const whole = charsWith(part, text);
      chars += whole;
      tokens += counter?.count(text) ?? 0;
      tokens += counter?.countChars?.(whole - text.length) ?? 0;
    },
    edited(whole, text) {
      chars += whole;
      tokens += counter?.countChars?.(whole) ?? counter?.count(text) ?? 0;
    },
    get size() {
      return counter === undefined ? { chars } : { chars, tokens: Math.ceil(tokens) };
    },
  };
}
