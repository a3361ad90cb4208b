import fc from "fast-check";
import { expect, it } from "vitest";
import { scanInMemory } from "../../../src/engine/input/lines/scan-in-memory.ts";
import { encodeString } from "../../../src/json/splice/encode.ts";
import { type OpenedString, openString } from "../../../src/json/splice/open-string.ts";
import type { TapeTree } from "../../../src/json/tape/tape-tree.ts";
import { NONE, type Node } from "../../../src/json/tree/tree.ts";
import { anyCodePoint } from "../../support/code-points.ts";
import { anyJsonText } from "../../support/json-texts.ts";
import { spliced, treeOf } from "../../support/parse-json.ts";
import { runs } from "../../support/runs.ts";

function opened(tree: TapeTree, node: Node): OpenedString {
  const inner = openString(tree, node);
  if (!("tree" in inner)) throw new Error(inner.expected);
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
        fc.string({ unit: anyCodePoint }),
        fc.string({ unit: anyCodePoint }),
      ),
      fc.tuple(tastes, tastes, tastes),
      fc.boolean(),
      ([before, after, old, put], [first, second, third], ascii) => {
        const target = literal(old, first);
        const innermost = `{"b":${before},"t":${target},"a":${after}}`;
        const middle = `[${before}, ${literal(innermost, second)},${after}]`;
        const text = `{"x":${literal(middle, third)} ,"y":${after}}`;

        const outer = treeOf(text);
        const one = opened(outer, outer.get(0, "x"));
        const two = opened(one.tree, one.tree.items(0)[1] ?? NONE);
        const node = two.tree.get(0, "t");
        expect(two.tree.text(node)).toBe(wellFormed(old));

        const splice = {
          start: two.tree.start(node),
          end: two.tree.end(node),
          text: encodeString(put, { ascii }),
        };
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
    { numRuns: runs(500) },
  );
});

it("opens strings that the kernel scanned as it opens others", () => {
  fc.assert(
    fc.property(
      anyJsonText,
      fc.string({ unit: anyCodePoint }),
      fc.array(fc.nat(), { maxLength: 7 }),
      (value, old, taste) => {
        const text = Buffer.from(
          `[${literal(`{"v":${value},"t":${JSON.stringify(old)}}`, taste)}]`,
        );
        const shown = (tree: TapeTree, base: number) => {
          const inner = opened(tree, 1);
          const node = inner.tree.get(0, "t");
          const place = { start: inner.tree.start(node), end: inner.tree.end(node) };
          const [splice] = inner.outer([{ ...place, text: '"new"' }], { ascii: true });
          const { start = 0, end = 0 } = splice ?? {};
          const texts = [inner.tree.text(0), inner.tree.text(node), inner.tree.text(1)];
          return { ...splice, start: start - base, end: end - base, texts, place };
        };
        expect(scanInMemory(text, shown)).toEqual(shown(treeOf(text), 0));
      },
    ),
    { numRuns: runs(500) },
  );
});

it("opens longer strings than the kernel decodes or scans at once", () => {
  const items = Array.from({ length: 60_000 }, (_, k) => ({ n: k, text: 'a"é\n'.repeat(k % 5) }));
  const text = Buffer.from(JSON.stringify([JSON.stringify(items)]));
  const found = scanInMemory(text, (tree, base) => {
    const inner = opened(tree, 1);
    const [last = NONE] = inner.tree.items(0).slice(-1);
    const node = inner.tree.get(last, "n");
    const place = { start: inner.tree.start(node), end: inner.tree.end(node) };
    const [splice] = inner.outer([{ ...place, text: "0" }], { ascii: true });
    return text.toString("utf8", (splice?.start ?? 0) - base, (splice?.end ?? 0) - base);
  });
  expect(found).toBe("59999");
});

it("finds its way past bytes that are not UTF-8 and lone surrogates", () => {
  const text = Buffer.concat([
    Buffer.from('"{\\"a\\":\\"'),
    Buffer.from([0xe2, 0x82, 0xff]),
    Buffer.from('\\ud83d\\",\\"b\\":\\"old\\"}"'),
  ]);
  const inner = opened(treeOf(text), 0);
  const node = inner.tree.get(0, "b");
  const splice = {
    start: inner.tree.start(node),
    end: inner.tree.end(node),
    text: '"new"',
  };
  const result = spliced(text, inner.outer([splice], { ascii: true }));
  expect(result).toBe(text.toString().replace("old", "new"));
});

it("carries out splices that are asked for one by one, in any order", () => {
  const text = JSON.stringify('{"a":"é \\n","b":"old","c":"x"}');
  const inner = opened(treeOf(text), 0);
  const spliceOf = (key: string) => {
    const node = inner.tree.get(0, key);
    return { start: inner.tree.start(node), end: inner.tree.end(node), text: `"new ${key}"` };
  };
  for (const key of ["c", "a", "b"]) {
    const result = spliced(text, inner.outer([spliceOf(key)], { ascii: true }));
    expect(JSON.parse(JSON.parse(result))).toMatchObject({ [key]: `new ${key}` });
  }
});

it("says what is wrong with a string that holds no JSON", () => {
  expect(openString(treeOf('"plain text"'), 0)).toEqual({ offset: 0, expected: "a value" });
});
