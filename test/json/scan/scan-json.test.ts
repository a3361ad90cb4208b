import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { parse } from "../../../src/json/tape/parse.ts";
import { TapeTree } from "../../../src/json/tape/tape-tree.ts";
import { anyJsonText, mutated } from "../../support/json-texts.ts";
import { runs } from "../../support/runs.ts";

const decoder = new TextDecoder("utf-8", { ignoreBOM: true });

/** What `JSON.parse` says of the decoded bytes, and what the scanner says. */
function verdicts(bytes: Buffer): { native: boolean; ours: boolean } {
  let native = true;
  try {
    JSON.parse(decoder.decode(bytes));
  } catch {
    native = false;
  }
  return { native, ours: parse(bytes) instanceof TapeTree };
}

/** The value that the tape holds, read through the tree. */
function readValue(tree: TapeTree, node = tree.root): unknown {
  if (tree.isObject(node)) {
    // As JSON.parse: the last of equal keys counts, and __proto__ is a key like any other.
    const value = {};
    for (const key of tree.keys(node)) {
      Object.defineProperty(value, key, {
        value: readValue(tree, tree.get(node, key)),
        enumerable: true,
        configurable: true,
        writable: true,
      });
    }
    return value;
  }
  if (tree.isArray(node)) return tree.items(node).map((item) => readValue(tree, item));
  return tree.isString(node) ? tree.text(node) : JSON.parse(tree.text(node));
}

function lengthsAgree(tree: TapeTree, node = tree.root): boolean {
  if (tree.isString(node)) return tree.chars(node) === tree.text(node).length;
  return tree.items(node).every((item) => lengthsAgree(tree, item));
}

describe("the scanner accepts exactly what JSON.parse accepts", () => {
  it("on generated documents, whose values and lengths it reads alike", () => {
    fc.assert(
      fc.property(anyJsonText, (text) => {
        const root = parse(Buffer.from(text));
        if (!(root instanceof TapeTree)) throw new Error(`refused: ${text}`);
        expect(readValue(root)).toEqual(JSON.parse(text));
        expect(lengthsAgree(root)).toBe(true);
      }),
      { numRuns: runs(2000) },
    );
  });

  it("on documents with bytes changed, removed and put in", () => {
    fc.assert(
      fc.property(mutated(anyJsonText), (bytes) => {
        const { native, ours } = verdicts(bytes);
        expect(ours).toBe(native);
        const root = parse(bytes);
        if (root instanceof TapeTree) {
          expect(readValue(root)).toEqual(JSON.parse(decoder.decode(bytes)));
          expect(lengthsAgree(root)).toBe(true);
        }
      }),
      { numRuns: runs(8000) },
    );
  });

  it("on short texts made of the grammar's own characters", () => {
    const token = fc.constantFrom(
      ...'{}[],:"\\/ \t\n\r-+.eE0129truefalsnbx'.split(""),
      '"a"',
      "\\u",
      "d83d",
      "null",
      "\u00e9",
      "\ud83d\ude00",
    );
    fc.assert(
      fc.property(fc.array(token, { maxLength: 14 }), (tokens) => {
        const { native, ours } = verdicts(Buffer.from(tokens.join("")));
        expect(ours).toBe(native);
      }),
      { numRuns: runs(20_000) },
    );
  });

  it("on strings of any bytes, counting each as a decoder shows it", () => {
    const bytes = fc.uint8Array({ maxLength: 24 });
    fc.assert(
      fc.property(bytes, (inside) => {
        const text = Buffer.concat([Buffer.from('"'), inside, Buffer.from('"')]);
        const { native, ours } = verdicts(text);
        expect(ours).toBe(native);
        const root = parse(text);
        if (root instanceof TapeTree)
          expect(root.chars(0)).toBe(JSON.parse(decoder.decode(text)).length);
      }),
      { numRuns: runs(20_000) },
    );
  });

  it("on every two bytes in a string", () => {
    for (let first = 0; first < 256; first++) {
      for (let second = 0; second < 256; second++) {
        const text = Buffer.from([0x22, first, second, 0x22]);
        const { native, ours } = verdicts(text);
        if (ours !== native) throw new Error(`differs at ${first} ${second}`);
        const root = parse(text);
        if (root instanceof TapeTree && root.chars(0) !== JSON.parse(decoder.decode(text)).length)
          throw new Error(`length differs at ${first} ${second}`);
      }
    }
  });

  it("at any depth, without using the stack", () => {
    const depth = 500_000;
    expect(parse(Buffer.from("[".repeat(depth) + "]".repeat(depth)))).toBeInstanceOf(TapeTree);
    const objects = `${'{"a":'.repeat(depth)}1${"}".repeat(depth)}`;
    expect(parse(Buffer.from(objects))).toBeInstanceOf(TapeTree);
    expect(parse(Buffer.from("[".repeat(depth)))).toEqual({
      offset: depth,
      expected: 'a value or "]"',
    });
  });
});

