import fc from "fast-check";
import { expect, it } from "vitest";
import { encodeString } from "../../src/json/encode.ts";
import { type OpenedString, openString } from "../../src/json/open-string.ts";
import type { TapeNode } from "../../src/json/tape-node.ts";
import { anyJsonText } from "../support/json-texts.ts";
import { rootOf, spliced } from "../support/parse-json.ts";

function opened(node: TapeNode | undefined): OpenedString {
  if (node === undefined) throw new Error("no such node");
  const inner = openString(node);
  if (!("root" in inner)) throw new Error(inner.expected);
  return inner;
}

/** A JSON string literal for `text`, with escapes chosen by `taste` where there is a choice. */
function literal(text: string, taste: readonly number[]): string {
  let k = 0;
  const characters = [
    ...JSON.stringify(text)
      .slice(1, -1)
      .matchAll(/\\u[0-9a-f]{4}|\\.|[^\\]/gu),
  ];
  const parts = characters.map(([character]) => {
    const choice = taste[k++ % Math.max(1, taste.length)] ?? 0;
    if (character.startsWith("\\") || choice % 4 !== 0) return character;
    return [...character]
      .flatMap((c) => c.split(""))
      .map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`)
      .join("");
  });
  return `"${parts.join("")}"`;
}

/** `text` with lone surrogates as UTF-8 shows them. */
function wellFormed(text: string): string {
  return Buffer.from(text).toString();
}

it("carries splices out of documents nested three deep, other bytes untouched", () => {
  const tastes = fc.array(fc.nat(), { maxLength: 7 });
  fc.assert(
    fc.property(
      fc.tuple(
        anyJsonText,
        anyJsonText,
        fc.string({ unit: "binary" }),
        fc.string({ unit: "binary" }),
      ),
      fc.tuple(tastes, tastes, tastes),
      fc.boolean(),
      ([before, after, old, put], [first, second, third], ascii) => {
        const target = literal(old, first);
        const innermost = `{"b":${before},"t":${target},"a":${after}}`;
        const middle = `[${before}, ${literal(innermost, second)},${after}]`;
        const text = `{"x":${literal(middle, third)} ,"y":${after}}`;

        const outer = rootOf(text);
        const one = opened(outer.get("x"));
        const two = opened(one.root.items()[1]);
        const node = two.root.get("t");
        if (node === undefined) throw new Error("the target is gone");
        expect(node.text()).toBe(wellFormed(old));

        const splice = { start: node.start, end: node.end, text: encodeString(put, { ascii }) };
        const outside = one.outer(two.outer([splice], { ascii }), { ascii });
        const result = spliced(text, outside);

        const expectedInnermost = spliced(innermost, [
          {
            start: Buffer.byteLength(`{"b":${before},"t":`),
            end: Buffer.byteLength(`{"b":${before},"t":${target}`),
            text: encodeString(put, { ascii }),
          },
        ]);
        const value = JSON.parse(result) as { x: string; y: unknown };
        const middleValue = JSON.parse(value.x) as [unknown, string, unknown];
        expect(middleValue[1]).toBe(expectedInnermost);
        expect(value.y).toEqual(JSON.parse(after));

        const [change] = outside;
        if (change === undefined) throw new Error("no splice came out");
        const bytes = Buffer.from(text);
        const made = Buffer.from(result);
        expect(made.subarray(0, change.start)).toEqual(bytes.subarray(0, change.start));
        const rest = bytes.subarray(change.end);
        expect(made.subarray(made.length - rest.length)).toEqual(rest);
      },
    ),
    { numRuns: 500 },
  );
});

it("finds its way past bytes that are not UTF-8 and lone surrogates", () => {
  const text = Buffer.concat([
    Buffer.from('"{\\"a\\":\\"'),
    Buffer.from([0xe2, 0x82, 0xff]),
    Buffer.from('\\ud83d\\",\\"b\\":\\"old\\"}"'),
  ]);
  const inner = opened(rootOf(text));
  const node = inner.root.get("b");
  const splice = { start: node?.start ?? 0, end: node?.end ?? 0, text: '"new"' };
  const result = spliced(text, inner.outer([splice], { ascii: true }));
  expect(result).toBe(text.toString().replace("old", "new"));
});

it("says what is wrong with a string that holds no JSON", () => {
  expect(openString(rootOf('"plain text"'))).toEqual({ offset: 0, expected: "a value" });
});
