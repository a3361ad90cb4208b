import { partSplices } from "../../../formats/shared/record-edits.ts";
import type { RecordParts } from "../../../formats/shared/record-parts.ts";
import { slotText } from "../../../json/splice/slot-text.ts";
import { type Splice, savedBytes } from "../../../json/splice/splice.ts";
import type { TapeTree } from "../../../json/tape/tape-tree.ts";
import { omittedImages } from "../../../reduce/placeholders/template.ts";
import { charsWith, type ObservationPart, textCharsOf } from "../../../transcript/model/message.ts";
import type { Line } from "../../input/lines/line.ts";
import type { CountedResult } from "../messages/message-counter.ts";

/**
 * A result whose text is not one string of its line: it is in several blocks, within JSON in a string, or has
 * images.
 */
export interface OddResult {
  readonly text: string;
  /** The chars of that text, and the note at the end of its placeholder. */
  readonly textChars: number;
  readonly note: string;
  readonly images: number;
  /** Whether the archive has to keep the text itself: no spliced string contains it. */
  readonly isArchived: boolean;
  /** The edit that replaces the text. */
  edit(text: string): OddEdit;
}

/** A possible edit of such a result. */
interface OddEdit {
  /** The chars of the result after the edit. */
  readonly chars: number;
  /** The chars saved, where bytes of images count as chars; and the bytes saved. */
  readonly gain: number;
  readonly savedBytes: number;
  /** The splices in the input, in order. */
  readonly splices: readonly Splice[];
}

/** The result in a part of the current line, if it is not plain. */
export function oddResult(
  { part: slot, chars, isError, editable, extra }: CountedResult,
  {
    line,
    tree,
    parts,
  }: { readonly line: Line; readonly tree: TapeTree; readonly parts: RecordParts },
): OddResult {
  // No edit uses the indexes of the part and its message.
  const at = { index: 0, message: 0 };
  const part: ObservationPart = { kind: "observation", ...at, chars, isError, editable, extra };
  const found = parts.textAt(slot);
  const place = parts.slot(slot);
  const shift = line.offset - line.first;
  return {
    text: found === undefined ? "" : slotText(found.tree, found.slot),
    textChars: textCharsOf(part),
    note: omittedImages(extra?.images),
    images: extra?.images ?? 0,
    isArchived: place !== undefined && (place.shape !== undefined || place.inside !== undefined),
    edit(text) {
      const splices = partSplices({ tree, parts, shift }, { slot, part, text });
      const after = charsWith(part, text);
      const gain = chars + (extra?.imageBytes ?? 0) - after;
      return { chars: after, gain, savedBytes: savedBytes(splices), splices };
    },
  };
}
