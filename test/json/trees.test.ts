import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { foundAt, positionAt } from "../../src/json/scan/position.ts";
import { encodeString } from "../../src/json/splice/encode.ts";
import { applySplices } from "../../src/json/splice/splice.ts";
import { RawString } from "../../src/json/tape/raw-string.ts";
import { Key } from "../../src/json/tree/key.ts";
import { NONE, type Tree } from "../../src/json/tree/tree.ts";
import { ValueTree } from "../../src/json/tree/value-tree.ts";
import { anyCodePoint } from "../support/code-points.ts";
import { treeOf } from "../support/parse-json.ts";
import { runs } from "../support/runs.ts";

/** Everything a reader can see of a value. */
function seen(tree: Tree, node = 0): unknown {
  return {
    is: [tree.isObject(node), tree.isArray(node), tree.isString(node)],
    chars: tree.chars(node),
    keys: tree.keys(node),
    text: tree.isString(node) ? tree.text(node) : "",
    items: tree.items(node).map((item) => seen(tree, item)),
    byKey: tree.keys(node).map((key) => tree.text(tree.get(node, key)).length > 0),
  };
}

it("shows a plain value and its JSON text alike", () => {
  fc.assert(
    fc.property(fc.jsonValue({ depthSize: "small" }), (value) => {
      const copy = JSON.parse(JSON.stringify(value)) as unknown;
      expect(seen(new ValueTree(copy))).toEqual(seen(treeOf(JSON.stringify(copy))));
    }),
  );
});

it("never denies a key that an item of an array has", () => {
  const keys = fc.constantFrom("role", "type", "parts", "a\nb");
  const items = fc.array(fc.oneof(fc.dictionary(keys, fc.constant(1)), fc.constant("type")));
  fc.assert(
    fc.property(items, items, keys, (some, others, key) => {
      const tree = treeOf(JSON.stringify([some, others]));
      for (const array of tree.items(0)) {
        const hasKey = tree.items(array).some((item) => tree.get(item, key) !== NONE);
        if (hasKey) expect(tree.itemsMayHave(array, key)).toBe(true);
      }
    }),
  );
  const [array = NONE] = treeOf('[[{"role":1},"type",{"content":2}]]').items(0);
  const tree = treeOf('[[{"role":1},"type",{"content":2}]]');
  expect(["role", "content", "type"].map((key) => tree.itemsMayHave(array, key))).toEqual([
    true,
    true,
    false,
  ]);
});

/** The JSON of an object with these members, in order: keys may come twice, or be escaped. */
function objectOf(members: readonly (readonly [key: string, value: unknown])[]): string {
  const json = members.map(([key, value], k) => {
    const escaped = key.replace(/^r/, "\\u0072");
    return `"${k % 3 === 2 ? escaped : key}": ${JSON.stringify(value)}`;
  });
  return `{${json.join(", ")}}`;
}

it("finds the same by a key that was taken apart as by its text", () => {
  const texts = ["role", "rolf", "roles", "type", "é", "content"];
  const key = fc.constantFrom(...texts);
  const value = fc.constantFrom<unknown>(1, "role", [1, { role: 2 }], { type: [] }, "type");
  fc.assert(
    fc.property(fc.array(fc.tuple(key, value), { maxLength: 8 }), (members) => {
      const json = objectOf(members);
      for (const tree of [treeOf(json), new ValueTree(JSON.parse(json))]) {
        for (const text of texts.filter((each) => each !== "é")) {
          const found = tree.get(0, new Key(text));
          const expected = tree.get(0, text);
          expect(tree.text(found)).toBe(tree.text(expected));
          expect(found === NONE).toBe(expected === NONE);
          expect(tree.is(found, new Key("role"))).toBe(tree.is(expected, "role"));
          expect(tree.is(found, new Key("role"))).toBe(JSON.parse(json)[text] === "role");
        }
      }
    }),
  );
});

it("lists the items that have an array under a key, however often it is asked", () => {
  const keys = ["content", "parts"].map((text) => new Key(text));
  const member = fc.tuple(fc.constantFrom("content", "parts"), fc.constantFrom([], [1], "x", {}));
  const items = fc.array(fc.array(member, { maxLength: 3 }).map(objectOf), { maxLength: 6 });
  fc.assert(
    fc.property(items, items, fc.infiniteStream(fc.nat(3)), (some, others, picks) => {
      const json = `[[${some.join()}],[${others.join()}]]`;
      for (const tree of [treeOf(json), new ValueTree(JSON.parse(json))]) {
        const arrays = tree.items(0);
        for (let time = 0; time < 8; time++) {
          const pick = Number(picks.next().value);
          const [array, key] = [arrays[pick & 1] ?? NONE, keys[pick >> 1] ?? new Key("content")];
          const found = tree.itemsWithArray(array, key).map((item) => tree.text(item));
          const expected = tree
            .items(array)
            .filter((item) => tree.isArray(tree.get(item, key.text)))
            .map((item) => tree.text(item));
          expect(found).toEqual(expected);
        }
      }
    }),
  );
});

it("gives the head of a text, however its characters are written", () => {
  const unit = fc.constantFrom("a", "é", "日", "🙂", "\n", "\u0001", "\ud83d", '"', "\\");
  const text = fc.string({ unit, maxLength: 40 });
  fc.assert(
    fc.property(text, fc.nat(20), fc.boolean(), (whole, count, ascii) => {
      const tree = treeOf(encodeString(whole, { ascii }));
      expect(tree.head(0, count)).toBe(whole.slice(0, count));
      expect(new ValueTree(whole).head(0, count)).toBe(whole.slice(0, count));
    }),
    { numRuns: runs(2000) },
  );
  expect(treeOf('[1, "b"]').head(0, 3)).toBe("[1,");
  expect(treeOf("1").head(NONE, 3)).toBe("");
});

