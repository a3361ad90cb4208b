import type { Kernel } from "../../../json/kernel/kernel.ts";
import type { TapeTree } from "../../../json/tape/tape-tree.ts";
import type { LinesKernel } from "./kept-lines.ts";
import type { SessionKernel } from "./kernel-lines.ts";

/** The kernel that reads the lines of sessions, with the tree over its tape, and how it reads lines that were kept. */
export interface SessionReader {
  readonly kernel: Omit<SessionKernel, "isForced">;
  readonly kept: LinesKernel;
}

export function sessionReader(kernel: Kernel, tree: TapeTree): SessionReader {
  const { sessions, rows, notes } = kernel;
  return { kernel: { sessions, rows, notes, tree }, kept: kernel };
}
