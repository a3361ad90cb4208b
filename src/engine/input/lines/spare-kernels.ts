import { Kernel } from "../../../json/kernel/kernel.ts";

/** Bytes of input in the window; a longer line is collected outside. */
const WINDOW_BYTES = 8 * 1024 * 1024;

/** Tokens of a line that the kernel's tape has room for; a line with more is scanned outside. */
const TAPE_TOKENS = 512 * 1024;

/** Room for documents is a multiple of this. */
const LARGE_STEP = 1024 * 1024;

/** Few documents have more tokens; they are scanned part by part. */
const BYTES_PER_TOKEN = 8;

/**
 * Kernels not in use: making one takes longer than compacting a small file, and every few new ones cause a full
 * garbage collection. Reading lines again needs a second window.
 */
const spares: Kernel[] = [];
const MOST_SPARES = 2;
let spareLarge: Kernel | undefined;

/** A kernel for a window over an input. */
export function takeKernel(): Kernel {
  return spares.pop() ?? new Kernel({ windowBytes: WINDOW_BYTES, tapeTokens: TAPE_TOKENS });
}

/** A kernel whose window has room for `size` bytes and one more: `own`, if it has. */
export function takeLargeKernel(size: number, own: Kernel | undefined): Kernel {
  const kernel = own ?? spareLarge;
  spareLarge = undefined;
  if (kernel !== undefined && kernel.windowEnd - kernel.windowStart > size) return kernel;
  const windowBytes = (Math.floor(size / LARGE_STEP) + 1) * LARGE_STEP;
  return new Kernel({ windowBytes, tapeTokens: Math.ceil(windowBytes / BYTES_PER_TOKEN) });
}

/** Returns kernels for the next window. Nothing of their memory may be in use any more. */
export function leaveKernels(kernel: Kernel, large: Kernel | undefined): void {
  if (spares.length < MOST_SPARES) spares.push(kernel);
  spareLarge = large ?? spareLarge;
}