describe("the rules of RFC 8259, by hand", () => {
  const accepted: [string, string][] = [
    ["2: white space around a value", " \t\n\r1 \t\n\r"],
    ["2: a scalar alone", "null"],
    ["3: true", "true"],
    ["3: false", "false"],
    ["4: an empty object", "{}"],
    ["4: white space everywhere", ' { "a" : 1 , "b" : [ ] } '],
    ["4: duplicate keys", '{"a":1,"a":2}'],
    ["4: an empty key", '{"":0}'],
    ["5: an empty array", "[]"],
    ["5: values of several kinds", '[1,"a",null,{},[]]'],
    ["6: zero", "0"],
    ["6: minus zero", "-0"],
    ["6: a fraction", "1.50"],
    ["6: an exponent", "1e5"],
    ["6: an exponent with a sign", "1E+05"],
    ["6: a small exponent", "1.0e-400"],
    ["6: a huge exponent", "1e400"],
    ["6: many digits", "12345678901234567890123456789"],
    ["7: an empty string", '""'],
    ["7: every short escape", '"\\"\\\\\\/\\b\\f\\n\\r\\t"'],
    ["7: a unicode escape in both cases", '"\\u00E9\\u00e9"'],
    ["7: a surrogate pair", '"\\ud83d\\ude00"'],
    ["7: a lone high surrogate", '"\\ud83d"'],
    ["7: a lone low surrogate", '"\\ude00"'],
    ["7: surrogates in the wrong order", '"\\ude00\\ud83d"'],
    ["7: an escaped NUL", '"\\u0000"'],
    ["7: DEL, U+2028 and U+2029 raw", '"\u007f\u2028\u2029"'],
  ];
  it.each(accepted)("accepts %s", (_, text) => {
    expect(verdicts(Buffer.from(text))).toEqual({ native: true, ours: true });
  });

  const refused: [string, string, number, string][] = [
    ["nothing", "", 0, "a value"],
    ["white space alone", "  ", 2, "a value"],
    ["two values", "1 2", 2, "the end of the document"],
    ["a form feed as white space", "\f1", 0, "a value"],
    ["a no-break space", "\u00a01", 0, "a value"],
    ["words cut short", "tru", 3, '"true"'],
    ["words in capitals", "True", 0, "a value"],
    ["NaN", "NaN", 0, "a value"],
    ["Infinity after a sign", "-Infinity", 1, "a digit"],
    ["undefined", "[undefined]", 1, 'a value or "]"'],
    ["a comma at the end of an array", "[1,]", 3, "a value"],
    ["a comma at the start of an array", "[,1]", 1, 'a value or "]"'],
    ["a comma at the end of an object", '{"a":1,}', 7, "a key in double quotes"],
    ["a key without quotes", "{a:1}", 1, 'a key in double quotes or "}"'],
    ["a number as key", "{1:1}", 1, 'a key in double quotes or "}"'],
    ["a missing colon", '{"a" 1}', 5, '":"'],
    ["a missing value", '{"a":}', 5, "a value"],
    ["a missing comma", '{"a":1 "b":2}', 7, '"," or "}"'],
    ["a missing comma in an array", "[1 2]", 3, '"," or "]"'],
    ["brackets that do not match", "[1}", 2, '"," or "]"'],
    ["braces that do not match", '{"a":1]', 6, '"," or "}"'],
    ["an array left open", "[1", 2, '"," or "]"'],
    ["an object left open", '{"a":1', 6, '"," or "}"'],
    ["a closing bracket alone", "]", 0, "a value"],
    ["a leading zero", "01", 1, "the end of the document"],
    ["a leading plus", "+1", 0, "a value"],
    ["a leading point", ".5", 0, "a value"],
    ["a point at the end", "1.", 2, "a digit"],
    ["an exponent without digits", "1e", 2, "a digit"],
    ["an exponent with only a sign", "1e+", 3, "a digit"],
    ["hexadecimal numbers", "0x1", 1, "the end of the document"],
    ["a minus alone", "-", 1, "a digit"],
    ["a string left open", '"abc', 4, "the end of a string"],
    ["single quotes", "'a'", 0, "a value"],
    ["a raw line break in a string", '"a\nb"', 2, "an escape: control"],
    ["a raw tab in a string", '"\t"', 1, "an escape: control"],
    ["a raw NUL in a string", '"\u0000"', 1, "an escape: control"],
    ["an unknown escape", '"\\x41"', 2, 'one of "\\/bfnrtu'],
    ["an escaped line break", '"\\\n"', 2, 'one of "\\/bfnrtu'],
    ["a short unicode escape", '"\\u12"', 5, "four hexadecimal digits"],
    ["a unicode escape with a wrong digit", '"\\u12g4"', 5, "four hexadecimal digits"],
    ["a backslash at the end", '"\\', 2, 'one of "\\/bfnrtu'],
    ["a comment", "[1]//", 3, "the end of the document"],
    ["a byte order mark (framing takes it off)", "\ufeff1", 0, "a value"],
  ];
  it.each(refused)("refuses %s, and says where", (_, text, offset, expected) => {
    expect(verdicts(Buffer.from(text))).toEqual({ native: false, ours: false });
    expect(parse(Buffer.from(text))).toMatchObject({
      offset,
      expected: expect.stringContaining(expected),
    });
  });

  it("takes the last of duplicate keys", () => {
    const root = parse(Buffer.from('{"a":1,"b":2,"\\u0061":3}'));
    expect(root instanceof TapeTree && root.text(root.get(0, "a"))).toBe("3");
  });
});
