import { type Shape, TEXT_BLOCKS } from "../../json/tree/shape.ts";
import { getText, listOf, NONE, type Node, type Tree } from "../../json/tree/tree.ts";
import type { MessageSink } from "../format.ts";
import { isImageBlock, type ObservationAbout, readObservationOf } from "../shared/part-heads.ts";

/**
 * A `tool_result` block of Cline's SDK. Its content is a string, text blocks, a list of operations
 * `{query, result, success}`, or one of these as JSON in a string. The result of one that read an image is
 * blocks.
 */
export function readClineResult(tree: Tree, block: Node, into: MessageSink): void {
  const content = tree.get(block, "content");
  const callId = into.id(tree.get(block, "tool_use_id"));
  const toolName = getText(tree, block, "name");
  const isError = tree.isTrue(tree.get(block, "is_error"));
  const operation = tree.isString(content) ? operationIn(tree, content) : undefined;
  if (operation !== undefined) {
    const failed = isError || operation.success === false;
    const head = {
      kind: "observation",
      callId,
      toolName,
      isError: failed,
      editable: true,
    } as const;
    into.part(head, content, RESULT);
    return;
  }
  const items = listOf(tree, content);
  const [one = NONE] = items;
  // An operation that read an image has blocks, or strings and blocks; most lists have one, with a text.
  const isOne = items.length === 1 && (isTold(tree, one) || isPictured(tree, one));
  if (!isOne) readOperations(tree, block, { into, callId, toolName, isError });
  else {
    const about = { into, callId, toolName, isError: isError || hasFailed(tree, one) };
    readObservationOf(tree, tree.get(one, "result"), about);
  }
}

/** Reads a content that is several operations, or anything else. */
function readOperations(tree: Tree, block: Node, about: ObservationAbout): void {
  const { into, isError } = about;
  const content = tree.get(block, "content");
  const items = listOf(tree, content);
  const pictured = items.filter((item) => isPictured(tree, item));
  const operations = items.filter((item) => isTold(tree, item));
  if (operations.length === 0 && pictured.length > 0) into.ignore(block);
  const failed = operations.length > 0 && operations.every((item) => hasFailed(tree, item));
  const blocks = operations.length > 0 ? RESULTS : TEXT_BLOCKS;
  readObservationOf(tree, content, { ...about, isError: isError === true || failed, blocks });
  for (const array of pictured.map((item) => tree.get(item, "result")))
    for (const image of tree.items(array))
      if (isImageBlock(tree, image))
        into.part({ kind: "image", insideObservation: true }, image, { as: "item", array });
}

function isTold(tree: Tree, item: Node): boolean {
  return tree.isString(tree.get(item, "result"));
}

function isPictured(tree: Tree, item: Node): boolean {
  return tree.isArray(tree.get(item, "result"));
}

const RESULT = { as: "json", key: "result" } as const satisfies Shape;
const RESULTS = { as: "blocks", key: "result" } as const satisfies Shape;

interface Operation {
  readonly query: string;
  readonly result: string;
  readonly success?: unknown;
}

/** The operation in a string, if that is its JSON and the result is text. */
function operationIn(tree: Tree, content: Node): Operation | undefined {
  if (!tree.mayBeginWith(content, OPEN_BRACE) || !tree.includes(content, "result"))
    return undefined;
  try {
    const value: unknown = JSON.parse(tree.text(content));
    return isOperation(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

const OPEN_BRACE = 0x7b;

function isOperation(value: unknown): value is Operation {
  const { query, result } = (value ?? {}) as { query?: unknown; result?: unknown };
  return typeof query === "string" && typeof result === "string";
}

function hasFailed(tree: Tree, operation: Node): boolean {
  return tree.text(tree.get(operation, "success")) === "false";
}
