/** Words that every JavaScript object has mean nothing where a format has words of its own. */
import { expect, it } from "vitest";
import { compact } from "../../src/api/compact.ts";
import { ElisionError } from "../../src/base/errors.ts";
import { FORMAT_NAMES } from "../../src/formats/index.ts";
import { fixturesOf } from "../support/fixtures.ts";
import { IS_DEEP } from "../support/runs.ts";

/** Where formats say what something is. */
const WORD = /"(?:type|event|role|source|kind|subtype|status|action|observation)": ?"([^"]*)"/g;

/** Words of one fixture that are tried, spread over it. */
const MOST = IS_DEEP ? 40 : 2;

it.each(FORMAT_NAMES)("%s reads constructor as a word that it does not know", (format) => {
  for (const { bytes } of fixturesOf(format)) {
    const text = bytes.toString("latin1");
    const words = [...text.matchAll(WORD)];
    const every = Math.max(1, Math.floor(words.length / MOST));
    for (const [k, { 0: found, 1: word = "", index }] of words.entries()) {
      if (k % every !== 0) continue;
      const end = index + found.length - 1;
      const odd = `${text.slice(0, end - word.length)}constructor${text.slice(end)}`;
      const input = Buffer.from(odd, "latin1");
      expect(faultOf(() => compact(input, { format, preserveRecentRawTurns: 0 }))).toBeUndefined();
    }
  }
});

/** What a call throws that is no error of the input's. */
function faultOf(call: () => unknown): unknown {
  try {
    call();
  } catch (error) {
    if (!(error instanceof ElisionError)) return error;
  }
  return undefined;
}
