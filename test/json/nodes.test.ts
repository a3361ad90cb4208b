import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { encodeString } from "../../src/json/encode.ts";
import type { Node } from "../../src/json/node.ts";
import { foundAt, positionAt } from "../../src/json/position.ts";
import { applySplices } from "../../src/json/splice.ts";
import { ValueNode } from "../../src/json/value-node.ts";
import { rootOf } from "../support/parse-json.ts";

/** Everything a reader can see of a node. */
function seen(node: Node): unknown {
  return {
    kind: node.kind,
    chars: node.chars,
    keys: node.keys(),
    text: node.kind === "string" ? node.text() : "",
    items: node.items().map(seen),
    byKey: node.keys().map((key) => node.get(key)?.kind),
  };
}

it("shows a plain value and its JSON text alike", () => {
  fc.assert(
    fc.property(fc.jsonValue({ depthSize: "small" }), (value) => {
      const copy = JSON.parse(JSON.stringify(value)) as unknown;
      expect(seen(new ValueNode(copy))).toEqual(seen(rootOf(JSON.stringify(copy))));
    }),
  );
});

describe("a string node", () => {
  it.each(['"plain text"', '"with \\n escapes"', '"raw \u00e9 and \u2014"'])(
    "gives excerpts and finds parts of %s without changing what it is",
    (text) => {
      const node = rootOf(text);
      const whole = JSON.parse(text) as string;
      expect(node.excerpt(5).slice(0, 5)).toBe(whole.slice(0, 5));
      expect(node.excerpt(-5).slice(-5)).toBe(whole.slice(-5));
      expect(node.includes(whole.slice(2, 6))).toBe(true);
      expect(node.includes(`${whole}!`)).toBe(false);
    },
  );
});

it("knows whether a record is pure ASCII", () => {
  expect(rootOf('{"a":["\\u00e9"]}').isAscii).toBe(true);
  expect(rootOf('{"a":["é"]}').isAscii).toBe(false);
  expect(rootOf('{"é":1}').isAscii).toBe(false);
});

it("encodes text that reads back the same, raw or in ASCII", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary" }), fc.boolean(), (text, ascii) => {
      const json = encodeString(text, { ascii });
      expect(JSON.parse(json)).toBe(text);
      if (ascii) expect(json).toMatch(/^[\0-\x7f]*$/);
    }),
  );
});

describe("positions", () => {
  it("count lines and characters from 1, whatever their bytes", () => {
    const text = Buffer.from('a\n"é—\ud83d\ude00" x');
    expect(positionAt(text, 0)).toEqual({ line: 1, column: 1 });
    expect(positionAt(text, text.length - 1)).toEqual({ line: 2, column: 7 });
  });

  it("name what was found there", () => {
    expect(foundAt(Buffer.from("}"), 0)).toBe('"}"');
    expect(foundAt(Buffer.from("é"), 0)).toBe('"é"');
    expect(foundAt(Buffer.from("\n"), 0)).toBe("a line break");
    expect(foundAt(Buffer.from([0]), 0)).toBe("byte 0x00");
    expect(foundAt(Buffer.from([0xff]), 0)).toBe("byte 0xff");
    expect(foundAt(Buffer.from("a"), 1)).toBe("the end of the text");
  });
});

it("refuses splices that overlap: that is a fault of the program", () => {
  const overlapping = [
    { start: 0, end: 2, text: "" },
    { start: 1, end: 3, text: "" },
  ];
  expect(() => [...applySplices(Buffer.from("abcd"), overlapping)]).toThrow(RangeError);
});
