import { countTokens } from "gpt-tokenizer/encoding/o200k_base";
import type { TokenCounter } from "../transcript/model/size.ts";

/**
 * Longest run without a space that is given to the tokenizer whole: merging takes time with the
 * square of a run's length, and base64 or rows of dashes have runs of a megabyte.
 */
const MAX_RUN = 512;

const LONG_RUN = new RegExp(`\\S{${MAX_RUN}}|\\s{${MAX_RUN}}`, "g");

/** Counts tokens as o200k_base does, but for runs that are cut. Special tokens count as text. */
export const o200k: TokenCounter = {
  name: "o200k",
  count(text) {
    let tokens = 0;
    let at = 0;
    for (const { index, 0: run } of text.matchAll(LONG_RUN)) {
      tokens += count(text.slice(at, index)) + count(run);
      at = index + run.length;
    }
    return tokens + count(text.slice(at));
  },
};

function count(text: string): number {
  return text === "" ? 0 : countTokens(text, { disallowedSpecial: new Set() });
}
