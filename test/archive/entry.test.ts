import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type ArchiveEntry, decodeEntry, encodeEntry } from "../../src/archive/entry.ts";
import { firstTime, keyOf } from "../../src/archive/first-time.ts";
import { digestOf } from "../../src/base/digest.ts";
import { keepRaw } from "../../src/engine/edits/keep-raw.ts";
import { bytesOf } from "../../src/restore/kept-texts.ts";
import { anyCodePoint } from "../support/code-points.ts";
import { memoryArchive } from "../support/memory-archive.ts";

const digest = "ab".repeat(32);

/** Texts of every width, with escapes and lone surrogates. */
const texts = fc.string({ unit: anyCodePoint, maxLength: 40 });

/** Bytes as they may stand in an input, also such as are no UTF-8. */
const raws = fc.oneof(
  texts.map((text) => Buffer.from(JSON.stringify(text))),
  texts.map((text) => Buffer.from(text)),
  fc.uint8Array({ maxLength: 40 }).map((bytes) => Buffer.from(bytes)),
);

describe("an entry", () => {
  it("comes back from its line, with the bytes as they were", () => {
    fc.assert(
      fc.property(raws, fc.option(texts, { nil: undefined }), (raw, text) => {
        const entry = { kind: "text", digest, raw, ...(text !== undefined && { text }) } as const;
        const line = encodeEntry(entry);
        expect(line.indexOf("\n")).toBe(line.length - 1);
        expect(JSON.parse(line.toString())).toMatchObject({ kind: "text", digest });
        expect(decodeEntry(line)).toEqual(entry);
      }),
    );
  });

  it("has a JSON string in its line as it is", () => {
    const raw = Buffer.from('"\\u00e9\\/ — é"');
    const line = encodeEntry({ kind: "text", digest, raw });
    expect(line.includes(raw)).toBe(true);
    expect(JSON.parse(line.toString()).string).toBe("é/ — é");
    expect(encodeEntry({ kind: "text", digest, raw, spelling: "other" })).toEqual(line);
  });

  it("is read as earlier versions wrote it", () => {
    const raw = Buffer.from('"\\u00e9\\n"');
    const line = Buffer.from(`${JSON.stringify({ kind: "text", digest, raw: raw.toString() })}\n`);
    expect(decodeEntry(line)).toEqual({ kind: "text", digest, raw });
  });

  it("is told from another by its bytes, and by its text where it has one", () => {
    const isFirst = firstTime();
    const isNew = (each: ArchiveEntry) => isFirst(keyOf(each, () => encodeEntry(each)));
    const entry = { kind: "text", digest, raw: Buffer.from('"a"') } as const;
    expect(isNew(entry)).toBe(true);
    expect(isNew({ ...entry })).toBe(false);
    expect(isNew({ ...entry, raw: Buffer.from('"\\u0061"') })).toBe(true);
    expect(isNew({ ...entry, text: "b" })).toBe(true);
    expect(isNew({ ...entry, text: "c" })).toBe(true);
  });

  it("is named by the digest of its text alone if that gives its bytes back", () => {
    const chosen = ['"\\u0061"', '"a\\/b"', '"\\\\\\u0061"'];
    const usual = ['"\\\\u0061"', '"\\n\\"é\\\\/"'];
    const archive = memoryArchive();
    const kindOf = (raw: string) => keepRaw(archive, Buffer.from(raw))[0]?.[0];
    expect(chosen.map(kindOf)).toEqual(["raw", "raw", "raw"]);
    expect(usual.map(kindOf)).toEqual(["json", "json"]);
    fc.assert(
      fc.property(raws, (raw) => {
        const pieces = keepRaw(archive, raw).map((piece) => bytesOf(archive, piece) as Buffer);
        expect(Buffer.concat(pieces)).toEqual(raw);
      }),
    );
  });

  it("of a JSON string has the digest of its text, however it is escaped", () => {
    fc.assert(
      fc.property(texts, fc.boolean(), (text, isEscaped) => {
        const json = JSON.stringify(text);
        const ascii = json.replace(
          /[^ -~]/g,
          (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`,
        );
        const archive = memoryArchive();
        keepRaw(archive, Buffer.from(isEscaped ? ascii : json));
        expect(archive.entries().map((entry) => entry.digest)).toEqual([digestOf(text)]);
      }),
    );
  });
});
