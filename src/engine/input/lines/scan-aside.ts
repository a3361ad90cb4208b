import { readInto, type Store, smallPieces } from "../../../io/store/store.ts";
import type { Kernel } from "../../../json/kernel/kernel.ts";
import { scanDocument } from "../../../json/kernel/kernel-document.ts";
import { scanInSections } from "../../../json/kernel/kernel-sections.ts";
import { TapeTree } from "../../../json/tape/tape-tree.ts";
import type { ScanAgain } from "./read-line.ts";
import type { ScanStore } from "./read-stored.ts";

/** Scans a line in the part of a kernel's memory outside of the window; the tree then belongs to that line. */
export function scanAgainIn(kernel: Kernel, tree: TapeTree): ScanAgain {
  return (line) => {
    const { bytes, start, end, offset, first } = line;
    const size = end - start;
    if (size >= kernel.partEnd - kernel.partStart) return undefined;
    bytes.copy(kernel.bytes, kernel.partStart, start, end);
    kernel.bytes[kernel.partStart + size] = 0x0a;
    if (kernel.scanLine(kernel.partStart, kernel.partStart + size + 1) <= 0) return undefined;
    tree.renew();
    const from = kernel.partStart;
    const place = { bytes: kernel.bytes, offset: offset + start - first, number: line.number };
    return {
      line: { ...place, first: from, start: from, end: from + size, next: from + size },
      tree,
    };
  };
}

/** Scans all JSON in a store after its first `start` bytes in the window of a kernel that has room for it. */
export function scanWhole(
  kernel: Kernel,
  store: Store,
  start: number,
): ReturnType<ScanStore["whole"]> {
  const { bytes, windowStart: base } = kernel;
  const end = base + store.size;
  readInto(store, 0, bytes.subarray(base, end));
  if (!kernel.scanWhole(base + start, end)) return undefined;
  return { tree: new TapeTree(bytes, kernel.tape, kernel), bytes, base };
}

/** Scans the JSON in a store into its own tape, piece by piece. */
export function scanStored(
  kernel: Kernel,
  store: Store,
  { start, isHeld }: Parameters<ScanStore["tape"]>[1],
): ReturnType<ScanStore["tape"]> {
  const { size } = store;
  const pieces = (from: number, to: number) => smallPieces(store, from, to);
  if (isHeld) return scanDocument(kernel, pieces(0, size), { start });
  return scanInSections(kernel, pieces, { start, end: size });
}
