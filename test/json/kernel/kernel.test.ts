/** The kernel against its oracle, the TypeScript scanner. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { INCOMPLETE, Kernel, TAPE_FULL, WRONG } from "../../../src/json/kernel/kernel.ts";
import { scan } from "../../../src/json/scan/scan-json.ts";
import { createTape, STRIDE } from "../../../src/json/tape/tape.ts";
import { anyJsonText, mutated } from "../../support/json-texts.ts";
import { runs } from "../../support/runs.ts";
import { expectSame } from "../../support/same.ts";
import { tokenValues } from "../../support/token-values.ts";

const kernel = new Kernel({ windowBytes: 1 << 20, tapeTokens: 1 << 12 });

/** What the kernel says of a line whose break is the last byte that is there. */
function kernelSays(line: Buffer, shift = 0) {
  const start = kernel.windowStart + shift;
  line.copy(kernel.bytes, start);
  kernel.bytes[start + line.length] = 0x0a;
  const count = kernel.scanLine(start, start + line.length + 1);
  if (count < 0) return count;
  const tokens = tokenValues(kernel.tape, count).map((value, index) =>
    index % STRIDE === 1 || index % STRIDE === 2 ? value - start : value,
  );
  return { tokens, flags: kernel.tape.flags, end: kernel.lineEnd - start };
}

/** What the oracle says of the same line. */
function oracleSays(line: Buffer) {
  const tape = createTape();
  const error = scan(line, tape);
  if (error !== undefined) return /^[ \t\r]*$/.test(line.toString("latin1")) ? BLANK : WRONG;
  const tokens = tokenValues(tape);
  return { tokens, flags: tape.flags, end: line.length };
}

const BLANK = "blank";

/** From this byte on, the first of characters of three or four. */
const LEAD_OF_THREE = 0xe0;

function agree(line: Buffer, shift = 0): void {
  if (line.includes(0x0a)) return; // a line ends there
  const ours = kernelSays(line, shift);
  const oracle = oracleSays(line);
  expectSame(ours, oracle === BLANK ? { tokens: [], flags: 0, end: line.length } : oracle);
}

/** Every document on one line. */
const lines = anyJsonText.map((text) => Buffer.from(text.replaceAll("\n", " ")));

