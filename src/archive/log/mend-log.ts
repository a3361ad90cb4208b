import { closeSync, fstatSync, openSync, writeSync } from "node:fs";
import { join } from "node:path";
import { type LogDamage, readHeaderAt } from "./log.ts";
import { blankMember, MEMBER_START } from "./member.ts";
import { LOG_NAME } from "./open-log.ts";
import { readAll } from "./read-all.ts";
import { setAside } from "./set-aside.ts";

/**
 * Overwrites what is left of torn members by members of the same lengths that hold nothing, so that
 * `zgrep` and its like read on behind them. Only where another follows: then no one is still writing
 * them. A member of which entries can still be read is first set aside in a file of its own: the process
 * that wrote it may have ended too early, but the disk may as well have lost what was on it. Other
 * damage stays as it is, and so does what is too short.
 */
export function mendLog(dir: string, log: number, damage: readonly LogDamage[]): void {
  const blanks = damage
    .filter(({ isTail }) => !isTail)
    .flatMap((each) => tornIn(log, each))
    .map(({ offset, length }) => ({ offset, bytes: blankMember(length) }));
  if (blanks.length === 0) return;
  try {
    const file = openSync(join(dir, LOG_NAME), "r+");
    try {
      // After a removal of entries it may be another than the one that was read.
      if (fstatSync(file).ino !== fstatSync(log).ino) return;
      for (const { offset, bytes } of blanks) {
        if (bytes === undefined) continue;
        setAside(dir, readAll(log, offset, bytes.length), offset);
        writeSync(file, bytes, 0, bytes.length, offset);
      }
    } finally {
      closeSync(file);
    }
  } catch {
    // Nothing of ours depends on it.
  }
}

/** The first parts of members: each of them ends before the length that its header has. */
function tornIn(log: number, { offset, length }: LogDamage) {
  const bytes = readAll(log, offset, length);
  const starts: number[] = [];
  for (let at = 0; at >= 0; at = bytes.indexOf(MEMBER_START, at + 1))
    if (at === 0 || readHeaderAt(log, offset + at) !== undefined) starts.push(at);
  return starts
    .map((start, index) => ({
      offset: offset + start,
      length: (starts[index + 1] ?? length) - start,
    }))
    .filter((part) => (readHeaderAt(log, part.offset)?.length ?? 0) > part.length);
}
