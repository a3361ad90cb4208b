import { shown } from "../../base/arguments.ts";
import type { Format } from "../../formats/format.ts";
import { type Measure, modelChars } from "../../formats/shared/model-chars.ts";
import { type Slot, slotChars } from "../../json/splice/slot-text.ts";
import type { Node } from "../../json/tree/tree.ts";
import { ValueTree } from "../../json/tree/value-tree.ts";
import type { Message, ObservationPart, Part } from "../../transcript/model/message.ts";
import { Outline } from "../../transcript/model/outline.ts";
import { createTranscript, type Transcript } from "../../transcript/model/transcript.ts";
import { ChatParts, chatTexts } from "./chat-parts.ts";
import { type AnyMessage, unknownShape } from "./chat-types.ts";
import { checkAllRead } from "./check-all-read.ts";
import { checkContents } from "./check-contents.ts";
import { answersIn, checkTextless } from "./check-textless.ts";
import { checkForeignResults } from "./foreign-results.ts";
import { viewsOf } from "./instances.ts";
import type { ChatShape } from "./message-shape.ts";
import type { Path } from "./replace-value.ts";
import { shapeOf } from "./sdk-shapes.ts";
import { type MessageShape, SHAPE_READERS } from "./shape-readers.ts";

/** An array of messages as a transcript, with lookups from its parts back to the messages. */
export interface ChatTranscript {
  readonly transcript: Transcript;
  readonly format: MessageShape;
  /** The messages as a tree; class instances are replaced by plain views. */
  readonly tree: ValueTree;
  /** The slot of a part; none where it has no text. */
  slotOf(part: Part): Slot | undefined;
  /**
   * The images of an observation that are blocks of its text; the paths of the others, in arrays, are added to a list.
   */
  imagesOf(part: ObservationPart, imageItems: Path[]): readonly Node[];
  /** The index in the input array of a message. */
  indexOf(message: Message): number;
}

/**
 * Reads messages of any shape, which is detected unless it is given; `plain` is the shape of messages that fit
 * both chat shapes. In those, sizes count `content` alone: calls and reasoning have no chars, unless it
 * `countsAll`. Those of SDK shapes count all text that the model sees. `findsErrors` looks for signs of errors in
 * tool results, beyond the flags of a shape; `findsModels` for the models that messages name. `anyResult` accepts
 * tool results of unknown form, and leaves them alone.
 *
 * @throws {ElisionError} `unknown-shape` for messages of no shape, or not of the one that is given.
 */
export function readChat(
  messages: readonly AnyMessage[],
  {
    shape,
    plain,
    findsErrors = false,
    countsAll = false,
    findsModels = false,
    anyResult = false,
  }: {
    readonly shape?: MessageShape | undefined;
    readonly plain?: ChatShape | undefined;
    readonly findsErrors?: boolean;
    readonly countsAll?: boolean;
    readonly findsModels?: boolean;
    readonly anyResult?: boolean;
  } = {},
): ChatTranscript {
  const views = Array.isArray(messages) ? viewsOf(messages) : messages;
  const format = shape ?? shapeOf(views, plain === undefined ? {} : { plain });
  if (!Array.isArray(views))
    throw unknownShape(`expected an array of messages (got ${shown(views)})`);
  checkContents(views, format);
  const tree = new ValueTree(views);
  const outline = new Outline();
  const countsContent = !countsAll && (format === "chat-message" || format === "openai-chat");
  const measure = countsContent ? contentChars(tree) : modelChars;
  const parts = new ChatParts(tree, outline, { measure, findsErrors });
  parts.wantsModels = findsModels;
  (SHAPE_READERS[format] as Format).read(tree, tree.root, parts);
  const read = new Set(parts.indices);
  const isRead = (index: number) => read.has(index);
  const about = { shape: format, first: 0 };
  checkAllRead(views, about, isRead);
  checkForeignResults(views, about, (index) => parts.withResult.has(index));
  if (!anyResult) checkTextless(tree, [...parts.textlessResults, ...answersIn(tree, isRead)]);
  return {
    transcript: createTranscript(outline, { label: "messages", texts: chatTexts(parts) }),
    format,
    tree,
    slotOf: (part) => parts.slot(part.index),
    imagesOf: ({ index, extra }, imageItems) =>
      Array.from({ length: extra?.images ?? 0 }).flatMap((_, k) => {
        const image = parts.slot(index + 1 + k);
        if (image?.shape?.as !== "item") return image?.node ?? [];
        imageItems.push(tree.path(image.node));
        return [];
      }),
    indexOf: ({ index }) => parts.indices[index] ?? 0,
  };
}

/** Counts the chars of a message's `content` only: of its text, as everywhere, and of no image in it. */
function contentChars(tree: ValueTree): Measure {
  return (_, { kind }, slot) => {
    const isContent = kind !== "image" && slot.node >= 0 && tree.path(slot.node)[1] === "content";
    return isContent ? slotChars(tree, slot) : 0;
  };
}
