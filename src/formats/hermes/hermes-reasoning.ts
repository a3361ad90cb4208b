import type { Node, Tree } from "../../json/tree/tree.ts";
import type { MessageSink } from "../format.ts";

/**
 * Whether a message has items of the Responses API that only the provider can read: an array of them or, in
 * an export, that array as JSON in a string.
 */
export function hasSealedReasoning(tree: Tree, message: Node, into: MessageSink): boolean {
  const items = tree.get(message, "codex_reasoning_items");
  if (!tree.isString(items)) return isSealed(tree, items);
  let sealed = false;
  into.inside(items, (inner) => {
    sealed = isSealed(inner, inner.root);
  });
  return sealed;
}

function isSealed(tree: Tree, items: Node): boolean {
  return (
    tree.isArray(items) &&
    tree.items(items).some((item) => tree.isString(tree.get(item, "encrypted_content")))
  );
}
