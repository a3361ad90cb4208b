import type { KernelRows } from "../../../json/kernel/kernel-rows.ts";
import type { FirstOfSession, KernelSessions } from "../../../json/kernel/kernel-sessions.ts";
import type { RowPolicy } from "../../../json/tape/masked-rows.ts";
import type { NotedLines, NoteMasker } from "../../../json/tape/noted-lines.ts";
import type { SessionBatch } from "../../../json/tape/session-words.ts";
import type { TapeTree } from "../../../json/tape/tape-tree.ts";

/** Gives lines of a conversation that the kernel reads together. */
export interface NotedLineSource {
  /** Lines given so far. */
  readonly lines: number;
  /**
   * Reads the next lines that are complete and plain, after the results before them; undefined if the next line is not.
   */
  nextLines?(policy: RowPolicy, before: NotedBefore): NotedAt | undefined;
}

/** Results before lines, and where in the input their places may count from. */
export interface NotedBefore {
  readonly earlier: number;
  readonly base: number | undefined;
}

/** Lines that the kernel read, and where in the input the places of their results count from. */
export interface NotedAt {
  readonly lines: NotedLines;
  readonly base: number;
}

/** Gives lines of a session that the kernel reads. */
export interface SessionSource {
  nextSession?(first: SessionFirst): SessionAt | undefined;
}

/** The number of the first part of lines, and of the model that was named before them. */
export type SessionFirst = Omit<FirstOfSession, "record">;

/** Lines of a session that the kernel read, and where the first begins in the input. */
export interface SessionAt {
  readonly batch: SessionBatch;
  readonly offset: number;
  /** The bytes of all lines together. */
  readonly bytes: number;
}

/** The kernel of an input, and the tree over its tape. */
export interface SessionKernel {
  readonly sessions: KernelSessions;
  readonly rows: KernelRows;
  readonly notes: NoteMasker;
  readonly tree: TapeTree;
  /** Whether the format was named, not detected. */
  readonly isForced: boolean;
}
