/** Words that the kernel knows, against the same text scanned without it. */
import fc from "fast-check";
import { expect, it } from "vitest";
import { Kernel } from "../../../src/json/kernel/kernel.ts";
import type { ChatTable } from "../../../src/json/tape/chat-table.ts";
import { FLAGS_MASK, STRIDE, STRING, WORD_SHIFT } from "../../../src/json/tape/tape.ts";
import { TapeTree } from "../../../src/json/tape/tape-tree.ts";
import { Key, WORDS } from "../../../src/json/tree/key.ts";
import { NONE } from "../../../src/json/tree/tree.ts";
import { treeOf } from "../../support/parse-json.ts";
import { runs } from "../../support/runs.ts";

const SIZES = { windowBytes: 1 << 16, tapeTokens: 1 << 12 };
const kernel = new Kernel(SIZES);

/** The tree of a line that a kernel scans. */
function scanned(line: string, by = kernel): TapeTree {
  const bytes = Buffer.from(`${line}\n`);
  bytes.copy(by.bytes, by.windowStart);
  const count = by.scanLine(by.windowStart, by.windowStart + bytes.length);
  expect(count).toBeGreaterThan(0);
  return new TapeTree(by.bytes, by.tape, by);
}

function numberIn(tree: TapeTree, node: number): number {
  return (tree.tape.tokens[node * STRIDE] ?? 0) >>> WORD_SHIFT;
}

const SHORT = ["a", "role", "roles", "rol", "tool_call_id", "fifteen_letters", "b".repeat(15)];
const OTHERS = ["", "sixteen_letters_", "reasoning_content", "r\\u006fle", "rôle", "rol\\\\", "c"];
const keys = SHORT.map((text) => new Key(text));

it("a word has its number where it is written as it reads, and nothing else has one", () => {
  for (const key of keys) {
    expect(key.number).toBeGreaterThan(0);
    expect(new Key(key.text).number).toBe(key.number);
    for (const line of [`"${key.text}"`, ` "${key.text}" `])
      expect(numberIn(scanned(line), 0)).toBe(key.number);
  }
  expect(new Set(keys.map(({ number }) => number)).size).toBe(keys.length);
  for (const text of OTHERS) expect(numberIn(scanned(`"${text}"`), 0)).toBe(0);
});

it("a word that comes to be known later is found in what was scanned before", () => {
  const tree = scanned('{"later": ["later"]}');
  const key = new Key("later");
  expect(numberIn(tree, 1)).toBe(0);
  expect(tree.get(0, key)).toBe(2);
  expect(tree.is(3, key)).toBe(true);
  const again = scanned('{"later": ["later"]}');
  expect([numberIn(again, 1), numberIn(again, 3)]).toEqual([key.number, key.number]);
  expect(again.get(0, key)).toBe(2);
});

it("numbers the words of a table in what was scanned before", () => {
  const [first, second] = ['"late_text": "Hi"', '"late_text": "H\\u006f"'];
  const line = `{"late_list": [{"late_role": "late_user", ${first}}, {"late_role": "late_user", ${second}}]}`;
  const tree = scanned(line, new Kernel(SIZES));
  const [list, role, text, user] = ["late_list", "late_role", "late_text", "late_user"].map(
    (word) => new Key(word),
  ) as [Key, Key, Key, Key];
  const table: ChatTable = {
    keys: [
      [list, "messages"],
      [role, "role"],
      [text, "content"],
    ],
    roles: [[user, "user"]],
  };
  const numbers = () => [1, 4, 5, 6, 7, 9, 10].map((node) => numberIn(tree, node));
  expect(numbers()).toEqual([0, 0, 0, 0, 0, 0, 0]);
  expect(tree.scanned?.chat(table)?.messages).toBe(2);
  const known = [list, role, user, text].map(({ number }) => number);
  expect(numbers()).toEqual([...known, 0, role.number, user.number]);
});

it("has as many words as there is room for, and finds the others as well", () => {
  const before = WORDS.length;
  const texts = Array.from({ length: 600 }, (_, k) => `word${k}`);
  try {
    const many = texts.map((text) => new Key(text));
    expect(many.at(-1)?.number).toBe(0);
    const line = JSON.stringify(Object.fromEntries(texts.map((text) => [text, text])));
    const tree = scanned(line, new Kernel(SIZES));
    many.forEach((key, k) => {
      const node = tree.get(0, key);
      expect(tree.text(node)).toBe(texts[k]);
      expect(tree.is(node, key)).toBe(true);
      expect(tree.is(node, texts[(k + 1) % texts.length] ?? "")).toBe(false);
      expect(numberIn(tree, node)).toBe(key.number);
    });
  } finally {
    // Formats that other tests load have their words numbered as well.
    (WORDS as string[]).length = before;
  }
});

it("shows the same as a tree without numbers", () => {
  const text = fc.constantFrom(...SHORT, ...OTHERS);
  const member = fc.tuple(text, text).map(([key, value]) => `"${key}": "${value}"`);
  const record = fc.array(member, { maxLength: 6 }).map((members) => `{${members.join(", ")}}`);
  fc.assert(
    fc.property(record, text, (json, other) => {
      const plain = treeOf(json);
      const tree = scanned(json);
      const { tokens, length } = tree.tape;
      for (let at = 1; at < length; at++) {
        expect(tree.text(at)).toBe(plain.text(at));
        expect((tokens[at * STRIDE] ?? 0) & FLAGS_MASK).toBe(plain.tape.tokens[at * STRIDE]);
        if (numberIn(tree, at) !== 0) expect((tokens[at * STRIDE] ?? 0) & 0xff).toBe(STRING);
        for (const key of [...keys, other]) expect(tree.is(at, key)).toBe(plain.is(at, key));
      }
      for (const key of [...keys, other]) {
        const found = tree.get(0, key);
        expect(found).toBe(plain.get(0, key));
        if (found !== NONE) expect(tree.text(found)).toBe(plain.text(found));
      }
      expect(tree.keys(0)).toEqual(plain.keys(0));
    }),
    { numRuns: runs(2000) },
  );
});
