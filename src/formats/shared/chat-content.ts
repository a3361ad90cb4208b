import { type AnyKey, Key } from "../../json/tree/key.ts";
import { type Shape, TEXT_BLOCKS } from "../../json/tree/shape.ts";
import { getString, getText, listOf, NONE, type Node, type Tree } from "../../json/tree/tree.ts";
import type { Id } from "../../transcript/model/id.ts";
import type { MessageSink } from "../format.ts";
import { readObjectResult, saysError } from "./object-result.ts";
import {
  JSON_VALUE,
  readCallOf,
  readImage,
  readObservationOf,
  TEXT,
  TEXT_BLOCK,
} from "./part-heads.ts";
import { NAME, TYPE } from "./shared-keys.ts";

/** A message's content: one text part for a string, or one for each block with text. */
export function readContent(tree: Tree, content: Node, into: MessageSink): void {
  if (tree.isString(content)) {
    into.part(TEXT, content);
    return;
  }
  if (!tree.isArray(content)) return;
  for (const block of tree.items(content)) {
    if (isImage(tree, block)) {
      readImage(tree, block, { into, insideObservation: false, note: TEXT_BLOCK });
      continue;
    }
    const key = textBlocks(tree, block)?.key;
    if (tree.isString(block)) into.part(TEXT, block);
    else if (key !== undefined) into.part(TEXT, tree.get(block, key));
    else if (MEDIA.test(getText(tree, block, TYPE) ?? "")) into.ignore(block);
  }
}

/**
 * A tool result as one observation: a string, an array of blocks, of which those with text count, or an object or an
 * array that programs save although the API takes none. Anything else becomes an observation that cannot be edited, so
 * that the pair is complete.
 */
export function readObservation(
  tree: Tree,
  content: Node,
  {
    into,
    callId,
    toolName,
  }: {
    readonly into: MessageSink;
    readonly callId: Id | undefined;
    readonly toolName: string | undefined;
  },
): void {
  const isError = saysError(tree, content);
  const head = { kind: "observation", callId, toolName, isError, editable: true } as const;
  const items = listOf(tree, content);
  let blocks: TextBlocks | undefined;
  for (const item of items) blocks ??= textBlocks(tree, item);
  if (tree.isObject(content)) {
    const text = tree.get(content, "text");
    const result = tree.isString(text) ? text : content;
    readObjectResult(tree, result, { head, key: "output", into });
  } else if (
    blocks !== undefined ||
    items.length === 0 ||
    items.some((item) => isBlock(tree, item))
  )
    readObservationOf(tree, content, { into, callId, toolName, blocks, isImage });
  // A list that a tool returned, not one of texts or blocks.
  else into.part(head, content, JSON_VALUE);
}

/** Whether an item is a text, or a block: these name their type, or are an object under one key that says it. */
function isBlock(tree: Tree, item: Node): boolean {
  if (tree.isString(item) || tree.get(item, TYPE) !== NONE || isImage(tree, item)) return true;
  const [inner = NONE, ...others] = tree.isObject(item) ? tree.items(item) : [];
  return tree.isObject(inner) && others.length === 0;
}

/** Types of blocks that have no text: files, sound, and vLLM's video. */
const MEDIA = /^(?:file|input_audio|(?:audio|video)_url)$/;

type TextBlocks = Shape & { readonly as: "blocks" };

/** The key of a block's text: `text` everywhere but in LLaMA-Factory, which uses `value`. */
const BLOCKS: readonly TextBlocks[] = [
  TEXT_BLOCKS,
  { as: "blocks", key: "refusal", type: "text" },
  { as: "blocks", key: "value", type: "text" },
];

function textBlocks(tree: Tree, block: Node): TextBlocks | undefined {
  return BLOCKS.find(({ key }) => tree.isString(tree.get(block, key)));
}

export const ARGUMENTS = new Key("arguments");
const INPUT = new Key("input");

/** A call, with its arguments under the first of these keys that has them. */
export function readCall(
  tree: Tree,
  made: Node,
  { into, id }: { readonly into: MessageSink; readonly id: Id | undefined },
): void {
  const name = tree.text(getString(tree, made, NAME));
  const first = argumentsAt(tree, made, ARGUMENTS);
  const args = first === NONE ? argumentsAt(tree, made, INPUT) : first;
  readCallOf(tree, args, { into, id, name });
}

/** Arguments under a key: a string, or an object or an array, whose text is its JSON. */
export function argumentsAt(tree: Tree, made: Node, key: AnyKey): Node {
  const value = tree.get(made, key);
  return tree.isString(value) || tree.isObject(value) || tree.isArray(value) ? value : NONE;
}

/** Whether a block is an image of chat completions: it has `image_url`, whatever its type. */
function isImage(tree: Tree, block: Node): boolean {
  return tree.get(block, "image_url") !== NONE;
}
