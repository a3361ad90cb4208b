import type { Node, Tree } from "../../json/tree/tree.ts";
import type { MessageSink } from "../format.ts";
import { MODEL } from "./shared-keys.ts";

/**
 * Passes on the model that an object names, if models are wanted: under `model`, or under the first of these
 * keys with a string.
 */
export function readModel(
  tree: Tree,
  object: Node,
  { into, keys = NO_MORE }: { readonly into: MessageSink; readonly keys?: readonly string[] },
): void {
  if (!into.wantsModels) return;
  const model = tree.get(object, MODEL);
  const named = tree.isString(model)
    ? model
    : keys.map((key) => tree.get(object, key)).find((node) => tree.isString(node));
  if (named !== undefined) into.model(named);
}

const NO_MORE: readonly string[] = [];
