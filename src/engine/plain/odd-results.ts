import { partSplices } from "../../formats/shared/record-edits.ts";
import type { RecordParts } from "../../formats/shared/record-parts.ts";
import { slotText } from "../../json/splice/slot-text.ts";
import { type Splice, savedBytes } from "../../json/splice/splice.ts";
import type { TapeTree } from "../../json/tape/tape-tree.ts";
import { imageNote } from "../../reduce/placeholders/placeholder.ts";
import { charsWith, type ObservationPart, textCharsOf } from "../../transcript/model/message.ts";
import type { Line } from "../input/line-frame.ts";
import type { CountedResult } from "./message-counter.ts";

/** A result whose text is not one string of its line: in several blocks, within JSON in a string, or with images. */
export interface OddResult {
  readonly text: string;
  /** The chars of that text, and the words that a placeholder ends with. */
  readonly textChars: number;
  readonly note: string;
  readonly images: number;
  /** Whether an archive keeps the text in itself: what is spliced is not a string that holds it. */
  readonly isArchived: boolean;
  /** The edit that gives it another text. */
  edit(text: string): OddEdit;
}

/** An edit of such a result, before it is known whether it is made. */
interface OddEdit {
  /** The chars of the result afterwards. */
  readonly chars: number;
  /** The chars that it saves, the bytes of images counted as such, and the bytes. */
  readonly gain: number;
  readonly savedBytes: number;
  /** In the input, in order. */
  readonly splices: readonly Splice[];
}

/** The result that a part of the line at hand is, if it is not plain. */
export function oddResult(
  { part: slot, chars, isError, editable, extra }: CountedResult,
  {
    line,
    tree,
    parts,
  }: { readonly line: Line; readonly tree: TapeTree; readonly parts: RecordParts },
): OddResult {
  // No edit asks where among all parts it is.
  const at = { index: 0, message: 0 };
  const part: ObservationPart = { kind: "observation", ...at, chars, isError, editable, extra };
  const found = parts.textAt(slot);
  const place = parts.slot(slot);
  const shift = line.offset - line.first;
  return {
    text: found === undefined ? "" : slotText(found.tree, found.slot),
    textChars: textCharsOf(part),
    note: imageNote(part),
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
