import { closeSync, openSync, readdirSync, truncateSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { compact } from "../../../src/api/compact.ts";
import { Compactor } from "../../../src/engine/compactor.ts";
import { createJob } from "../../../src/engine/edits/create-job.ts";
import { feedBytes } from "../../../src/engine/input/feed-bytes.ts";
import { Output } from "../../../src/io/output.ts";
import { createSpool } from "../../../src/io/store/spool.ts";
import { memoryStore, readStore, type Store, storeOf } from "../../../src/io/store/store.ts";
import { folderWith } from "../../support/folder.ts";
import { runs } from "../../support/runs.ts";
import { sessionLines } from "../../support/sessions.ts";

const stores: [string, (bytes: Buffer) => Store & { close?(): void }][] = [
  ["memory", memoryStore],
  ["the bytes themselves", (bytes) => storeOf([bytes.subarray(0, 3), bytes.subarray(3)])],
  ["a spool that stays in memory", () => createSpool()],
  ["a spool on disk", () => createSpool({ memoryBytes: 7 })],
  [
    "the source file itself",
    (bytes) => {
      const file = join(folderWith({ source: bytes }), "source");
      const source = openSync(file, "r");
      const spool = createSpool({ memoryBytes: 7, source });
      return {
        ...spool,
        size: 0,
        append: spool.append,
        pieces: spool.pieces,
        close: () => closeSync(source),
      };
    },
  ],
];

describe.each(stores)("a store: %s", (_, create) => {
  it("gives back any range of what was put in", () => {
    const chunks = fc.array(fc.uint8Array({ maxLength: 9 }), { maxLength: 8 });
    fc.assert(
      fc.property(chunks, fc.nat(60), fc.nat(60), (parts, a, b) => {
        const bytes = Buffer.concat(parts);
        const store = create(bytes);
        for (const part of parts) store.append(Buffer.from(part));
        const start = Math.min(a, b, bytes.length);
        const end = Math.min(Math.max(a, b), bytes.length);
        expect(readStore(store, start, end)).toEqual(bytes.subarray(start, end));
        store.close?.();
      }),
      { numRuns: runs(60) },
    );
  });
});

describe("a spool", () => {
  it.each([100, 100_000])("notices that the source no longer has the %d bytes", (size) => {
    const bytes = Buffer.alloc(size, "x");
    const file = join(folderWith({ source: bytes }), "source");
    const source = openSync(file, "r");
    const spool = createSpool({ source });
    spool.append(bytes);
    expect(readStore(spool, 0, size)).toEqual(bytes);
    truncateSync(file, size - 1);
    const fresh = createSpool({ source });
    fresh.append(bytes);
    expect(() => readStore(fresh, 0, size)).toThrow("the file changed while it was read");
    closeSync(source);
  });

  it("leaves no name behind, not even while it is open", () => {
    const temporary = folderWith();
    vi.stubEnv("TMPDIR", temporary);
    onTestFinished(() => void vi.unstubAllEnvs());
    const spool = createSpool({ memoryBytes: 0 });
    spool.append(Buffer.from("some bytes"));
    expect(readdirSync(temporary)).toEqual([]);
    expect(readStore(spool, 5, 10).toString()).toBe("bytes");
    spool.close();
  });

  it("lets lines be compacted that are not held", () => {
    const text = Buffer.from(sessionLines(40));
    const spool = createSpool({ memoryBytes: 1000 });
    const output = new Output();
    const compactor = new Compactor(createJob({}, { file: "x" }), { store: spool, output });
    for (let at = 0; at < text.length; at += 777)
      for (const _ of feedBytes(compactor, text.subarray(at, at + 777)));
    expect(output.total).toBe(0);
    const pieces: Buffer[] = [];
    for (const _ of compactor.finish()) pieces.push(...output.drain().map((p) => Buffer.from(p)));
    pieces.push(...output.drain());
    spool.close();
    expect(Buffer.concat(pieces)).toEqual(Buffer.from(compact(text).bytes));
  });
});

describe("a store of bytes that are in memory", () => {
  it("reads them without a copy, and as many as were appended are its size", () => {
    const pieces = ["[1,", "", "2]\n"].map((text) => Buffer.from(text));
    const store = storeOf(pieces);
    expect([store.size, store.inputBytes]).toEqual([0, 6]);
    store.append(Buffer.from("[1,2]"));
    expect(store.size).toBe(5);
    pieces[0]?.write("7", 1);
    expect(Buffer.concat([...store.pieces(1, 6)]).toString()).toBe("7,2]\n");
    expect(readStore(store, 0, 2).toString()).toBe("[7");
  });
});
