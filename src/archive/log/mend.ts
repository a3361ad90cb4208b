import { closeSync, openSync, writeSync } from "node:fs";
import { type LogDamage, readHeaderAt } from "./log.ts";
import { blankMember } from "./member.ts";

/**
 * Overwrites what is left of torn members by members of the same lengths that hold nothing, so that
 * `zgrep` and its like read on behind them. Only where another follows: then no one is still writing
 * it. Whoever wrote it was not told that it was on disk, so that nothing can need it. Other damage stays
 * as it is, and so does what is too short.
 */
export function mendLog(path: string, log: number, damage: readonly LogDamage[]): void {
  const torn = damage.filter((each) => !each.isTail && isTorn(log, each));
  if (torn.length === 0) return;
  try {
    const file = openSync(path, "r+");
    try {
      for (const { offset, length } of torn) {
        const blank = blankMember(length);
        if (blank !== undefined) writeSync(file, blank, 0, length, offset);
      }
    } finally {
      closeSync(file);
    }
  } catch {
    // Nothing of ours depends on it: another run will.
  }
}

/** Whether it is the first part of a member, and the next starts before that would have ended. */
function isTorn(log: number, { offset, length }: LogDamage): boolean {
  return (readHeaderAt(log, offset)?.length ?? 0) > length;
}
