/** Splices carried out on bytes that are read in blocks. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { spliceBlocks } from "../../../src/engine/edits/splice-blocks.ts";
import { Output } from "../../../src/io/output.ts";
import { type Store, storeOf } from "../../../src/io/store/store.ts";
import { applySplices, type Splice } from "../../../src/json/splice/splice.ts";
import { runs } from "../../support/runs.ts";

/** What comes out of a part of a store, and whether there was a splice. */
function spliced(store: Store, splices: Iterable<Splice>, start: number, end: number) {
  const output = new Output();
  const pieces: Buffer[] = [];
  const drain = () => pieces.push(...output.drain().map((piece) => Buffer.from(piece)));
  const blocks = spliceBlocks(store, splices, { start, end, output });
  let block = blocks.next();
  for (; block.done !== true; block = blocks.next()) drain();
  drain();
  return { text: Buffer.concat(pieces).toString("latin1"), isChanged: block.value };
}

/** Lengths of what is kept and what is replaced, by turns: most are short, some longer than a block. */
const length = fc.oneof(
  { weight: 4, arbitrary: fc.nat(2000) },
  { weight: 1, arbitrary: fc.constantFrom(0, 48 * 1024, 49_000, 150_000) },
);
const cuts = fc.array(fc.tuple(length, length, fc.string({ maxLength: 20 })), { maxLength: 12 });

describe("bytes with splices", () => {
  it("come out as they do from memory, however they are kept", () => {
    const chunks = fc.array(fc.integer({ min: 1, max: 90_000 }), { minLength: 1, maxLength: 20 });
    fc.assert(
      fc.property(cuts, fc.nat(60_000), fc.nat(500), chunks, (all, rest, start, sizes) => {
        const splices: Splice[] = [];
        let end = start;
        for (const [kept, replaced, text] of all) {
          splices.push({ start: end + kept, end: end + kept + replaced, text });
          end += kept + replaced;
        }
        const bytes = Buffer.alloc(end + rest, "0123456789abcdefghijklmnopqrstuvwxyz,");
        const pieces: Buffer[] = [];
        for (let at = 0, k = 0; at < bytes.length; k++) {
          const size = sizes[k % sizes.length] ?? 1;
          pieces.push(bytes.subarray(at, at + size));
          at += size;
        }
        const to = bytes.length - Math.floor(rest / 2);
        const expected = Buffer.concat([...applySplices(bytes, splices, { start, end: to })]);
        expect(spliced(storeOf(pieces), splices, start, to)).toEqual({
          text: expected.toString("latin1"),
          isChanged: splices.length > 0,
        });
      }),
      { numRuns: runs(3000) },
    );
  });

  it("come out as they do from memory, if the store is read for the next splice meanwhile", () => {
    const bytes = Buffer.from(Array.from({ length: 100_000 }, (_, k) => k % 251));
    const memory = Buffer.alloc(64 * 1024);
    const store: Store = {
      append() {},
      size: bytes.length,
      // As a file is read: each range into the same memory.
      *pieces(start, end) {
        bytes.copy(memory, 0, start, end);
        yield memory.subarray(0, end - start);
      },
    };
    const splices = Array.from({ length: 900 }, (_, k) => {
      const start = 100 * k + 50;
      return { start, end: start + 20, text: "x" };
    });
    function* readBetween() {
      for (const splice of splices) {
        for (const _ of store.pieces(splice.end, bytes.length - 40_000));
        yield splice;
      }
    }
    const expected = Buffer.concat([...applySplices(bytes, splices)]).toString("latin1");
    expect(spliced(store, readBetween(), 0, bytes.length).text).toBe(expected);
  });

  it("are refused where a splice is in another, or beyond the end", () => {
    const store = storeOf([Buffer.from("0123456789")]);
    const first = { start: 1, end: 5, text: "x" };
    for (const other of [
      { start: 4, end: 6 },
      { start: 6, end: 11 },
    ])
      expect(() => spliced(store, [first, { ...other, text: "" }], 0, 10)).toThrow(RangeError);
  });
});
