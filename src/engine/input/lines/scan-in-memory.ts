import { TapeTree } from "../../../json/tape/tape-tree.ts";
import { leaveKernels, takeKernel } from "./spare-kernels.ts";

/**
 * Scans JSON that is in memory, and gives what `use` makes of its tree, which holds no longer than that. Undefined for
 * what is no JSON, or too large for a kernel's window or tape.
 */
export function scanInMemory<T>(bytes: Buffer, use: (tree: TapeTree) => T): T | undefined {
  const kernel = takeKernel();
  try {
    const { windowStart: start, windowEnd } = kernel;
    if (bytes.length >= windowEnd - start) return undefined;
    bytes.copy(kernel.bytes, start);
    if (!kernel.scanWhole(start, start + bytes.length)) return undefined;
    return use(new TapeTree(kernel.bytes, kernel.tape, kernel));
  } finally {
    leaveKernels(kernel, undefined);
  }
}
