import type { RecordKind } from "../../../../formats/format.ts";
import type { RecordParts } from "../../../../formats/shared/record-parts.ts";
import type { TapeTree } from "../../../../json/tape/tape-tree.ts";
import type { Line } from "../../lines/line.ts";
import type { LineReading } from "./line-reading.ts";

/** Notes the record of a line, and what its format found in it. */
export function noteLine(
  { records, format, onMessage }: LineReading,
  tree: TapeTree,
  {
    line,
    kind,
    parts,
  }: {
    readonly line: Line;
    readonly kind: RecordKind | undefined;
    readonly parts: RecordParts | undefined;
  },
): void {
  const { guard, choice, counts } = records;
  guard.line(tree, parts, line.number);
  // Formats accept lines of unknown kinds: only a format that was named is in doubt.
  const isInDoubt = parts?.messageCount === 0 && choice.forced !== undefined;
  if (kind !== "message" || (isInDoubt && choice.among.isOfAnother(format, tree)))
    counts.otherRecords++;
  if (kind === "message") onMessage?.(tree, { format, line: line.number, text: line });
}

/** Forgets the notes on all lines, which are read again. */
export function forgetLines({ guard, counts }: LineReading["records"]): void {
  guard.forgetLines();
  counts.otherRecords = 0;
}

/**
 * Judges the notes after the last line, and reports parents that are missing. Returns how many results were not read.
 */
export function endOfLines(
  { records: { guard }, format }: LineReading,
  lines: { parentless(): Iterable<{ readonly parent: string; readonly line: number }> },
): number {
  const unread = guard.endOfLines(format);
  for (const { parent, line } of lines.parentless()) guard.missingParent(parent, line);
  return unread;
}
