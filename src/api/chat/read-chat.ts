import type { Format } from "../../formats/format.ts";
import { FORMATS, type FormatName } from "../../formats/index.ts";
import { type Measure, RecordParts, textsOf } from "../../formats/shared/record-parts.ts";
import { type Slot, slotChars } from "../../json/splice/slot.ts";
import { NONE, type Node } from "../../json/tree/tree.ts";
import { ValueTree } from "../../json/tree/value-tree.ts";
import type { Message, ObservationPart, Part } from "../../transcript/model/message.ts";
import { Outline } from "../../transcript/model/outline.ts";
import { createTranscript, type Transcript } from "../../transcript/model/transcript.ts";
import type { AnyChatMessage } from "./chat-types.ts";
import { type MessageShape, shapeOf } from "./message-shape.ts";

/** Plain chat objects as a transcript, and the way back from its parts and messages to them. */
export interface ChatTranscript {
  readonly transcript: Transcript;
  readonly format: FormatName;
  /** The messages, as a tree. */
  readonly tree: ValueTree;
  /** The slot of a part; none where it has no text. */
  slotOf(part: Part): Slot | undefined;
  /** The blocks of the images that go with an observation. */
  imagesOf(part: ObservationPart): readonly Node[];
  /** The index in the input array of a message. */
  indexOf(message: Message): number;
}

/**
 * Reads chat objects of either shape, found from what they hold unless it is given; `plain` is the shape
 * of those that both have. Sizes count `content` alone: calls and reasoning are there, with no chars.
 * `findsErrors` looks for signs of errors in what tools answered: the shapes have no flag for them.
 *
 * @throws {ElisionError} `unknown-shape` for messages of another shape, unless `shape` is given.
 */
export function readChat(
  messages: readonly AnyChatMessage[],
  {
    shape,
    plain,
    findsErrors = false,
  }: {
    readonly shape?: MessageShape | undefined;
    readonly plain?: MessageShape | undefined;
    readonly findsErrors?: boolean;
  } = {},
): ChatTranscript {
  const tree = new ValueTree(messages);
  const format = shape ?? shapeOf(messages, plain === undefined ? {} : { plain });
  const outline = new Outline();
  const parts = new RecordParts(tree, outline, contentChars(tree));
  parts.findsErrors = findsErrors;
  parts.open(tree, 0);
  (FORMATS[format] as Format).read(tree, tree.root, parts);
  const texts = textsOf((part) => ({ parts, k: part.index }));
  return {
    transcript: createTranscript(outline, { label: "messages", texts }),
    format,
    tree,
    slotOf: (part) => parts.slot(part.index),
    imagesOf: ({ index, extra }) =>
      Array.from({ length: extra?.images ?? 0 }, (_, k) => parts.slot(index + 1 + k)?.node ?? NONE),
    indexOf: ({ index }) => Number(tree.path(parts.unit(index)?.node ?? 0)[0] ?? 0),
  };
}

/** Only what lies in a message's `content` has a size. */
function contentChars(tree: ValueTree): Measure {
  return (_, _head, slot) => {
    const isContent = slot.node >= 0 && tree.path(slot.node)[1] === "content";
    return isContent ? slotChars(tree, slot) : 0;
  };
}
