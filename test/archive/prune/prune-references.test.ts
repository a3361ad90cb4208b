import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { ReferenceFinder } from "../../../src/archive/prune/prune-references.ts";
import { digestOf } from "../../support/archive-entries.ts";

/** All that is found in bytes that come in pieces which end at these places. */
function foundIn(bytes: Buffer, ends: readonly number[] = []): ReadonlySet<string> {
  const found = new Set<string>();
  const finder = new ReferenceFinder((digits) => void found.add(digits));
  const piece = Buffer.alloc(bytes.length);
  let start = 0;
  for (const end of [...ends, bytes.length].sort((a, b) => a - b)) {
    // The same memory each time, as a reader has it.
    const length = bytes.copy(piece, 0, start, end);
    finder.update(piece.subarray(0, length));
    piece.fill("x");
    start = end;
  }
  finder.finish();
  return found;
}

const REF = "3f9a2c71b04e";

describe("the references of a file", () => {
  it("are its runs of 12 hex digits, whatever stands around them", () => {
    const found = foundIn(Buffer.from(`[masked, ref ${REF}] a${REF}0 3f9a2c71b04`));
    expect(found).toContain(REF);
    expect(found).toContain(`a${REF.slice(0, 11)}`);
    expect([...found].filter((digits) => digits.length === 12)).toHaveLength(3);
  });

  it("are the digests of the file, its lines and its starts", () => {
    const lines = ['{"a":1}', '  {"b":2}\r', "", "x".repeat(200)];
    const text = lines.join("\n");
    const found = foundIn(Buffer.from(text));
    for (const unit of [text, '{"a":1}', '{"a":1}\n', '{"b":2}', "x".repeat(200)])
      expect(found).toContain(digestOf(unit));
    for (const length of [64, 128]) expect(found).toContain(digestOf(text.slice(0, length)));
    expect(found).not.toContain(digestOf(text.slice(0, 100)));
  });

  it("are those of the first line without the byte order mark before it", () => {
    const found = foundIn(Buffer.from('\ufeff{"a":1}\n{"b":2}'));
    for (const unit of ['{"a":1}', '{"b":2}', '\ufeff{"a":1}\n{"b":2}'])
      expect(found).toContain(digestOf(unit));
  });

  it("are the same however the bytes come", () => {
    const text = fc
      .array(fc.oneof(fc.constantFrom("\n", " ", "\r\n", REF, "ab", "z"), fc.string()), {
        maxLength: 40,
      })
      .map((parts) => Buffer.from(parts.join("")));
    fc.assert(
      fc.property(text, fc.array(fc.double({ min: 0, max: 1, noNaN: true })), (bytes, cuts) => {
        const ends = cuts.map((cut) => Math.floor(cut * bytes.length));
        expect(foundIn(bytes, ends)).toEqual(foundIn(bytes));
      }),
    );
  });
});
