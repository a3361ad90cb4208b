import type { Shape } from "../../json/tree/shape.ts";
import { NONE, type Node, type Tree } from "../../json/tree/tree.ts";
import type { ObservationHead } from "../../transcript/model/heads.ts";
import type { Id } from "../../transcript/model/id.ts";
import type { MessageSink } from "../format.ts";
import { JSON_VALUE } from "./part-heads.ts";

/**
 * A result that its API requires to be an object. An object with one key keeps that key; one with several is
 * a single answer, and an edit replaces it by an object with `key`.
 */
export function readObjectResult(
  tree: Tree,
  result: Node,
  {
    head,
    key,
    into,
  }: { readonly head: ObservationHead<Id>; readonly key: string; into: MessageSink },
): void {
  const values = tree.isObject(result) ? tree.items(result) : [result];
  const [value = NONE] = values;
  const shape: Shape = { as: "object", key };
  if (values.length > 1) into.part(head, result, shape);
  else if (tree.isString(value)) into.part(head, value);
  else if (value !== NONE) into.part(head, value, JSON_VALUE);
  else into.part({ ...head, editable: false });
}

/** Whether an object has an `error`: the key of Gemini's API for it, and of many tools. */
export function saysError(tree: Tree, result: Node): boolean {
  const error = tree.get(result, "error");
  return tree.isObject(error) || (tree.isString(error) && !tree.is(error, ""));
}
