import { closeSync, existsSync } from "node:fs";
import { join } from "node:path";
import { entryIn, linesOfLog } from "../archive/log/log-lines.ts";
import { LOG_NAME, openLog } from "../archive/log/open-log.ts";
import { textOf } from "../archive/text-of.ts";
import { aroundMatch } from "../base/around-match.ts";
import { REF_DIGITS } from "../base/digest.ts";

/** A line of a text in an archive. */
export interface FoundText {
  /** The reference of the text. */
  readonly ref: string;
  /** The number of the line, from 1, and of all lines. */
  readonly line: number;
  readonly lines: number;
  /** The line; if it is long, the part that contains the text. */
  readonly text: string;
}

/** Lines buffered before the oldest are dropped. */
const MOST_HELD = 10_000;

/** Chars of a line that a hit shows. */
const LINE_CHARS = 200;

/**
 * Searches the texts of an archive, ignoring case: the last `limit` lines that contain the text, those added last
 * first. Linear in the archive, with one member in memory at a time; a folder that is no archive has no matches.
 */
export function searchArchive(
  dir: string,
  query: string,
  { limit }: { readonly limit: number },
): readonly FoundText[] {
  if (!existsSync(join(dir, LOG_NAME))) return [];
  const wanted = query.toLowerCase();
  const found: FoundText[] = [];
  const log = openLog(dir);
  try {
    for (const part of linesOfLog(log)) {
      const entry = part.kind === "damage" ? undefined : entryIn(part.line);
      const text = entry?.kind === "text" ? textOf(entry) : undefined;
      if (entry === undefined || text?.toLowerCase().includes(wanted) !== true) continue;
      const ref = entry.digest.slice(0, REF_DIGITS);
      const lines = text.split("\n");
      for (const [index, line] of lines.entries())
        if (line.toLowerCase().includes(wanted))
          found.push({
            ref,
            line: index + 1,
            lines: lines.length,
            text: excerptOf(line.trim(), wanted),
          });
      if (found.length > MOST_HELD + limit) found.splice(0, found.length - limit);
    }
  } finally {
    closeSync(log);
  }
  return found.slice(-limit).reverse();
}

/** A line as a hit shows it; `wanted` is in lower case. */
export function excerptOf(line: string, wanted: string): string {
  const at = Math.max(0, line.toLowerCase().indexOf(wanted));
  return aroundMatch(line, at, { length: wanted.length, most: LINE_CHARS });
}
