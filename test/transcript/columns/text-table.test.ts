import fc from "fast-check";
import { expect, it } from "vitest";
import { TextTable } from "../../../src/transcript/columns/text-table.ts";

const texts = fc.array(
  fc.oneof(
    fc.string({ maxLength: 3 }),
    fc.uuid(),
    fc.constantFrom("", "é", "日本", "\ud83d", "call_1"),
  ),
  { maxLength: 60 },
);

it("numbers each different text from 1 up, and gives it back", () => {
  fc.assert(
    fc.property(texts, (all) => {
      const table = new TextTable();
      const known = new Map<string, number>();
      for (const text of all) {
        if (!known.has(text)) known.set(text, known.size + 1);
        expect(table.numberOf(text)).toBe(known.get(text));
      }
      expect(table.size).toBe(known.size);
      for (const [text, number] of known) expect(table.text(number)).toBe(text);
    }),
  );
});

it("has room for many, of any length", () => {
  const table = new TextTable();
  const count = 50_000;
  const text = (n: number) => `${n}-${"x".repeat(n % 90)}${n % 1000 === 0 ? "→" : ""}`;
  const long = "y".repeat(3_000_000);
  for (let n = 0; n < count; n++) expect(table.numberOf(text(n))).toBe(n + 1);
  expect(table.numberOf(long)).toBe(count + 1);
  for (let n = 0; n < count; n += 7) {
    expect(table.numberOf(text(n))).toBe(n + 1);
    expect(table.text(n + 1)).toBe(text(n));
  }
  expect(table.text(count + 1)).toBe(long);
});

it("finds its numbers again when it has given back what finds them", () => {
  fc.assert(
    fc.property(texts, texts, (first, then) => {
      const table = new TextTable();
      const whole = new TextTable();
      for (const text of first) expect(table.numberOf(text)).toBe(whole.numberOf(text));
      table.releaseIndex();
      for (const text of then) expect(table.numberOf(text)).toBe(whole.numberOf(text));
      for (const text of [...first, ...then]) {
        const number = table.numberOf(text);
        expect(table.text(number)).toBe(text);
      }
    }),
  );
});

it("has no text for 0, and 0 for no text", () => {
  const table = new TextTable();
  expect(table.numberOf(undefined)).toBe(0);
  expect(table.text(0)).toBeUndefined();
});
