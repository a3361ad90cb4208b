import { compressors } from "hyparquet-compressors";
import { describe, expect, it } from "vitest";
import { loadZstdBlocks } from "../../../src/io/compression/zstd-blocks.ts";

const MEGABYTE = 1024 * 1024;

/** Bytes that are neither all alike nor all different. */
function pageOf(length: number): Buffer {
  const page = Buffer.alloc(length, "a tool result that comes often; ");
  for (let at = 0; at < length; at += 13) page[at] = Math.imul(at, 2654435761) >>> 24;
  return page;
}

describe("zstd blocks", () => {
  it.each([0, 1, 1000, 2 * MEGABYTE, 2 * MEGABYTE + 1, 9 * MEGABYTE])(
    "of %i bytes come back, and another implementation reads them",
    async (length) => {
      const { compress, decompress } = await loadZstdBlocks();
      const page = pageOf(length);
      const packed = compress(page);
      expect(decompress(packed, length).equals(page)).toBe(true);
      const other = compressors.ZSTD?.(packed, length);
      expect(Buffer.from(other ?? []).equals(page)).toBe(true);
    },
  );

  it("are each their own: one does not change another", async () => {
    const { compress, decompress } = await loadZstdBlocks();
    const pages = [1000, 100, 3 * MEGABYTE, 5000].map(pageOf);
    const results = pages
      .map(compress)
      .map((packed, k) => decompress(packed, pages[k]?.length ?? 0));
    expect(results.map((each, k) => each.equals(pages[k] ?? Buffer.of()))).toEqual([
      true,
      true,
      true,
      true,
    ]);
  });

  it.each([1000, 3 * MEGABYTE])("of %i bytes that are damaged are an error", async (length) => {
    const { compress, decompress } = await loadZstdBlocks();
    const packed = compress(pageOf(length));
    packed.fill(0xff, 0, 12);
    expect(() => decompress(packed, length)).toThrow();
  });
});
