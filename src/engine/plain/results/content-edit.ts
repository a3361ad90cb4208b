import { bytesOf } from "../../../formats/shared/part-measure.ts";
import { shifted } from "../../../formats/shared/record-edits.ts";
import { type Frame, replaceSlot } from "../../../json/splice/slot.ts";
import { blockText, type Slot } from "../../../json/splice/slot-text.ts";
import { applySplices, savedBytes } from "../../../json/splice/splice.ts";
import type { OddAnswer } from "../../../json/tape/masked-rows.ts";
import type { TapeTree } from "../../../json/tape/tape-tree.ts";
import { NONE } from "../../../json/tree/tree.ts";
import { notWorth } from "../../../reduce/pipeline/min-gain.ts";
import { omittedImages } from "../../../reduce/placeholders/template.ts";

/**
 * The edit of a result that is an array of text blocks and images, or another value: see `partSplices`. `chars` are
 * those of its text, with the JSON around it if it is in a string.
 */
export function editContent(
  tree: TapeTree,
  slot: Slot,
  about: {
    textFor(note: string): string;
    readonly chars: number;
    readonly frame: Frame | undefined;
    readonly minGain: number;
  },
): OddAnswer {
  const { node: content, shape } = slot;
  const { chars, frame, minGain } = about;
  const images =
    shape?.as === "blocks"
      ? tree.items(content).filter((block) => blockText(tree, block, shape.key) === NONE)
      : [];
  if (chars === 0 && images.length === 0) return "not-shorter";
  const imageBytes = images.reduce((sum, image) => sum + bytesOf(tree, image), 0);
  const text = about.textFor(omittedImages(images.length));
  const splices = replaceSlot(tree, slot, text, { ascii: tree.isAscii, images });
  const after = frame === undefined ? text.length : frame.chars + JSON.stringify(text).length - 2;
  const [gain, saved] = [chars + imageBytes - after, savedBytes(splices)];
  const worth = notWorth(gain, saved, minGain);
  if (worth !== undefined) return worth;
  const [start, end] = [tree.start(content), tree.end(content)];
  const edited = applySplices(tree.subarray(start, end), shifted(splices, -start));
  const json = Buffer.concat([...edited]).toString();
  return { chars: after, json };
}
