import {
  appendFileSync,
  chmodSync,
  existsSync,
  readFileSync,
  renameSync,
  writeFileSync,
} from "node:fs";
import { memoryMemo, type Sent, type SentMemo } from "../api/live/sent-memo.ts";

/** Results that are remembered; past that those are forgotten that were not sent for longest. */
const MOST = 100_000;

/**
 * A memo that a file keeps, so that a restart changes nothing: a line for each result, its key and `s` (short) or
 * `r` (raw), the last one holds. Digests only: no text. Only its owner can read it.
 */
export function fileMemo(path: string): SentMemo {
  const memo = memoryMemo(MOST);
  const lines = existsSync(path) ? readFileSync(path, "latin1").split("\n") : [];
  for (const line of lines) {
    const [, key, sent] = LINE.exec(line) ?? [];
    if (key !== undefined) memo.set(key, sent === "s" ? "short" : "raw");
  }
  if (lines.length > 2 * MOST) rewrite(path, lines);
  else appendFileSync(path, "", { mode: 0o600 });
  chmodSync(path, 0o600);
  return {
    get: (key) => memo.get(key),
    set(key, sent) {
      if (memo.get(key) === sent) return;
      memo.set(key, sent);
      appendFileSync(path, `${key} ${letterOf(sent)}\n`);
    },
  };
}

/** A line that was torn is not taken for one. */
const LINE = /^([0-9a-f]{32}) ([sr])$/;

function letterOf(sent: Sent): "s" | "r" {
  return sent === "short" ? "s" : "r";
}

/** Keeps the latest lines. */
function rewrite(path: string, lines: readonly string[]): void {
  const temporary = `${path}.${process.pid}.tmp`;
  writeFileSync(temporary, `${lines.slice(-MOST).join("\n")}\n`, { mode: 0o600 });
  renameSync(temporary, path);
}
