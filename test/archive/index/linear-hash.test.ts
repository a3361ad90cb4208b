import { createHash } from "node:crypto";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { checkTable } from "../../../src/archive/index/check-table.ts";
import { RECORDS_PER_PAGE } from "../../../src/archive/index/index-page.ts";
import { memoryPages } from "../../../src/archive/index/index-pages.ts";
import { LinearHash } from "../../../src/archive/index/linear-hash.ts";
import { insertRecord } from "../../support/index-record.ts";
import { IS_DEEP, runs } from "../../support/runs.ts";

const newTable = () => new LinearHash(memoryPages(), memoryPages());

/** A key of its own for every number. */
const keyOf = (number: number) => createHash("sha256").update(`${number}`).digest();

const at = (offset: number) => ({ offset, length: offset % 1000, flags: offset % 7 });

describe("a linear hash table", () => {
  // Many inserts at once, so that buckets are split within a run of a few operations; few different
  // hashes, so that chains get long.
  const operation = fc.oneof(
    fc.record({ kind: fc.constant("insert" as const), count: fc.integer({ min: 1, max: 400 }) }),
    fc.record({
      kind: fc.constant("insert alike" as const),
      count: fc.integer({ min: 1, max: 300 }),
      hash: fc.integer({ min: 0, max: 3 }),
    }),
    fc.record({
      kind: fc.constant("find" as const),
      which: fc.nat(),
      digits: fc.integer({ min: 12, max: 32 }),
    }),
  );

  it("finds what a map finds, and is whole after every operation", () => {
    fc.assert(
      fc.property(fc.array(operation, { minLength: 1, maxLength: 12 }), (operations) => {
        const table = newTable();
        const map = new Map<string, number[]>();
        let counter = 0;
        const insert = (key: Buffer) => {
          const name = key.subarray(0, 16).toString("hex");
          insertRecord(table, key, at(counter));
          map.set(name, [...(map.get(name) ?? []), counter]);
          counter++;
        };
        for (const step of operations) {
          if (step.kind === "insert")
            for (let i = 0; i < step.count; i++) insert(keyOf(counter % 500));
          if (step.kind === "insert alike")
            for (let i = 0; i < step.count; i++) {
              const key = keyOf(counter);
              key.fill(0, 0, 5);
              key[5] = step.hash;
              insert(key);
            }
          if (step.kind === "find" && map.size > 0) {
            const name = [...map.keys()][step.which % map.size] ?? "";
            const prefix = name.slice(0, step.digits);
            const wanted = [...map].filter(([each]) => each.startsWith(prefix));
            const offsets = wanted.flatMap(([, each]) => each);
            const found = table.find(prefix);
            expect(found.map((each) => each.offset).sort()).toEqual(offsets.sort());
            expect(found).toEqual(found.map((each) => at(each.offset)));
          }
          expect(checkTable(table).faults).toEqual([]);
        }
        expect(table.shape.records).toBe(counter);
      }),
      { numRuns: runs(60) },
    );
  });

  it("adds a bucket when the load passes 0.8, and splits the one with the new top bit off", () => {
    const table = newTable();
    const limit = Math.floor(0.8 * RECORDS_PER_PAGE);
    for (let i = 0; i < limit; i++) insertRecord(table, keyOf(i), at(i));
    expect(table.shape).toMatchObject({ buckets: 1, bits: 0 });
    insertRecord(table, keyOf(limit), at(limit));
    expect(table.shape).toMatchObject({ buckets: 2, bits: 1 });
    for (let i = limit + 1; table.shape.buckets < 3; i++) insertRecord(table, keyOf(i), at(i));
    expect(table.shape).toMatchObject({ buckets: 3, bits: 2 });
    expect(checkTable(table).faults).toEqual([]);
  });

  it("has the buckets at once that it would grow to, if the number of records is known", () => {
    for (const count of [0, 1, 101, 102, 1000, 5000]) {
      const [grown, reserved] = [newTable(), newTable()];
      reserved.reserve(count);
      const { buckets } = reserved.shape;
      for (let i = 0; i < count; i++)
        for (const table of [grown, reserved]) insertRecord(table, keyOf(i), at(i));
      expect(grown.shape.buckets).toBe(buckets);
      expect(reserved.shape).toMatchObject({ records: count, buckets });
      expect(checkTable(reserved).faults).toEqual([]);
      for (let i = 0; i < count; i += 7)
        expect(reserved.find(keyOf(i).toString("hex", 0, 16))).toEqual([at(i)]);
    }
  });

  it("keeps chains below two pages on average at hundreds of thousands of records", () => {
    const table = newTable();
    const count = IS_DEEP ? 1_000_000 : 200_000;
    // As even as digests are, and made in less time.
    const mixed = (number: number) => Math.imul(number ^ (number >>> 15), 0x2c1b3c6d) >>> 0;
    const keyOf = (number: number) => {
      const key = Buffer.alloc(16);
      key.writeUInt32BE(mixed(mixed(Math.imul(number, 0x9e3779b1)) + 1), 2);
      key.writeUInt32BE(number, 12);
      return key;
    };
    for (let i = 0; i < count; i++) insertRecord(table, keyOf(i), at(i));
    const { faults, averageChain, longestChain } = checkTable(table);
    expect(faults).toEqual([]);
    expect(averageChain).toBeLessThan(2);
    expect(longestChain).toBeLessThan(6);
    expect(table.find(keyOf(177_777).toString("hex", 0, 6))).toEqual([at(177_777)]);
  });

  it("keeps all locations of one key, however many pages they take", () => {
    const table = newTable();
    for (let i = 0; i < 1000; i++) insertRecord(table, keyOf(1), at(i));
    expect(table.find(keyOf(1).toString("hex", 0, 16))).toHaveLength(1000);
    expect(checkTable(table).faults).toEqual([]);
  });
});
