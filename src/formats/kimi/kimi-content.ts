import type { Key } from "../../json/tree/key.ts";
import { TEXT_BLOCKS } from "../../json/tree/shape.ts";
import { NONE, type Node, type Tree } from "../../json/tree/tree.ts";
import type { Id } from "../../transcript/model/id.ts";
import type { MessageSink } from "../format.ts";
import {
  readContentOf,
  readImage,
  readObservationOf,
  readReasoning,
  readText,
  TEXT_BLOCK,
} from "../shared/part-heads.ts";
import { TYPE } from "../shared/shared-keys.ts";

/**
 * A content of kosong, the model layer of Moonshot's agents: a string, or parts of type `text`, `think`,
 * `image_url`, `audio_url` and `video_url`.
 */
export function readKimiContent(tree: Tree, content: Node, into: MessageSink): void {
  readContentOf(tree, content, { into, readBlock: readKimiPart });
}

/** Reads one part of a content; `array` is the array that it may be removed from, if any. */
export function readKimiPart(
  tree: Tree,
  part: Node,
  { into, array = NONE }: { readonly into: MessageSink; readonly array?: Node },
): void {
  if (tree.is(tree.get(part, TYPE), "think")) {
    // A signature, or reasoning that only the provider can read.
    const signed = tree.isString(tree.get(part, "encrypted"));
    readReasoning(tree, part, { into, array, key: "think", signed });
  } else if (isMedia(tree, part))
    readImage(tree, part, {
      into,
      insideObservation: false,
      ...(array === NONE ? {} : { note: TEXT_BLOCK }),
    });
  else readText(tree, part, "text", into);
}

/** A tool result: a string or parts. */
export function readKimiResult(
  tree: Tree,
  content: Node,
  about: { readonly into: MessageSink; readonly callId: Id | undefined; readonly isError: boolean },
): void {
  readObservationOf(tree, content, { ...about, blocks: TEXT_BLOCKS, isImage: isMedia });
}

function isMedia(tree: Tree, part: Node): boolean {
  return MEDIA.some((key) => tree.isObject(tree.get(part, key)));
}

const MEDIA: readonly (string | Key)[] = ["image_url", "audio_url", "video_url"];
