import { describe, expect, it } from "vitest";
import { crc32, crc32OfTable } from "../../../src/io/compression/crc32.ts";

const BYTES = Buffer.from("123456789");

describe("the CRC-32", () => {
  it.each([
    ["of zlib", crc32],
    ["of a table", crc32OfTable],
  ])("%s is that of the standards, in one piece and in several", (_name, of) => {
    expect(of(BYTES)).toBe(0xcbf43926); // The check value of CRC-32/ISO-HDLC.
    expect(of(BYTES.subarray(4), of(BYTES.subarray(0, 4)))).toBe(0xcbf43926);
    expect(of(Buffer.alloc(0))).toBe(0);
  });
});
