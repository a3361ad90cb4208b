/** Trees over tapes whose tokens are scanned again when they are asked for, against those held whole. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { Kernel } from "../../../src/json/kernel/kernel.ts";
import { scanInSections } from "../../../src/json/kernel/kernel-sections.ts";
import { TapeTree } from "../../../src/json/tape/tape-tree.ts";
import { anyJsonText, mutated } from "../../support/json-texts.ts";
import { treeOf } from "../../support/parse-json.ts";
import { runs } from "../../support/runs.ts";
import { expectSame } from "../../support/same.ts";
import { seen } from "../../support/seen.ts";

const kernel = new Kernel({ windowBytes: 1 << 16, tapeTokens: 1 << 19 });
const words = ["a", "b", "key", "e", "0"];

/** The bytes, cut at every so many: each piece becomes a section. */
function inPieces(bytes: Buffer, size: number) {
  return function* pieces(start: number, end: number) {
    for (let at = start; at < end; at += size) yield bytes.subarray(at, Math.min(end, at + size));
  };
}

function sectioned(bytes: Buffer, { size = 7, start = 0, heldTokens = 0 } = {}) {
  const about = { start, end: bytes.length, partBytes: 1, heldTokens };
  const tape = scanInSections(kernel, inPieces(bytes, size), about);
  return tape && new TapeTree(bytes, tape);
}

describe("a tape in sections", () => {
  it("shows the same values, wherever it is cut and however little is held", () => {
    fc.assert(
      fc.property(
        anyJsonText,
        fc.integer({ min: 1, max: 60 }),
        fc.constantFrom(0, 4, 1000),
        (text, size, heldTokens) => {
          const bytes = Buffer.from(`{"key": [${text}, {"a": ${text}}], "b": ${text}}`);
          const tree = sectioned(bytes, { size, heldTokens });
          expect(tree?.tape.sections).toBeDefined();
          expect(tree && seen(tree, words)).toEqual(seen(treeOf(bytes), words));
        },
      ),
      { numRuns: runs(2000) },
    );
  });

  it("shows them in any order", () => {
    fc.assert(
      fc.property(anyJsonText, fc.infiniteStream(fc.nat()), (text, numbers) => {
        const bytes = Buffer.from(`[${text}, {"a": ${text}, "b": [${text}]}]`);
        const held = treeOf(bytes);
        const tree = sectioned(bytes) as TapeTree;
        for (const number of numbers.take(100)) {
          const node = number % held.tape.length;
          expectSame(tree.text(node), held.text(node));
          expectSame(tree.get(node, "b"), held.get(node, "b"));
        }
      }),
      { numRuns: runs(500) },
    );
  });

  it("is refused where a tape is", () => {
    fc.assert(
      fc.property(mutated(anyJsonText), fc.integer({ min: 1, max: 60 }), (bytes, size) => {
        const tree = sectioned(bytes, { size });
        let isJson = true;
        try {
          treeOf(bytes);
        } catch {
          isJson = false;
        }
        expect(tree !== undefined).toBe(isJson);
      }),
      { numRuns: runs(5000) },
    );
  });

  it("begins after what is to be left out", () => {
    const tree = sectioned(Buffer.from('\ufeff{"a": [1, 2]}'), { start: 3 });
    expect(tree?.text(0)).toBe('{"a": [1, 2]}');
  });

  it("holds strings that go on from section to section", () => {
    const text = "é\\n\\ud83d\\ude00日🙂".repeat(40_000);
    const bytes = Buffer.from(`{"a": "${text}", "b": ["${text}", 1], "${text}": 2}`);
    const tree = sectioned(bytes, { size: 70_001 });
    expect(tree && seen(tree, ["a", "b"])).toEqual(seen(treeOf(bytes), ["a", "b"]));
  });

  it("says so where the bytes are no longer what they were", () => {
    const bytes = Buffer.from(`[${"1, ".repeat(100)}2]`);
    const tree = sectioned(bytes, { size: 30 });
    bytes.fill("}", 200);
    expect(() => tree?.text(90)).toThrow("changed");
  });

  it("is refused where its containers are too many to be noted in every section", () => {
    const deep = Buffer.from(`${"[".repeat(5000)}${"]".repeat(5000)}`);
    expect(sectioned(deep, { size: 4000 })).toBeDefined();
    expect(sectioned(deep, { size: 4500 })).toBeUndefined();
  });
});
