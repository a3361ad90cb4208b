import type { Archive } from "../../archive/archive.ts";
import type { Edit } from "../../archive/recipe.ts";
import {
  EDIT,
  EDIT_STRIDE,
  type MaskedRows,
  ROW,
  ROW_STRIDE,
} from "../../json/tape/masked-rows.ts";
import { keepRaw } from "../edits/keep-raw.ts";
import { recordCompacted } from "../edits/unit-recording.ts";
import { lineAt } from "../input/lines/line.ts";

/** Rows that the kernel masked. */
interface RowsToArchive {
  readonly batch: MaskedRows;
  /** The line of the first row, if known. */
  readonly line: number | undefined;
  /** The known digests of their texts, by the offset at which the text begins. */
  readonly digests: ReadonlyMap<number, string>;
}

/** Archives the texts that were masked in rows, and how to restore each row. */
export function archiveRows(archive: Archive, { batch, line, digests }: RowsToArchive): void {
  const { bytes, numbers, count } = batch;
  for (let row = 0; row < count; row++) {
    const integer = (place: number) => numbers[row * ROW_STRIDE + place] ?? 0;
    if (integer(ROW.masked) === 0) continue;
    // The first line of an input, which may begin with a byte order mark, is read by other code.
    const place = { first: integer(ROW.start), next: integer(ROW.next), offset: 1, number: 1 };
    const { start, next, end } = lineAt(bytes, place);
    const out = integer(ROW.out);
    const compacted = bytes.subarray(out, integer(ROW.outEnd) - (next - end));
    const unit = {
      original: bytes.subarray(start, end),
      compacted,
      line: line === undefined ? undefined : line + row,
    };
    const first = integer(ROW.firstEdit);
    const edits = { batch, digests, first, count: integer(ROW.masked), out };
    recordCompacted(archive, unit, editsOf(archive, edits));
  }
}

/** The edits of a row; each text is archived when its edit is taken. */
function* editsOf(
  archive: Archive,
  { batch, digests, first, count, out }: RowEdits,
): Iterable<Edit> {
  const { bytes, edits } = batch;
  for (let k = first; k < first + count; k++) {
    const at = k * EDIT_STRIDE;
    const start = edits[at + EDIT.start] ?? 0;
    const raw = bytes.subarray(start, edits[at + EDIT.end]);
    const pieces = keepRaw(archive, raw, digests.get(start));
    yield [(edits[at + EDIT.out] ?? 0) - out, edits[at + EDIT.length] ?? 0, pieces];
  }
}

/** The edits of a row, by their numbers, and its offset in the output. */
interface RowEdits extends Pick<RowsToArchive, "batch" | "digests"> {
  readonly first: number;
  readonly count: number;
  readonly out: number;
}
