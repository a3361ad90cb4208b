import { TapeTree } from "../../../json/tape/tape-tree.ts";
import { leaveKernels, takeKernel } from "./spare-kernels.ts";

/**
 * Scans JSON that is in memory, and gives what `use` makes of its tree, which holds no longer than that; its first byte
 * is at `base` there. Undefined for what is no JSON, or too large for a kernel's window or tape.
 */
export function scanInMemory<T>(
  bytes: Uint8Array,
  use: (tree: TapeTree, base: number) => T,
): T | undefined {
  const kernel = takeKernel(bytes.length);
  try {
    const { windowStart: start, windowEnd } = kernel;
    if (bytes.length >= windowEnd - start) return undefined;
    kernel.bytes.set(bytes, start);
    if (!kernel.scanWhole(start, start + bytes.length)) return undefined;
    return use(new TapeTree(kernel.bytes, kernel.tape, kernel), start);
  } finally {
    leaveKernels(kernel, undefined);
  }
}
