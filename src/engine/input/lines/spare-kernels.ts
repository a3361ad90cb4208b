import { Kernel, type KernelRoom } from "../../../json/kernel/kernel.ts";
import { FEW_IDS } from "../../../json/kernel/kernel-items.ts";
import { scanText } from "../../../json/kernel/scan-text.ts";
import type { Tape } from "../../../json/tape/tape.ts";

/** Few documents have more tokens; they are scanned part by part. */
const BYTES_PER_TOKEN = 8;

/** Room for documents, and the window of small inputs, is a multiple of this. */
const STEP = 1024 * 1024;

/**
 * The rooms for inputs, the window of each with space to read more. A longer line than the largest has room for is
 * collected, and one with more tokens scanned, outside; a session with more ids is read by other code. V8 counts memory
 * that is not used: with the largest it collects garbage several times in a short run.
 */
const ROOMS: readonly KernelRoom[] = [
  { windowBytes: STEP, tapeTokens: 128 * 1024 },
  { windowBytes: 2 * STEP, tapeTokens: 256 * 1024 },
  { windowBytes: 4 * STEP, tapeTokens: 512 * 1024, mostIds: 2 * FEW_IDS },
];
const LARGEST: KernelRoom = { windowBytes: 8 * STEP, tapeTokens: 512 * 1024, mostIds: 900_000 };

/** The share of a window that an input with this room may fill. */
const MOST_FILLED = 0.75;

function roomFor(inputBytes: number): KernelRoom {
  return ROOMS.find(({ windowBytes }) => inputBytes <= windowBytes * MOST_FILLED) ?? LARGEST;
}

/**
 * Kernels not in use, the largest first: making one takes longer than compacting a small file, and every few new ones
 * cause a full garbage collection. Reading lines again needs a second window.
 */
const spares: Kernel[] = [];
const MOST_SPARES = 2;
let spareLarge: Kernel | undefined;

/** A kernel for a window over an input, whose size may be known. */
export function takeKernel(inputBytes = Number.POSITIVE_INFINITY): Kernel {
  const room = roomFor(inputBytes);
  const at = spares.findLastIndex((spare) => windowOf(spare) >= room.windowBytes);
  return spares.splice(at, at < 0 ? 0 : 1)[0] ?? newKernel(room);
}

function newKernel(room: KernelRoom): Kernel {
  const kernel = new Kernel(room);
  kernel.texts.scan = scanWithSpare;
  return kernel;
}

/** Scans JSON that was in a string of a document, while a kernel has that. */
function scanWithSpare(text: Buffer): Tape | undefined {
  const kernel = takeKernel(0);
  try {
    return scanText(kernel, text);
  } finally {
    leaveKernels(kernel, undefined);
  }
}

/** A kernel whose window has room for `size` bytes and one more: `own`, if it has. */
export function takeLargeKernel(size: number, own: Kernel | undefined): Kernel {
  const kernel = own ?? spareLarge;
  spareLarge = undefined;
  if (kernel !== undefined && windowOf(kernel) > size) return kernel;
  const windowBytes = (Math.floor(size / STEP) + 1) * STEP;
  return newKernel({ windowBytes, tapeTokens: Math.ceil(windowBytes / BYTES_PER_TOKEN) });
}

/** Returns kernels for the next window. Nothing of their memory may be in use any more. */
export function leaveKernels(kernel: Kernel, large: Kernel | undefined): void {
  spares.push(kernel);
  spares.sort((a, b) => windowOf(b) - windowOf(a));
  spares.length = Math.min(spares.length, MOST_SPARES);
  spareLarge = large ?? spareLarge;
}

/** Whether the window of a kernel has room for a document of `size` bytes, and its tape for the tokens. */
export function hasRoomFor(kernel: Kernel, size: number): boolean {
  return windowOf(kernel) > size && kernel.tapeTokens >= Math.ceil(size / BYTES_PER_TOKEN);
}

function windowOf({ windowStart, windowEnd }: Kernel): number {
  return windowEnd - windowStart;
}
