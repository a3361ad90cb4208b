/** The text of strings as the kernel writes it, against what JSON says. */
import fc from "fast-check";
import { expect, it } from "vitest";
import { digestOf } from "../../../src/base/digest.ts";
import { Kernel } from "../../../src/json/kernel/kernel.ts";
import { encodeString } from "../../../src/json/splice/encode.ts";
import { TapeTree } from "../../../src/json/tape/tape-tree.ts";
import { anyCodePoint } from "../../support/code-points.ts";
import { runs } from "../../support/runs.ts";

const kernel = new Kernel({ windowBytes: 1 << 20, tapeTokens: 16 });

/** The kernel's tree of a string, and the text that it writes. */
function spelled(json: string): { readonly tree: TapeTree; readonly text: string | undefined } {
  const start = kernel.windowStart;
  const size = kernel.bytes.write(json, start);
  expect(kernel.scanWhole(start, start + size)).toBe(true);
  const tree = new TapeTree(kernel.bytes, kernel.tape, kernel);
  const bytes = tree.bytes.spelledOut(start + 1, start + size - 1);
  return { tree, text: bytes && Buffer.from(bytes).toString() };
}

/** A text as a decoder of UTF-8 shows it: lone surrogates are replaced. */
const shown = (text: string) => Buffer.from(text).toString();

const unit = fc.constantFrom(
  "\\",
  '"',
  "\n",
  "\t\r\b\f",
  "/",
  "u",
  "é",
  "日",
  "🙂",
  "\ud800",
  "\udc00",
);
const texts = fc
  .array(
    fc.oneof(
      unit,
      fc.constantFrom("plain words", "x".repeat(15), "y".repeat(33)),
      fc.string({ unit: anyCodePoint }),
    ),
  )
  .map((parts) => parts.join(""));
const writings = fc.constantFrom(
  (text: string) => encodeString(text, { ascii: false }),
  (text: string) => encodeString(text, { ascii: true }),
  (text: string) =>
    `"${text
      .split("")
      .map((each) => `\\u${each.charCodeAt(0).toString(16).padStart(4, "0")}`)
      .join("")}"`,
  (text: string) => encodeString(text, { ascii: true }).replaceAll("/", "\\/"),
);

it("is the text of a string, however it is written, and so is its digest", () => {
  fc.assert(
    fc.property(texts, writings, (text, write) => {
      const { tree, text: made } = spelled(write(text));
      expect(made).toBe(shown(text));
      expect(tree.digest(tree.root)).toBe(digestOf(text));
    }),
    { numRuns: runs(4000) },
  );
});

it("leaves a text that it has no room for, of which the digest is the same", () => {
  for (const length of [(1 << 18) - 2, 1 << 18]) {
    const text = "\n".padEnd(length, "line ");
    const { tree, text: made } = spelled(JSON.stringify(text));
    expect(made).toBe(length < 1 << 18 ? text : undefined);
    expect(tree.digest(tree.root)).toBe(digestOf(text));
  }
});