it("is nothing of any kind where there is nothing", () => {
  for (const tree of [new ValueTree({}), treeOf("{}")]) {
    const none = tree.get(0, "no such key");
    expect(none).toBe(NONE);
    expect(seen(tree, none)).toEqual({
      is: [false, false, false],
      chars: 0,
      keys: [],
      text: "",
      items: [],
      byKey: [],
    });
    expect([tree.get(none, "a"), tree.text(none), tree.includes(none, "")]).toEqual([
      NONE,
      "",
      false,
    ]);
  }
});

describe("a string", () => {
  const escapes = fc.constantFrom("\\n", "\\\\", '\\"', "\\u001b", "\\u00e9", "\\ud83d\\ude00");
  const pieces = fc.oneof(
    fc.constantFrom("a", "f0", "plain ", "é", "—", "\ud83d\ude00", "]"),
    escapes,
  );

  it("gives excerpts that are its true start and end, of the length asked for", () => {
    fc.assert(
      fc.property(
        fc.array(pieces, { maxLength: 400 }),
        fc.integer({ min: 1, max: 40 }),
        (parts, n) => {
          const tree = treeOf(`"${parts.join("")}"`);
          const whole = tree.text(0);
          const head = tree.excerpt(0, n);
          const tail = tree.excerpt(0, -n);
          const alone = new RawString(Buffer.from(`"${parts.join("")}"`), tree.field(0, 0));
          expect([alone.text, alone.excerpt(n), alone.excerpt(-n)]).toEqual([whole, head, tail]);
          expect(whole.startsWith(head) && head.length >= Math.min(n, whole.length)).toBe(true);
          expect(whole.endsWith(tail) && tail.length >= Math.min(n, whole.length)).toBe(true);
        },
      ),
      { numRuns: runs(2000) },
    );
  });

  it("knows how it begins and ends, and never denies a part that it has", () => {
    fc.assert(
      fc.property(fc.array(pieces, { minLength: 1, maxLength: 60 }), fc.nat(), (parts, at) => {
        const tree = treeOf(`"${parts.join("")}"`);
        const whole = tree.text(0);
        const first = whole.charCodeAt(0);
        const last = whole.charCodeAt(whole.length - 1);
        const before = whole.charCodeAt(whole.length - 2);
        for (const code of [first, last, before].filter((unit) => unit < 0x80)) {
          expect(tree.mayBeginWith(0, code)).toBe(code === first);
          expect(tree.mayEndWith(0, code)).toBe(code === last);
          if (last < 0x80) expect(tree.mayEndWith(0, last, code)).toBe(code === before);
        }
        const part = whole.slice(at % whole.length, (at % whole.length) + 3);
        if (!/^\w+$/.test(part)) return;
        expect(tree.includes(0, part)).toBe(true);
        const alone = new RawString(Buffer.from(`"${parts.join("")}"`), tree.field(0, 0));
        expect(alone.includes(part)).toBe(true);
        expect(alone.includes("no such word")).toBe(false);
      }),
      { numRuns: runs(2000) },
    );
  });

  it("finds parts next to escapes, and none in them", () => {
    const pieces = ["\\\\", "\\n", '\\"', "\\u0041", "\\u006e", "n", "A", "u", "0", "x"];
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom(...pieces), { maxLength: 8 }),
        fc.constantFrom("n", "A", "u", "0", "nA", "u0", "00", "xn"),
        (given, part) => {
          const json = `"${given.join("")}"`;
          const isIn = (JSON.parse(json) as string).includes(part);
          expect(treeOf(json).includes(0, part)).toBe(isIn);
        },
      ),
      { numRuns: runs(2000) },
    );
  });

  it("does not find what only looks like a part, or lies behind its end", () => {
    const tree = treeOf('["one","BEGIN two"]');
    const [one = NONE, two = NONE] = tree.items(0);
    expect([tree.includes(one, "BEGIN"), tree.includes(two, "BEGIN")]).toEqual([false, true]);
    expect(treeOf('"a\\\\u0042"').includes(0, "B")).toBe(false);
    expect(treeOf('"a\\u0042"').includes(0, "B")).toBe(true);
    expect([tree.mayEndWith(one, 0x65), tree.mayEndWith(one, 0x66)]).toEqual([true, false]);
    expect([tree.mayEndWith(one, 0x65, 0x6e), tree.mayEndWith(one, 0x65, 0x6f)]).toEqual([
      true,
      false,
    ]);
    expect([tree.mayBeginWith(one, 0x6f), tree.mayBeginWith(one, 0x65)]).toEqual([true, false]);
  });
});

it("knows whether a record is pure ASCII", () => {
  expect(treeOf('{"a":["\\u00e9"]}').isAscii).toBe(true);
  expect(treeOf('{"a":["é"]}').isAscii).toBe(false);
  expect(treeOf('{"é":1}').isAscii).toBe(false);
});

it("encodes text that reads back the same, raw or in ASCII", () => {
  fc.assert(
    fc.property(fc.string({ unit: anyCodePoint }), fc.boolean(), (text, ascii) => {
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
