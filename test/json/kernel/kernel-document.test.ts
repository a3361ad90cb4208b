/** Documents that come in pieces, against the TypeScript scanner. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { Kernel } from "../../../src/json/kernel/kernel.ts";
import { scanDocument } from "../../../src/json/kernel/kernel-document.ts";
import { scan } from "../../../src/json/scan/scan-json.ts";
import { createTape, type Tape } from "../../../src/json/tape/tape.ts";
import { anyJsonText, mutated } from "../../support/json-texts.ts";
import { runs } from "../../support/runs.ts";
import { tokenValues } from "../../support/token-values.ts";

const kernel = new Kernel({ windowBytes: 1 << 20, tapeTokens: 1 << 19 });

function contentsOf(tape: Tape | undefined) {
  if (tape === undefined) return undefined;
  return { tokens: tokenValues(tape), flags: tape.flags };
}

function oracleSays(bytes: Buffer, start = 0) {
  const tape = createTape();
  return scan(bytes, tape, { start }) === undefined ? contentsOf(tape) : undefined;
}

function inPieces(bytes: Buffer, cuts: readonly number[]): Buffer[] {
  const ends = [...cuts.map((cut) => cut % (bytes.length + 1)), bytes.length].sort((a, b) => a - b);
  return ends.map((end, k) => bytes.subarray(ends[k - 1] ?? 0, end));
}

const documents = anyJsonText.map((text) => Buffer.from(text));
const cuts = fc.array(fc.nat(2000), { maxLength: 8 });

describe("a document in pieces", () => {
  it("has the tape that it has as a whole, wherever it is cut", () => {
    fc.assert(
      fc.property(documents, cuts, (bytes, at) => {
        expect(contentsOf(scanDocument(kernel, inPieces(bytes, at), { partBytes: 1 }))).toEqual(
          oracleSays(bytes),
        );
      }),
      { numRuns: runs(10_000) },
    );
  });

  it("has it when every byte comes alone", () => {
    fc.assert(
      fc.property(documents, (bytes) => {
        const bytesAlone = [...bytes].map((byte) => Buffer.from([byte]));
        expect(contentsOf(scanDocument(kernel, bytesAlone, { partBytes: 1 }))).toEqual(
          oracleSays(bytes),
        );
      }),
      { numRuns: runs(2000) },
    );
  });

  it("is refused where the oracle refuses it", () => {
    fc.assert(
      fc.property(mutated(anyJsonText), cuts, (bytes, at) => {
        expect(contentsOf(scanDocument(kernel, inPieces(bytes, at), { partBytes: 1 }))).toEqual(
          oracleSays(bytes),
        );
      }),
      { numRuns: runs(20_000) },
    );
  });

  it("begins after what is to be left out", () => {
    const bytes = Buffer.from('\ufeff{"a": [1, 2]}');
    const found = scanDocument(kernel, inPieces(bytes, [1, 5]), { start: 3, partBytes: 1 });
    expect(contentsOf(found)).toEqual(oracleSays(bytes, 3));
    expect(scanDocument(kernel, [bytes])).toBeUndefined();
  });

  it("is scanned when it is larger than the window", () => {
    const item = JSON.stringify({ role: "tool", content: "é\n".repeat(50_000) });
    const bytes = Buffer.from(
      `{"messages": [${Array.from({ length: 40 }, () => item).join(", ")}]}`,
    );
    expect(contentsOf(scanDocument(kernel, [bytes]))).toEqual(oracleSays(bytes));
  });

  it("may hold strings larger than the window, whatever stands where they are cut", () => {
    const odd = ["é", "\\n", "\\u00e9", "\\ud83d\\ude00", "日", "🙂", "\\\\", '\\"', "x"];
    for (let shift = 0; shift < 14; shift += 3) {
      for (const each of odd) {
        const text = `${"-".repeat(shift)}${each.repeat(Math.ceil((1 << 20) / each.length))}`;
        const bytes = Buffer.from(`{"a": "${text}", "b": ["${text}"], "c": 1}`);
        const sames = contentsOf(scanDocument(kernel, inPieces(bytes, [70_000 + shift, 400_001])));
        expect(JSON.stringify(sames)).toBe(JSON.stringify(oracleSays(bytes)));
      }
    }
  });

  it("is refused where such a string is wrong, or never ends", () => {
    const text = "é\\n".repeat(1 << 19);
    for (const end of ["", "\\", "\\u12", "\n", '\\x"]', '\u0001"]'])
      expect(scanDocument(kernel, [Buffer.from(`["${text}${end}`)])).toBeUndefined();
    const invalid = Buffer.concat([
      Buffer.from(`["${text}`),
      Buffer.from([0xe2, 0x80, 0x22, 0x5d]),
    ]);
    expect(contentsOf(scanDocument(kernel, [invalid]))).toEqual(oracleSays(invalid));
  });
});
