import type { FirstOfSession } from "../../../json/kernel/kernel-sessions.ts";
import type { SessionBatch } from "../../../json/tape/session-words.ts";
import type { LineSource } from "./line-source.ts";
import { isStored, type ReadLine } from "./read-line.ts";

/** Lines that were read before; with `isSpent`, there are no bytes yet after the last. */
export function keptLines(
  reads: Iterable<ReadLine>,
  { isSpent = false }: { readonly isSpent?: boolean } = {},
): LineSource {
  const rest = reads[Symbol.iterator]();
  let lines = 0;
  const next = () => {
    const { done, value } = rest.next();
    if (done) return undefined;
    lines++;
    return value;
  };
  return {
    isSpent,
    get lines() {
      return lines;
    },
    next,
    nextToKeep: next,
    freeLongLines() {},
    skip() {},
  };
}

/** Reads lines of a session that were kept: `bytes` of the kernel, from `start` on, is where they are put. */
export interface KeptSession {
  readonly bytes: Buffer;
  readonly start: number;
  readonly room: number;
  /** Reads those that were put there, which end at `end`. */
  read(end: number, first: FirstOfSession): SessionBatch | undefined;
}

/** Lines that were kept until the format was known; those of a session may be read together. */
export function keptSessionLines(reads: readonly ReadLine[], session: KeptSession): LineSource {
  let at = 0;
  const next = () => reads[at++];
  return {
    isSpent: false,
    get lines() {
      return Math.min(at, reads.length);
    },
    next,
    nextToKeep: next,
    nextSession(first) {
      const line = reads[at]?.line;
      const end = put(reads, at, session);
      if (line === undefined || end === session.start) return undefined;
      const batch = session.read(end, { ...first, record: line.number - 1 });
      if (batch === undefined || batch.count === 0) return undefined;
      at += batch.count;
      return { batch, offset: line.offset, bytes: batch.next - session.start };
    },
    freeLongLines() {},
    skip() {},
  };
}

/** Puts the lines from a number on where they can be read, as many as there is room for; gives where they end. */
function put(reads: readonly ReadLine[], from: number, session: KeptSession): number {
  let end = session.start;
  for (let at = from; at < reads.length; at++) {
    const read = reads[at];
    if (read === undefined || isStored(read)) break;
    const { bytes, first, next } = read.line;
    if (next - first > session.start + session.room - end) break;
    end += bytes.copy(session.bytes, end, first, next);
  }
  return end;
}
