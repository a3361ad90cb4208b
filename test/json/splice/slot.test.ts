import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { replaceSlot } from "../../../src/json/splice/slot.ts";
import { jsonChars, slotChars, slotText } from "../../../src/json/splice/slot-text.ts";
import { type Shape, TEXT_BLOCKS } from "../../../src/json/tree/shape.ts";
import { ValueTree } from "../../../src/json/tree/value-tree.ts";
import { spliced, treeOf } from "../../support/parse-json.ts";

describe("texts of several objects", () => {
  const shape = { as: "texts", keys: ["stdout", "stderr"] } as const satisfies Shape;
  const outputs =
    '[ {"stderr":"oh", "stdout":"a\\u00e9", "code": 1.0}, {"stdout": "b", "stderr": null}, 3, {} ]';
  const tree = treeOf(outputs);
  const slot = { node: tree.root, shape };

  it("are one text, in the order of the keys", () => {
    expect(slotText(tree, slot)).toBe("aéohb");
    expect(slotChars(tree, slot)).toBe(5);
  });

  it("are replaced in the first, and empty in the others, which stay", () => {
    const splices = replaceSlot(tree, slot, "é", { ascii: true });
    expect(spliced(outputs, splices)).toBe(
      '[ {"stderr":"", "stdout":"\\u00e9", "code": 1.0}, {"stdout": "", "stderr": null}, 3, {} ]',
    );
  });

  it("that are none are left as they are", () => {
    const none = treeOf('[{"file_id":"a"}]');
    expect(replaceSlot(none, { node: none.root, shape }, "x", { ascii: true })).toEqual([]);
  });
});

it("replaces the text of a block that is given as an image as well, and leaves the block", () => {
  const text = '[{"type":"image","text":"long"},{"type":"image","data":"A="}]';
  const tree = treeOf(text);
  const slot = { node: tree.root, shape: TEXT_BLOCKS };
  const images = tree.items(tree.root);
  expect(spliced(text, replaceSlot(tree, slot, "m", { ascii: true, images }))).toBe(
    '[{"type":"image","text":"m"}]',
  );
});

it.each(["value", "object"] as const)("counts a string that is read as %s without quotes", (as) => {
  const tree = treeOf('["a\\n", {"b": "c"}]');
  const [text = -1, other = -1] = tree.items(tree.root);
  const shape: Shape = as === "value" ? { as } : { as, key: "text" };
  expect(slotChars(tree, { node: text, shape })).toBe(slotText(tree, { node: text, shape }).length);
  expect(slotChars(tree, { node: other, shape })).toBe('{"b":"c"}'.length);
});

describe("the size of any value", () => {
  it("is that of its JSON without white space, escapes left out", () => {
    expect(jsonChars(treeOf('{ "a" : [ ] , "b" : { } , "c" : [ 1.0 , "\\u00e9\\n" ] }'), 0)).toBe(
      '{"a":[],"b":{},"c":[1.0,"éx"]}'.length,
    );
  });

  it("is the same in bytes and in memory", () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.constantFrom(0, 2), (value, indent) => {
        const text = JSON.stringify(value, null, indent);
        expect(jsonChars(treeOf(text), 0)).toBe(jsonChars(new ValueTree(JSON.parse(text)), 0));
      }),
    );
  });
});
