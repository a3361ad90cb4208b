/** The format of a row is the same whether the kernel answers for its messages or each format looks at them. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { ByteWindow } from "../../../src/engine/input/lines/byte-window.ts";
import { BUILT_IN, FORMAT_NAMES } from "../../../src/formats/index.ts";
import { isTelling } from "../../../src/formats/registry/telling-keys.ts";
import { isResultSign } from "../../../src/formats/unread/result-signs.ts";
import { createSpool } from "../../../src/io/store/spool.ts";
import { parse } from "../../../src/json/tape/parse.ts";
import { TapeTree } from "../../../src/json/tape/tape-tree.ts";
import { conversations } from "../../support/conversations.ts";
import { fixturesOf } from "../../support/fixtures.ts";
import { runs } from "../../support/runs.ts";
import { WRITERS } from "../../support/writers/index.ts";
import { oddPairRows } from "./odd-pairs.ts";
import { oddRows } from "./odd-rows.ts";

/** The names of the formats of each line: by the kernel's tape, and by one that has no kernel. */
function formatsOf(bytes: Buffer): readonly (readonly (string | undefined)[])[] {
  const store = createSpool({ memoryBytes: 1e9 });
  const window = new ByteWindow({ store, heldBytes: 1e9, offset: 0 });
  const found: (string | undefined)[][] = [];
  if (bytes.copy(window.room()) < bytes.length) throw new Error("expected fewer bytes");
  window.received(bytes.length);
  for (let read = window.next({ isEnd: true }); read; read = window.next({ isEnd: true })) {
    const { tree, line } = read;
    if (!(tree instanceof TapeTree) || !Buffer.isBuffer(line.bytes)) continue;
    const same = parse(Buffer.from(line.bytes.subarray(line.start, line.end)));
    if (!(same instanceof TapeTree)) throw new Error("expected the same record");
    found.push([BUILT_IN.detect([tree])?.name, BUILT_IN.detect([same])?.name]);
  }
  window.close();
  return found;
}

function expectSame(bytes: Buffer): void {
  for (const [byKernel, byFormats] of formatsOf(bytes)) expect(byKernel).toBe(byFormats);
}

/** The words in each source of the formats, in which a key that tells a format would be. */
function wordsOfFormats(): readonly (readonly string[])[] {
  const all: string[][] = [];
  for (const file of readdirSync(SOURCES, { recursive: true, encoding: "utf8" })) {
    if (!file.endsWith(".ts")) continue;
    const text = readFileSync(join(SOURCES, file), "utf8");
    const found = text.matchAll(/"([A-Za-z_$][\w.$-]{0,47})"|^\s+(\w+): /gm);
    all.push([...new Set([...found].map(([, quoted, member]) => quoted ?? member ?? ""))]);
  }
  return all;
}

const SOURCES = fileURLToPath(new URL("../../../src/formats", import.meta.url));

const CALL = { id: "a", type: "function", function: { name: "ls", arguments: "{}" } };

/** Messages by which formats with a table are recognised. */
const TALKS = [
  [
    { role: "user", content: "Go." },
    { role: "assistant", content: null, tool_calls: [CALL] },
    { role: "tool", tool_call_id: "a", content: "src" },
    { role: "assistant", content: "So." },
  ],
  [
    { role: "user", content: "Go." },
    { role: "assistant", content: [{ type: "tool_use", id: "a", name: "ls", input: {} }] },
    { role: "user", content: [{ type: "tool_result", tool_use_id: "a", content: "src" }] },
  ],
  [
    { role: "assistant", content: "", name: "ls", pairId: "a", pairRole: "call" },
    { role: "tool", content: "src", pairId: "a", pairRole: "result" },
  ],
];

/** The same for messages with these members, under a key and as an array; a window has room for rows of so many. */
function expectSameWith(members: readonly object[], { atOnce }: { readonly atOnce: number }): void {
  for (const talk of TALKS)
    for (const isBare of [false, true]) {
      const rows = members.map((each) => {
        const messages = talk.map((message) => ({ ...each, ...message }));
        return `${JSON.stringify(isBare ? messages : { messages })}\n`;
      });
      for (let k = 0; k < rows.length; k += atOnce)
        expectSame(Buffer.from(rows.slice(k, k + atOnce).join("")));
    }
}

describe("the format of a row", () => {
  it("is the same for messages with any key that a format may look at", () => {
    const words = [...new Set(wordsOfFormats().flat())];
    expect(words.length).toBeGreaterThan(500);
    for (const value of [1, "tool", ["x"]])
      expectSameWith(
        words.map((word) => ({ [word]: value })),
        { atOnce: 1000 },
      );
  });

  it("is the same for messages with objects of all words in the source of a format", () => {
    const some = wordsOfFormats().flatMap((words) =>
      Array.from({ length: words.length / 20 + 1 }, (_, k) => words.slice(20 * k, 20 * k + 20)),
    );
    const objects = some.flatMap((words) => {
      const inside = words.filter((word) => !isResultSign(word)).map((word) => ({ [word]: "x" }));
      const whole = Object.assign({}, ...inside);
      return [whole, inside].map((value) =>
        Object.fromEntries(words.filter((word) => !isTelling(word)).map((word) => [word, value])),
      );
    });
    expectSameWith(objects, { atOnce: 10 });
  });

  it("is decided by keys of messages that the kernel knows, where formats name some", () => {
    const named = BUILT_IN.all.flatMap(({ keys }) => keys.flatMap(({ messages = [] }) => messages));
    const known = new Set(["role", "content"]);
    expect(named.filter((key) => !known.has(key) && !isTelling(key))).toEqual([]);
  });

  it("is the same for rows of every odd shape", () => {
    fc.assert(fc.property(oddRows, expectSame), { numRuns: runs(2000) });
    fc.assert(fc.property(oddPairRows, expectSame), { numRuns: runs(1000) });
  });

  it.each(Object.entries(WRITERS))("is the same for rows of %s", (_, { write }) => {
    fc.assert(
      fc.property(conversations, (conversation) => {
        const records = write(conversation);
        const rows = [records, { messages: records, id: "a" }, { id: 1, messages: records }];
        expectSame(Buffer.from(rows.map((each) => `${JSON.stringify(each)}\n`).join("")));
      }),
      { numRuns: runs(60) },
    );
  });

  it.each(FORMAT_NAMES.flatMap((name) => fixturesOf(name)))(
    "is the same for $name",
    ({ bytes }) => {
      if (bytes.length < 200_000) expectSame(bytes);
    },
  );
});
