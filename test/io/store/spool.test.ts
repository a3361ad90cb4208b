import { closeSync, openSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { afterEach, expect, it, vi } from "vitest";
import { ElisionError } from "../../../src/base/errors.ts";
import { createSpool } from "../../../src/io/store/spool.ts";
import { readStore } from "../../../src/io/store/store.ts";
import { folderWith } from "../../support/folder.ts";

afterEach(() => vi.unstubAllEnvs());

it("names the folder for temporary files where that cannot be written to", () => {
  const folder = join(folderWith(), "none");
  vi.stubEnv("TMPDIR", folder);
  const spool = createSpool({ memoryBytes: 10 });
  spool.append(Buffer.from("0123456789"));
  let error: unknown;
  try {
    spool.append(Buffer.from("x"));
  } catch (thrown) {
    error = thrown;
  }
  expect(error).toBeInstanceOf(ElisionError);
  expect(error).toMatchObject({
    code: "io",
    file: folder,
    message: "no such file or folder",
    hint: "large input is kept in the folder for temporary files: TMPDIR names another",
  });
});

it("reads the bytes of a file in whatever order they are asked for", () => {
  const bytes = Buffer.from(Uint32Array.from({ length: 200_000 }, (_, k) => k * 2654435761).buffer);
  const file = join(folderWith(), "file");
  writeFileSync(file, bytes);
  const source = openSync(file, "r");
  const ranges = fc.array(fc.tuple(fc.nat(bytes.length), fc.nat(70_000)), { minLength: 2 });
  // Backwards and forwards by small steps, as lines are read, and anywhere.
  const walk = fc
    .tuple(fc.nat(bytes.length), fc.array(fc.integer({ min: -90_000, max: 90_000 })))
    .map(([start, steps]) => {
      let at = start;
      return steps.map((step): [number, number] => {
        at = Math.min(bytes.length, Math.max(0, at + step));
        return [at, 3000];
      });
    });
  try {
    fc.assert(
      fc.property(fc.oneof(ranges, walk), (all) => {
        const spool = createSpool({ source });
        for (const [start, length] of all) {
          const end = Math.min(bytes.length, start + length);
          expect(readStore(spool, start, end).equals(bytes.subarray(start, end))).toBe(true);
        }
      }),
      { numRuns: 200 },
    );
  } finally {
    closeSync(source);
  }
});
