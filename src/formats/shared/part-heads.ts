/** The heads of parts that most formats have, and the functions that pass them to a sink. */
import { blockText, isTextDocument } from "../../json/splice/slot-text.ts";
import { type Shape, TEXT_BLOCKS } from "../../json/tree/shape.ts";
import { getString, listOf, NONE, type Node, type Tree } from "../../json/tree/tree.ts";
import type { ObservationHead } from "../../transcript/model/heads.ts";
import type { Id } from "../../transcript/model/id.ts";
import type { MessageSink } from "../format.ts";

/** A part without attributes. */
export const TEXT = { kind: "text" } as const;

/** Text that its format knows is no tool result, although it begins like one. */
export const NO_RESULT = { kind: "text", isSaid: true } as const;

/** A value whose text is its JSON: arguments of calls. */
export const JSON_VALUE = { as: "value" } as const satisfies Shape;

/** Text under a key, if it is a string there. */
export function readText(tree: Tree, node: Node, key: string, into: MessageSink): void {
  const text = getString(tree, node, key);
  if (text !== NONE) into.part(TEXT, text);
}

/** The sink for the parts of a block, and the array that the block is in. */
export interface BlockTarget {
  readonly into: MessageSink;
  readonly array: Node;
}

/** A message's content: a string, or blocks, each read by `readBlock`. */
export function readContentOf(
  tree: Tree,
  content: Node,
  {
    into,
    readBlock,
  }: {
    readonly into: MessageSink;
    readBlock(tree: Tree, block: Node, target: BlockTarget): void;
  },
): void {
  if (tree.isString(content)) into.part(TEXT, content);
  if (!tree.isArray(content)) return;
  for (const block of tree.items(content)) readBlock(tree, block, { into, array: content });
}

/** A message's content: a string, or blocks of text (`{"type":"text","text":…}`) and images. */
export function readTexts(tree: Tree, content: Node, into: MessageSink): void {
  if (tree.isString(content)) into.part(TEXT, content);
  if (!tree.isArray(content)) return;
  for (const block of tree.items(content)) {
    if (tree.isString(block)) into.part(TEXT, block);
    else if (isImageBlock(tree, block))
      readImage(tree, block, { into, insideObservation: false, note: TEXT_BLOCK });
    else readText(tree, block, "text", into);
  }
}

/** A call whose arguments are a string, or any other value. */
export function readCallOf(
  tree: Tree,
  args: Node,
  { into, id, name }: { into: MessageSink; id: Id | undefined; name: string },
): void {
  const head = { kind: "call", id, name } as const;
  if (args === NONE || tree.isString(args)) into.part(head, args);
  else into.part(head, args, JSON_VALUE);
}

/** Attributes of an observation besides its text. */
export interface ObservationAbout {
  readonly into: MessageSink;
  readonly callId: Id | undefined;
  readonly toolName?: string | undefined;
  readonly isError?: boolean;
  /** The key of a block's text in an array; `{"type":"text","text":…}` by default. */
  readonly blocks?: (Shape & { readonly as: "blocks" }) | undefined;
  /** Whether a block is an image, which is removed with the text. */
  readonly isImage?: (tree: Tree, block: Node) => boolean;
}

/**
 * An observation whose content is a string or an array of blocks, followed by its images. Other content, or
 * content without text and images, cannot be edited, but the pair is complete.
 */
export function readObservationOf(
  tree: Tree,
  content: Node,
  {
    into,
    callId,
    toolName,
    isError = false,
    blocks = TEXT_BLOCKS,
    isImage = isImageBlock,
  }: ObservationAbout,
): void {
  const head = (editable: boolean): ObservationHead<Id> => ({
    kind: "observation",
    callId,
    toolName,
    isError,
    editable,
  });
  if (tree.isString(content)) {
    into.part(head(true), content);
    return;
  }
  const items = listOf(tree, content);
  const images = new Set(items.filter((block) => isImage(tree, block)));
  const texts = new Set(items.filter((block) => tree.isString(blockText(tree, block, blocks.key))));
  if (texts.size > 0 || images.size > 0) into.part(head(true), content, blocks);
  else {
    into.part(head(false));
    into.textless?.(content);
    return;
  }
  for (const item of items)
    if (!images.has(item) && (!texts.has(item) || isHollow(tree, item))) into.unknown?.(item);
  for (const image of images)
    readImage(tree, image, { into, insideObservation: true, note: { ...blocks, as: "block" } });
}

/** Whether the `text` of a block is empty: it may have one under another key. */
function isHollow(tree: Tree, block: Node): boolean {
  return tree.is(tree.get(block, "text"), "");
}

/**
 * Reasoning in a block of an array, with its text under a key. `isWhole`: the block can be removed, with its
 * signature, without its provider or reader needing it.
 */
export function readReasoning(
  tree: Tree,
  block: Node,
  {
    into,
    array,
    key,
    signed,
    isWhole = true,
  }: {
    readonly into: MessageSink;
    readonly array: Node;
    readonly key: string;
    readonly signed: boolean;
    readonly isWhole?: boolean;
  },
): void {
  const text = getString(tree, block, key);
  const editable = isWhole && text !== NONE && tree.isArray(array);
  const head = { kind: "reasoning", signed, editable } as const;
  if (editable) into.part(head, text, { as: "within", item: block, array });
  else into.part(head, text);
}

/**
 * Whether the provider data that the Vercel AI SDK keeps names an item of the Responses API, which that API
 * requires with the calls after it.
 */
export function isItem(tree: Tree, metadata: Node): boolean {
  return tree
    .items(metadata)
    .some((each) => tree.isObject(each) && tree.isString(tree.get(each, "itemId")));
}

/** Reasoning that only its provider can read, in a string under a key of a block. */
export function readSealedReasoning(
  tree: Tree,
  block: Node,
  { into, array, key }: BlockTarget & { readonly key: string },
): void {
  const sealed = getString(tree, block, key);
  const editable = sealed !== NONE && tree.isArray(array);
  const head = { kind: "reasoning", signed: true, editable } as const;
  if (editable) into.part(head, sealed, { as: "within", item: block, array, isSealed: true });
  else into.part(head);
}

/** An image block, whose size is that of the block. */
export function readImage(
  _tree: Tree,
  block: Node,
  {
    into,
    insideObservation,
    note,
  }: {
    readonly into: MessageSink;
    readonly insideObservation: boolean;
    /** The shape of a block that may replace it; undefined for none. */
    readonly note?: Shape & { readonly as: "block" };
  },
): void {
  into.part({ kind: "image", insideObservation, editable: note !== undefined }, block, note);
}

/** A text block that replaces an image: `{"type":"text","text":…}`. */
export const TEXT_BLOCK = { as: "block", type: "text", key: "text" } as const satisfies Shape;

/** Whether a block is an image by its type: `image`, `image_url`, `input_image`, `document` unless it is text, … */
export function isImageBlock(tree: Tree, block: Node): boolean {
  const type = tree.get(block, "type");
  return IMAGE_TYPES.some((word) => tree.is(type, word)) && !isTextDocument(tree, block);
}

const IMAGE_TYPES = ["image", "image_url", "input_image", "document", "computer_screenshot"];
