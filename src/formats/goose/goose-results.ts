import { TEXT_BLOCKS } from "../../json/tree/shape.ts";
import { getString, NONE, type Node, type Tree } from "../../json/tree/tree.ts";
import type { Id } from "../../transcript/model/id.ts";
import type { MessageSink } from "../format.ts";
import { isImageBlock, readImage, readObservationOf } from "../shared/part-heads.ts";

/** A tool result in goose's content: an error, an array of MCP contents, or an object with one. */
export function readResponse(tree: Tree, item: Node, into: MessageSink): void {
  const callId = into.id(tree.get(item, "id"));
  const result = tree.get(item, "toolResult");
  if (tree.is(tree.get(result, "status"), "error")) {
    readObservationOf(tree, tree.get(result, "error"), { into, callId, isError: true });
    return;
  }
  const value = tree.get(result, "value");
  const contents = tree.isArray(value) ? value : tree.get(value, "content");
  const isError = tree.isTrue(tree.get(value, "isError"));
  readContents(tree, contents, { into, callId, isError });
  const structured = tree.get(value, "structuredContent");
  if (tree.isObject(structured)) into.side(structured);
}

/** Contents of which the model may see only some: if it sees exactly one text, that can be edited. */
function readContents(
  tree: Tree,
  contents: Node,
  about: { readonly into: MessageSink; readonly callId: Id | undefined; isError: boolean },
): void {
  const { into, callId, isError } = about;
  const items = tree.items(contents);
  const seen = new Set(items.filter((item) => isForModel(tree, item)));
  const texts = [...seen].map((item) => textOf(tree, item)).filter((text) => text !== NONE);
  const hasResource = [...seen].some((item) => tree.isObject(tree.get(item, "resource")));
  if (seen.size === items.length && !hasResource) {
    readObservationOf(tree, contents, about);
    return;
  }
  const [text = NONE, ...others] = texts;
  const editable = text !== NONE && others.length === 0;
  const head = { kind: "observation", callId, isError, editable } as const;
  if (others.length > 0) into.part(head, contents, TEXT_BLOCKS);
  else into.part(head, text);
  for (const item of items) {
    const copy = seen.has(item) ? NONE : textOf(tree, item);
    if (copy !== NONE) into.side(copy);
  }
  for (const item of seen)
    if (isImageBlock(tree, item)) readImage(tree, item, { into, insideObservation: false });
}

/** The text of a content, or of its embedded resource. */
function textOf(tree: Tree, item: Node): Node {
  const text = getString(tree, item, "text");
  return text === NONE ? getString(tree, tree.get(item, "resource"), "text") : text;
}

/** Whether a content is for the model: for everyone, or for an audience with the assistant in it. */
function isForModel(tree: Tree, item: Node): boolean {
  const audience = tree.get(tree.get(item, "annotations"), "audience");
  if (!tree.isArray(audience)) return true;
  return tree.items(audience).some((one) => tree.is(one, "assistant"));
}
