import { shown } from "../../base/arguments.ts";
import { ElisionError } from "../../base/errors.ts";
import type { TokenCounter } from "../../transcript/model/size.ts";

/** A given counter of tokens, whose results are checked to be counts. */
export function givenCounter(countTokens: (text: string) => number): TokenCounter {
  return {
    name: "countTokens",
    count(text) {
      const tokens: unknown = countTokens(text);
      if (typeof tokens !== "number" || !(tokens >= 0)) throw noCount(tokens);
      return tokens;
    },
  };
}

function noCount(tokens: unknown): ElisionError {
  const isLater = typeof tokens === "object" && tokens !== null && "then" in tokens;
  const got = isLater ? "a promise" : shown(tokens);
  const expected = "a function that returns a number, 0 or more";
  return new ElisionError("bad-option", `countTokens: expected ${expected} (got ${got})`, {
    hint: isLater ? "count without waiting, or leave out countTokens" : `pass ${expected}`,
  });
}
