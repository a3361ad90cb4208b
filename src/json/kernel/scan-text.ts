import { STRIDE, type Tape } from "../tape/tape.ts";
import type { Kernel } from "./kernel.ts";
import { scanDocument } from "./kernel-document.ts";

/** Scans JSON with a kernel, and returns its tape, in memory of its own; undefined if it is not JSON. */
export function scanText(kernel: Kernel, text: Buffer): Tape | undefined {
  const { windowStart: start, windowEnd } = kernel;
  if (text.length >= windowEnd - start) return scanDocument(kernel, [text]);
  kernel.bytes.set(text, start);
  if (!kernel.scanWhole(start, start + text.length)) return undefined;
  const { length, flags } = kernel.tape;
  const tokens = kernel.tape.tokens.slice(0, length * STRIDE);
  for (let at = 0; at < tokens.length; at += STRIDE) {
    tokens[at + 1] = (tokens[at + 1] ?? 0) - start;
    tokens[at + 2] = (tokens[at + 2] ?? 0) - start;
  }
  return { tokens, length, flags };
}
