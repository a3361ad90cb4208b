import { bytesOf } from "../../../formats/shared/part-measure.ts";
import { shifted } from "../../../formats/shared/record-edits.ts";
import { replaceSlot } from "../../../json/splice/slot.ts";
import { blockText, type Slot } from "../../../json/splice/slot-text.ts";
import { applySplices, savedBytes } from "../../../json/splice/splice.ts";
import type { OddAnswer } from "../../../json/tape/masked-rows.ts";
import type { TapeTree } from "../../../json/tape/tape-tree.ts";
import { TEXT_BLOCKS } from "../../../json/tree/shape.ts";
import { NONE } from "../../../json/tree/tree.ts";
import { notWorth } from "../../../reduce/pipeline/min-gain.ts";
import { omittedImages } from "../../../reduce/placeholders/template.ts";

/** The edit of a result that is an array of text blocks and images, or another value: see `partSplices`. */
export function editContent(
  tree: TapeTree,
  slot: Slot,
  about: { textFor(note: string): string; readonly chars: number; readonly minGain: number },
): OddAnswer {
  const { node: content, shape } = slot;
  const { chars, minGain } = about;
  const blocks = shape?.as === "blocks" ? tree.items(content) : [];
  const images = blocks.filter((block) => blockText(tree, block, TEXT_BLOCKS.key) === NONE);
  if (chars === 0 && images.length === 0) return "not-shorter";
  const imageBytes = images.reduce((sum, image) => sum + bytesOf(tree, image), 0);
  const text = about.textFor(omittedImages(images.length));
  const splices = replaceSlot(tree, slot, text, { ascii: tree.isAscii, images });
  const [gain, saved] = [chars + imageBytes - text.length, savedBytes(splices)];
  const worth = notWorth(gain, saved, minGain);
  if (worth !== undefined) return worth;
  const [start, end] = [tree.start(content), tree.end(content)];
  const edited = applySplices(tree.subarray(start, end), shifted(splices, -start));
  const json = Buffer.concat([...edited]).toString();
  return { chars: text.length, json };
}
