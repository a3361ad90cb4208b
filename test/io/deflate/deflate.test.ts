import { gzipSync, inflateRawSync } from "node:zlib";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { crc32OfTable } from "../../../src/io/crc32.ts";
import { deflate, MOST_BYTES } from "../../../src/io/deflate/deflate.ts";
import { runs } from "../../support/runs.ts";

/** Expects that zlib makes of the compressed bytes what they were, and gives how many they are. */
function expectBack(content: Uint8Array): number {
  const deflated = deflate(content);
  expect(deflated?.crc32).toBe(crc32OfTable(content));
  const { bytes } = deflated ?? { bytes: Buffer.alloc(0) };
  expect(inflateRawSync(bytes).equals(content)).toBe(true);
  return bytes.length;
}

/** Bytes that are not the same in any run: a linear congruential generator. */
function noise(length: number): Buffer {
  let state = 1;
  return Buffer.from(
    Array.from({ length }, () => {
      state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
      return state >>> 24;
    }),
  );
}

describe("deflate", () => {
  it("makes bytes that zlib makes the same again", () => {
    const byte = fc.oneof(fc.nat(255), fc.nat(3), fc.constant(97));
    const copied = fc.record({ back: fc.integer({ min: 1, max: 5000 }), length: fc.nat(600) });
    const part = fc.oneof(fc.array(byte, { maxLength: 400 }), copied);
    fc.assert(
      fc.property(fc.array(part, { minLength: 1, maxLength: 40 }), (parts) => {
        const bytes: number[] = [0];
        for (const each of parts) {
          if (Array.isArray(each)) for (const one of each) bytes.push(one);
          else
            for (let k = 0; k < each.length; k++)
              bytes.push(bytes[Math.max(0, bytes.length - each.back)] ?? 0);
        }
        expectBack(Uint8Array.from(bytes));
      }),
      { numRuns: runs(2000) },
    );
  });

  it("does so for runs of every length, and for all there is room for", () => {
    for (let length = 1; length < 600; length++) expectBack(Buffer.alloc(length, "a"));
    expectBack(Buffer.alloc(MOST_BYTES, "a"));
    expectBack(noise(MOST_BYTES));
    expectBack(Buffer.from(noise(200_000).toString("base64")));
  });

  it("does so where the rarest symbol would have the longest code", () => {
    const bytes: number[] = [];
    for (let symbol = 0, count = 1, next = 1; symbol < 25; symbol++) {
      for (let k = 0; k < count; k++) bytes.push(symbol * 7);
      [count, next] = [next, count + next];
    }
    // Shuffled, so that each is a literal.
    const places = noise(4 * bytes.length);
    for (let k = bytes.length - 1; k > 0; k--) {
      const other = places.readUInt32LE(4 * k) % (k + 1);
      [bytes[k], bytes[other]] = [bytes[other] ?? 0, bytes[k] ?? 0];
    }
    expectBack(Uint8Array.from(bytes));
  });

  it("finds what is repeated 32 kB before, and nothing farther away", () => {
    const text = noise(2000);
    const alone = expectBack(text);
    const far = noise(40_000).subarray(2000);
    const near = far.subarray(0, 30_000);
    const nearAlone = expectBack(near);
    expect(expectBack(Buffer.concat([text, near, text]))).toBeLessThan(nearAlone + 1.1 * alone);
    const farAlone = expectBack(far);
    expect(expectBack(Buffer.concat([text, far, text]))).toBeGreaterThan(farAlone + 1.9 * alone);
  });

  it("takes no more than a tenth more than zlib's level 3 for text", () => {
    const words = noise(20_000);
    const text = Array.from(words, (byte) => `word${byte % 64} ${byte % 7 === 0 ? "\n" : ""}`);
    const content = Buffer.from(text.join(""));
    expect(expectBack(content)).toBeLessThan(1.1 * gzipSync(content, { level: 3 }).length);
  });

  it("leaves what is empty or too large", () => {
    expect(deflate(Buffer.alloc(0))).toBeUndefined();
    expect(deflate(Buffer.alloc(MOST_BYTES + 1))).toBeUndefined();
  });
});
