import fc from "fast-check";
import { expect, it } from "vitest";
import { kindOfIdentifier } from "../../../src/analyses/compare/recall/identifier-kind.ts";
import {
  FOUND_STRIDE,
  IDENTIFIER_KINDS,
  identifiersIn,
} from "../../../src/transcript/kernel/identifier-kernel.ts";
import { scanIdentifiers } from "../../../src/transcript/model/identifiers.ts";
import { runs } from "../../support/runs.ts";

function identifiers(text: string): string[] {
  const found: string[] = [];
  scanIdentifiers(text, (start, end) => found.push(text.slice(start, end)));
  return found;
}

/** The rule as its source states it, with patterns. */
function byPattern(text: string): string[] {
  const tokens = text.match(/[A-Za-z_][\w./:-]{2,63}|\d{3,}|[0-9a-f]{7,40}/g) ?? [];
  return tokens
    .map((token) => token.replace(/^[./:-]+|[./:-]+$/g, ""))
    .filter((token) => {
      if (token.length < 4) return false;
      if (/^\d+$/.test(token)) return token.length >= 5;
      const inside = token.slice(1, -1);
      return /[_./:-]/.test(inside) || /\d/.test(token) || /[a-z][A-Z]/.test(token);
    });
}

it("finds names, paths, numbers and hashes, and no words", () => {
  const text =
    "The test_parser.py at /src/app/main.go:42 (see parseHeader, HTTPServer2) failed: 12345, 123, " +
    "commit 3f9a2c71b04e. Some-thing else. don't v1.2.3- ...";
  expect(identifiers(text)).toEqual([
    "test_parser.py",
    "src/app/main.go:42",
    "parseHeader",
    "HTTPServer2",
    "12345",
    "3f9a2c71b04e",
    "Some-thing",
    "v1.2.3",
  ]);
});

const pieces = fc.constantFrom(
  ...'aAbBzZ_./:-0123456789 \n\té€"\\'.split(""),
  "abc",
  "fooBar",
  "123",
  "deadbeef",
  "x".repeat(70),
  "12ab34cd",
  "__",
  "...",
  ".tsx",
);
const texts = fc.array(pieces, { maxLength: 60 }).map((all) => all.join(""));

it("finds what the patterns of the rule find", () => {
  fc.assert(
    fc.property(texts, (text) => {
      expect(identifiers(text)).toEqual(byPattern(text));
    }),
    { numRuns: runs(20_000) },
  );
});

/** The identifiers as the kernel finds them, each in words. */
function byKernel(json: string): readonly string[] | undefined {
  return inWords(identifiersIn({ bytes: Buffer.from(json.slice(1, -1)), isEscaped: true }));
}

function inWords(found: Int32Array | undefined): readonly string[] | undefined {
  if (found === undefined) return undefined;
  return Array.from({ length: found.length / FOUND_STRIDE }, (_, k) => {
    const [high, low, kind = 0] = found.subarray(k * FOUND_STRIDE);
    return `${high} ${low} ${IDENTIFIER_KINDS[kind]}`;
  });
}

function byText(text: string): readonly string[] {
  const found: string[] = [];
  scanIdentifiers(text, (start, end, high, low) => {
    found.push(`${high} ${low} ${kindOfIdentifier(text, start, end)}`);
  });
  return found;
}

it("finds the same in the bytes of a JSON string", () => {
  const inAscii = (text: string) =>
    JSON.stringify(text).replace(
      /[^\x20-\x7e]/g,
      (other) => `\\u${other.charCodeAt(0).toString(16).padStart(4, "0")}`,
    );
  fc.assert(
    fc.property(texts, (text) => {
      expect(byKernel(JSON.stringify(text))).toEqual(byText(text));
      expect(byKernel(inAscii(text))).toEqual(byText(text));
      expect(inWords(identifiersIn({ bytes: Buffer.from(text), isEscaped: false }))).toEqual(
        byText(text),
      );
    }),
    { numRuns: runs(20_000) },
  );
});

it("leaves texts to be decoded whose escapes spell identifiers, and those too long for it", () => {
  expect(byKernel(String.raw`"src\/main.ts"`)).toBeUndefined();
  expect(byKernel(String.raw`"main\u005fwindow"`)).toBeUndefined();
  expect(byKernel(String.raw`"main\u0041window"`)).toBeUndefined();
  expect(byKernel(String.raw`"main\u0020window\u0141 a1b2"`)).toHaveLength(1);
  expect(identifiersIn({ bytes: Buffer.alloc(2 ** 21), isEscaped: true })).toBeUndefined();
});

it("tells different identifiers apart, and knows the same again", () => {
  const seen = new Map<string, string>();
  const mixed: string[] = [];
  const names = Array.from({ length: 100_000 }, (_, k) => `id_${k}`).join(" ");
  const text = `${names} ${names}`;
  scanIdentifiers(text, (start, end, high, low) => {
    const key = `${high} ${low}`;
    const token = text.slice(start, end);
    if ((seen.get(key) ?? token) !== token) mixed.push(token);
    seen.set(key, token);
  });
  expect(mixed).toEqual([]);
  expect(seen.size).toBe(100_000);
});
