import { closeSync, fstatSync, openSync, writeSync } from "node:fs";
import { join } from "node:path";
import { readAt } from "../../io/store/read-at.ts";
import { type LogDamage, readHeaderAt } from "./log.ts";
import { blankMember, MEMBER_START } from "./member.ts";
import { LOG_NAME } from "./open-log.ts";
import { setAside } from "./set-aside.ts";

/**
 * Overwrites torn members by empty members of the same length, so that `zgrep` and similar tools read on after
 * them. Only if another member follows, since then nobody is still writing the torn one. A torn member of which
 * entries can still be read is first saved in its own file: its writer may have crashed, but the disk may also
 * have lost data. Other damage stays, and so do torn members too short for this.
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
      // After entries were removed, it may not be the log that was read.
      if (fstatSync(file).ino !== fstatSync(log).ino) return;
      for (const { offset, bytes } of blanks) {
        if (bytes === undefined) continue;
        setAside(dir, readAt(log, offset, bytes.length), offset);
        writeSync(file, bytes, 0, bytes.length, offset);
      }
    } finally {
      closeSync(file);
    }
  } catch {
    // The program does not depend on it.
  }
}

/** The starts of torn members: each is shorter than its header says. */
function tornIn(log: number, { offset, length }: LogDamage) {
  const bytes = readAt(log, offset, length);
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
