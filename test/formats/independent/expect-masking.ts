/** The comparison of what was masked with what a script found that knows nothing of elision. */
import { expect } from "vitest";

/** A tool result that a script found: the texts of its blocks. */
export interface Result {
  readonly texts: readonly string[];
  /** Whether it is older than the newest turn with a call, or no longer sent. */
  readonly isOutside: boolean;
  readonly hasMedia: boolean;
}

/** Masks all that is outside a window of one turn, and shorter for it. */
export const OPTIONS: readonly string[] = [
  ...["--window", "1", "--min-gain", "1", "--keep-errors", "none", "--no-exempt"],
  ...["--placeholder", "seed"],
];

export function isChanged(was: Result, is: Result): boolean {
  return was.texts.join("\n") !== is.texts.join("\n");
}

/** Texts that take the place of a result, in whichever system. */
const MASKED =
  /^(?:\[observation masked|\[dispatch output masked|\[old tool result|\[Old tool result content cleared\]|Old environment output: |<MASKED>|<tool_output_masked>|\[\[NOTE\] This file read)/;

/** Expects a result to be masked exactly where it is outside the window and that is shorter. */
export function expectMasking(was: Result, is: Result): void {
  const chars = was.texts.reduce((sum, text) => sum + text.length, 0);
  const placeholder = `[observation masked — ${chars} chars]`;
  const isMasked = isChanged(was, is);
  if (isMasked) expect(is.texts[0]).toMatch(/\[(?:observation|dispatch output) masked — /);
  if (!was.isOutside || MASKED.test(was.texts[0] ?? "")) {
    expect(isMasked, was.texts[0]).toBe(false);
    return;
  }
  // The dash takes up to six bytes, and an edit must save bytes of the file as well: what is longer by less may stay.
  if (was.hasMedia || chars >= placeholder.length + 6) expect(isMasked, was.texts[0]).toBe(true);
  else if (chars <= placeholder.length) expect(isMasked, was.texts[0]).toBe(false);
}