describe("the kernel", () => {
  it("writes the same tape as the oracle, wherever a line begins in its memory", () => {
    fc.assert(
      fc.property(lines, fc.nat(40), (line, shift) => agree(line, shift)),
      { numRuns: runs(20_000) },
    );
  });

  it("accepts and refuses what the oracle does, on changed documents", () => {
    fc.assert(
      fc.property(mutated(anyJsonText), fc.nat(17), (line, shift) => agree(line, shift)),
      { numRuns: runs(60_000) },
    );
  });

  it("agrees on strings of any bytes", () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 70 }), (inside) =>
        agree(Buffer.concat([Buffer.from('"'), inside, Buffer.from('"')])),
      ),
      { numRuns: runs(20_000) },
    );
  });

  it("agrees on long strings, wherever an escape or a quote stands in them", () => {
    const plain = fc.integer({ min: 0, max: 70 }).map((length) => "x".repeat(length));
    const odd = fc.constantFrom(
      ...'\\"nu\u0001é日🙂',
      "\\n",
      "\\\\",
      "\\u0041",
      "\\u00e9",
      "\\u00g1",
      "\\u001b",
      ...["\\r", "\\/", "\\b", "\\f", "\\v"],
    );
    fc.assert(
      fc.property(
        fc.array(fc.oneof(plain, odd, odd), { maxLength: 20 }),
        fc.nat(17),
        (parts, shift) => agree(Buffer.from(`"${parts.join("")}"`), shift),
      ),
      { numRuns: runs(40_000) },
    );
    const lengthsOfRuns = fc.array(fc.nat(130), { maxLength: 4 });
    fc.assert(
      fc.property(lengthsOfRuns, (lengths) =>
        agree(Buffer.from(`["${lengths.map((length) => "\\".repeat(length)).join("n")}"]`)),
      ),
      { numRuns: runs(5000) },
    );
  });

  it("agrees on runs of characters that are spelled out, right and wrong", () => {
    const right = fc.constantFrom("\\u65e5", "\\ud83d\\ude00", "\\uFFFD", "\\u0AbC", "\\u1234");
    const odd = fc.constantFrom(
      "\\u00e9",
      "\\u0041",
      "\\n",
      "x",
      "日",
      "\\u65g5",
      "\\U65e5",
      "\\u6",
      "u65e5",
    );
    const part = fc.oneof({ weight: 9, arbitrary: right }, { weight: 1, arbitrary: odd });
    fc.assert(
      fc.property(fc.array(part, { maxLength: 30 }), fc.nat(17), (parts, shift) =>
        agree(Buffer.from(`"${parts.join("")}"`), shift),
      ),
      { numRuns: runs(20_000) },
    );
  });

  it("agrees on long strings of characters of any length, right and wrong", () => {
    const right = fc.constantFrom(
      ...[..."xé日🙂ß\u07ff\u0800\ud7ff\ue000\u{10000}\u{10ffff}"],
      ...[
        "\\n",
        '\\"',
        "\\\\",
        "\\u00e9",
        "é".repeat(40),
        "日x".repeat(30),
        "🙂".repeat(30),
        "é\\n".repeat(30),
        "日本\\\\n".repeat(30),
        '\\\\\\"🙂é'.repeat(30),
        "日本語 ".repeat(90),
      ],
      ...["x".repeat(61), "\\n".repeat(40), "words and ".repeat(7), "x".repeat(257)],
    );
    const wrong = fc.constantFrom(
      ...[
        "80",
        "c3",
        "c080",
        "c1bf",
        "e0809f",
        "e38182e3",
        "eda080",
        "f08080",
        "f09f98",
        "f09f981f",
        "e38101",
        "f48fbfbf80",
        "f4908080",
        "ff",
      ],
    );
    const pieces = fc.oneof(
      { weight: 60, arbitrary: right.map((text) => Buffer.from(text)) },
      { weight: 1, arbitrary: wrong.map((hex) => Buffer.from(hex, "hex")) },
    );
    const strings = fc.array(pieces, { maxLength: 60, size: "max" });
    fc.assert(
      fc.property(strings, fc.integer({ min: 1, max: 12 }), fc.nat(17), (parts, times, shift) => {
        const text = Buffer.concat(parts).toString("latin1").repeat(times);
        agree(Buffer.from(`["${text}"]`, "latin1"), shift);
      }),
      { numRuns: runs(6000) },
    );
  });

  it("agrees on every two bytes in a string, and on every one outside", () => {
    for (let first = 0; first < 256; first++) {
      agree(Buffer.from([first]));
      for (let second = 0; second < 256; second++) agree(Buffer.from([0x22, first, second, 0x22]));
    }
  });

  it("agrees on every two bytes after long text beyond ASCII, wherever they stand in a block", () => {
    const texts = ["Вывод 日本語".repeat(40), "日本語の文章".repeat(60)];
    agree(Buffer.from(`"${texts.join("").repeat(4)}"`));
    for (let first = 0; first < 256; first++)
      for (let second = 0; second < 256; second++) {
        const text = texts[second & 1] ?? "";
        const before = Buffer.from(`"${text}${"x".repeat((first + 3 * second) % 37)}`);
        const after = Buffer.from(`${text.slice(0, 20)}"`);
        for (const later of first < LEAD_OF_THREE ? [[]] : [[], [0x80], [0x80, 0x80]])
          agree(Buffer.concat([before, Buffer.from([first, second, ...later]), after]));
      }
  });

  it("says at every chunk boundary that the line goes on", () => {
    fc.assert(
      fc.property(lines, (line) => {
        const start = kernel.windowStart;
        line.copy(kernel.bytes, start);
        for (let end = 0; end < line.length; end++) {
          const saved = kernel.bytes[start + end] ?? 0;
          expect(kernel.scanLine(start, start + end)).toBe(INCOMPLETE);
          kernel.bytes[start + end] = saved;
        }
      }),
      { numRuns: runs(2000) },
    );
  });

  it("says so where a line has more tokens than its tape", () => {
    expect(kernelSays(Buffer.from(`[${"1,".repeat(1 << 12)}1]`))).toBe(TAPE_FULL);
  });

  it("finds text as a buffer does", () => {
    const letters = fc.array(fc.constantFrom("a", "b", "c"), { maxLength: 60 });
    const needles = fc.array(fc.constantFrom("a", "b", "c"), { minLength: 1, maxLength: 5 });
    fc.assert(
      fc.property(letters, needles, fc.nat(60), fc.nat(60), (text, needle, a, b) => {
        const { windowStart: start } = kernel;
        const bytes = Buffer.from(text.join(""));
        bytes.copy(kernel.bytes, start);
        const from = Math.min(a, b, bytes.length);
        const to = Math.min(Math.max(a, b), bytes.length);
        const expected = bytes.subarray(from, to).indexOf(needle.join(""));
        const found = kernel.texts.find(needle.join(""), start + from, start + to);
        expect(found < 0 ? -1 : found - start - from).toBe(expected);
      }),
      { numRuns: runs(5000) },
    );
  });
});
