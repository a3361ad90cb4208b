import { messageArray } from "../../../formats/shared/message-list.ts";
import { MODEL } from "../../../formats/shared/shared-keys.ts";
import type { TapeTree } from "../../../json/tape/tape-tree.ts";
import type { Node } from "../../../json/tree/tree.ts";
import { boundModel } from "../../../reduce/binding/model-id.ts";
import type { Policy } from "../../../reduce/pipeline/checked-policy.ts";

/** Whether reasoning that a model signed may be bound; `model` is its name, the root for none. */
export function isBoundTo(tree: TapeTree, model: Node, { rules }: Policy): boolean {
  const binding = rules["bound-reasoning"]?.binding ?? "none";
  if (binding !== "auto") return binding !== "none";
  return tree.isString(model) && boundModel(tree.text(model)) !== undefined;
}

/**
 * Whether signed reasoning of a conversation may be bound, judged by the models that the record and its
 * messages name.
 */
export function mayBeBound(tree: TapeTree, { rules }: Policy): boolean {
  const binding = rules["bound-reasoning"]?.binding ?? "none";
  if (binding !== "auto") return binding !== "none";
  const isBound = (node: Node) => {
    const model = tree.get(node, MODEL);
    return tree.isString(model) && boundModel(tree.text(model)) !== undefined;
  };
  return isBound(tree.root) || tree.items(messageArray(tree, tree.root)).some(isBound);
}
