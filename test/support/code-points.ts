import fc from "fast-check";

/** The halves of surrogate pairs, which are no code points of a text. */
const [HALVES_FROM, HALVES_COUNT] = [0xd800, 0x800];
const COUNT = 0x110000 - HALVES_COUNT;

/**
 * Any code point, as the unit `"binary"` of `fc.string` gives it, and the same one for the same seed: that unit makes
 * a table of all million of them first, in each process of the tests.
 */
export const anyCodePoint: fc.Arbitrary<string> = fc.nat({ max: COUNT - 1 }).map(textAt, indexOf);

function textAt(index: number): string {
  return String.fromCodePoint(index < HALVES_FROM ? index : index + HALVES_COUNT);
}

function indexOf(text: unknown): number {
  const point = typeof text === "string" ? (text.codePointAt(0) ?? -1) : -1;
  const index = point < HALVES_FROM ? point : point - HALVES_COUNT;
  if (index < 0 || textAt(index) !== text) throw new Error("not one code point");
  return index;
}
