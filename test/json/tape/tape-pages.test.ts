/** Trees over bytes that are looked at in parts, against trees over the same bytes in memory. */
import fc from "fast-check";
import { expect, it } from "vitest";
import { SEARCH_BYTES, type TapePages } from "../../../src/json/tape/tape-pages.ts";
import { TapeTree } from "../../../src/json/tape/tape-tree.ts";
import { anyJsonText } from "../../support/json-texts.ts";
import { treeOf } from "../../support/parse-json.ts";
import { runs } from "../../support/runs.ts";
import { seen } from "../../support/seen.ts";

/** Gives no more than was asked for, and takes it back when the next is asked for. */
function strictPages(bytes: Buffer): TapePages {
  let given = Buffer.alloc(0);
  return {
    page(start, end) {
      given.fill(0);
      given = Buffer.from(bytes.subarray(start, end));
      return { bytes: given, base: start };
    },
  };
}

it("shows the same", () => {
  const words = ["a", "b", "key", "e", "0"];
  fc.assert(
    fc.property(anyJsonText, (text) => {
      const bytes = Buffer.from(`{"key": "${"some text é\\n".repeat(9)}", "a": ${text}}`);
      const held = treeOf(bytes);
      const paged = new TapeTree(strictPages(bytes), held.tape);
      expect(seen(paged, words)).toEqual(seen(held, words));
    }),
    { numRuns: runs(2000) },
  );
});

it("finds what lies across the parts that are searched", () => {
  const bytes = Buffer.from(JSON.stringify(["x".repeat(SEARCH_BYTES - 6), "NEEDLE", "NEED LE"]));
  for (let shift = 0; shift < 12; shift++) {
    const shifted = Buffer.concat([Buffer.alloc(shift, " "), bytes]);
    const paged = new TapeTree(strictPages(shifted), treeOf(shifted).tape);
    expect([1, 2, 3].map((node) => paged.includes(node, "NEEDLE"))).toEqual([false, true, false]);
  }
});

it("knows with what a string begins and ends that is not at hand yet", () => {
  const texts = ["OBSERVATION", "x", "end."];
  const bytes = Buffer.from(JSON.stringify(texts));
  const { tape } = treeOf(bytes);
  texts.forEach((text, index) => {
    const paged = new TapeTree(strictPages(bytes), tape);
    paged.text(1 + ((index + 1) % texts.length));
    expect(paged.mayBeginWith(index + 1, text.charCodeAt(0))).toBe(true);
    expect(paged.mayEndWith(index + 1, text.charCodeAt(text.length - 1))).toBe(true);
  });
});
