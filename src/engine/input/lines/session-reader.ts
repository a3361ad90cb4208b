import type { Kernel } from "../../../json/kernel/kernel.ts";
import type { FirstOfSession } from "../../../json/kernel/kernel-sessions.ts";
import type { TapeTree } from "../../../json/tape/tape-tree.ts";
import type { KeptSession } from "./kept-lines.ts";
import type { SessionKernel } from "./kernel-lines.ts";

/** The kernel that reads the lines of sessions, with the tree over its tape, and how it reads lines that were kept. */
export interface SessionReader {
  readonly kernel: Omit<SessionKernel, "isForced">;
  readonly kept: KeptSession;
}

export function sessionReader(kernel: Kernel, tree: TapeTree): SessionReader {
  const { sessions, rows, notes, bytes, partStart: start, partEnd } = kernel;
  const read = (end: number, first: FirstOfSession) => kernel.readSession(start, end, first);
  return {
    kernel: { sessions, rows, notes, tree },
    kept: { bytes, start, room: partEnd - start, read },
  };
}
