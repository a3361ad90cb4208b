import { isUtf8 } from "node:buffer";
import fc from "fast-check";
import { expect, it, vi } from "vitest";
import { digestOf } from "../../../src/base/digest.ts";
import { encodeString } from "../../../src/json/splice/encode.ts";
import { digestOfString } from "../../../src/json/splice/string-digest.ts";
import { anyCodePoint } from "../../support/code-points.ts";
import { runs } from "../../support/runs.ts";

const digest = (raw: Buffer) => digestOfString(raw, isUtf8(raw));

it("digests the text of a string, however it is written", () => {
  const texts = fc.oneof(
    fc.string({ unit: anyCodePoint }),
    fc.string({ unit: fc.constantFrom("\\", '"', "\n", "u", "é", "日", "🙂", "\ud800") }),
  );
  fc.assert(
    fc.property(texts, fc.boolean(), (text, ascii) => {
      const raw = Buffer.from(encodeString(text, { ascii }));
      expect(digest(raw)).toBe(digestOf(text));
    }),
    { numRuns: runs(2000) },
  );
});

it("digests bytes that are not UTF-8 as a decoder shows them", () => {
  for (const text of ["a\xff", "a\\n\xff\xfe", "\xe2\x80"]) {
    const raw = Buffer.from(`"${text}"`, "latin1");
    expect(digest(raw)).toBe(digestOf(JSON.parse(raw.toString()) as string));
  }
});

it("digests a text longer than those whose bytes it keeps room for", () => {
  for (const length of [1 << 20, (1 << 20) + 1]) {
    const text = "line\n".repeat(length / 5).padEnd(length, "\n");
    expect(digest(Buffer.from(JSON.stringify(text)))).toBe(digestOf(text));
  }
});

it("takes nothing but one string", () => {
  for (const other of ['"a","b"', '"a\\n","b"', '"', "[1]", '"a', ""])
    expect(digest(Buffer.from(other))).toBeUndefined();
});

/** Not the module that was loaded before. */
const ANEW = "../../../src/json/splice/string-digest.ts?anew";

it("is loaded where there is no Buffer", async () => {
  vi.resetModules();
  vi.stubGlobal("Buffer", undefined);
  const loading: Promise<typeof import("../../../src/json/splice/string-digest.ts")> = import(ANEW);
  const loaded = await loading.finally(() => vi.unstubAllGlobals());
  expect(loaded.digestOfString(Buffer.from('"a\\nb"'), true)).toBe(digestOf("a\nb"));
});
