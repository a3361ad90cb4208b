import fc from "fast-check";
import { anyCodePoint } from "./code-points.ts";

const space = fc.constantFrom("", "", " ", "\n", "\r\n\t", "  ");

/** Strings as files hold them: every escape, raw characters of every width, lone surrogates escaped. */
const stringText = fc
  .array(
    fc.oneof(
      { weight: 6, arbitrary: fc.string({ maxLength: 6 }).map(escaped) },
      { weight: 3, arbitrary: fc.string({ unit: anyCodePoint, maxLength: 4 }).map(escaped) },
      {
        weight: 3,
        arbitrary: fc.constantFrom("\\n", "\\t", '\\"', "\\\\", "\\/", "\\b", "\\f", "\\r"),
      },
      {
        weight: 2,
        arbitrary: fc
          .integer({ min: 0, max: 0xffff })
          .map((unit) => `\\u${unit.toString(16).padStart(4, "0")}`),
      },
      {
        weight: 1,
        arbitrary: fc.constantFrom("\\ud83d\\ude00", "\\uD83D", "\\ude00", "\u00e9", "\u2014"),
      },
    ),
    { maxLength: 6 },
  )
  .map((parts) => `"${parts.join("")}"`);

const numberText = fc.oneof(
  fc.double({ noNaN: true, noDefaultInfinity: true }).map((n) => JSON.stringify(n)),
  fc.constantFrom("0", "-0", "1.0", "12345678901234567890", "1e400", "1E-2", "0.10", "-1.5e+10"),
);

/** JSON texts of any shape, with white space, duplicate keys and every way to write a string. */
export const anyJsonText: fc.Arbitrary<string> = fc
  .letrec<{ value: string }>((tie) => ({
    value: fc.oneof(
      { maxDepth: 4, withCrossShrink: true },
      fc.oneof(stringText, numberText, fc.constantFrom("true", "false", "null")),
      fc
        .array(fc.tuple(space, tie("value"), space), { maxLength: 4 })
        .map((items) => `[${items.map((parts) => parts.join("")).join(",")}]`),
      fc
        .array(
          fc.tuple(
            space,
            fc.oneof(stringText, fc.constantFrom('"a"', '"b"', '"\\u0061"', '"__proto__"')),
            space,
            tie("value"),
            space,
          ),
          { maxLength: 4 },
        )
        .map(
          (members) =>
            `{${members.map(([a, key, b, value, c]) => `${a}${key}${b}:${value}${c}`).join(",")}}`,
        ),
    ),
  }))
  .value.chain((value) => fc.tuple(space, space).map(([a, b]) => a + value + b));

/** A few random changes of bytes, so that most results are nearly right. */
export function mutated(texts: fc.Arbitrary<string>): fc.Arbitrary<Buffer> {
  const change = fc.record({
    at: fc.nat(),
    remove: fc.integer({ min: 0, max: 2 }),
    put: fc.oneof(
      fc.uint8Array({ maxLength: 2 }),
      fc.constantFrom(...'{}[],:"\\-0.eu\n'.split("")).map((character) => Buffer.from(character)),
    ),
  });
  return fc
    .tuple(texts, fc.array(change, { minLength: 1, maxLength: 3 }))
    .map(([text, changes]) => {
      let bytes: Buffer = Buffer.from(text);
      for (const { at, remove, put } of changes) {
        const from = at % (bytes.length + 1);
        bytes = Buffer.concat([bytes.subarray(0, from), put, bytes.subarray(from + remove)]);
      }
      return bytes;
    });
}

function escaped(text: string): string {
  return JSON.stringify(text).slice(1, -1);
}
