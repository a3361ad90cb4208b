import type { OpenRecord } from "../../engine/input/transcripts/read-transcript.ts";
import type { TapeTree } from "../../json/tape/tape-tree.ts";

const NEWLINE = 0x0a;

/** Computes columns of offsets in the open record, in characters from 1; fastest in ascending order. */
export class ColumnFinder {
  private lineStart = -1;
  private offset = 0;
  private column = 1;

  at({ tree, textStart }: Pick<OpenRecord, "tree" | "textStart">, offset: number): number {
    const lineStart = lineStartOf(tree, { textStart, offset });
    if (lineStart !== this.lineStart || offset < this.offset) {
      this.lineStart = lineStart;
      this.offset = lineStart;
      this.column = 1;
    }
    for (const _ of tree.subarray(this.offset, offset).toString("utf8")) this.column++;
    this.offset = offset;
    return this.column;
  }
}

/** The start of the line of an offset. */
function lineStartOf(
  tree: TapeTree,
  { textStart, offset }: { readonly textStart: number; readonly offset: number },
): number {
  for (let end = offset; end > textStart; end -= SEARCH_BYTES) {
    const start = Math.max(textStart, end - SEARCH_BYTES);
    const at = tree.subarray(start, end).lastIndexOf(NEWLINE);
    if (at >= 0) return start + at + 1;
  }
  return textStart;
}

/** Bytes searched at a time. */
const SEARCH_BYTES = 64 * 1024;
