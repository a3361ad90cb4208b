import type { AnyKey } from "../../json/tree/key.ts";
import { getText, type Node, type Tree } from "../../json/tree/tree.ts";
import type { MessageSink } from "../format.ts";

/** The name of the tool of the call that is passed on next, a string under a key: nothing else may depend on it. */
export function toolNameOf(tree: Tree, made: Node, key: AnyKey, into: MessageSink): string {
  const name = into.name === undefined ? getText(tree, made, key) : into.name(tree.get(made, key));
  return name ?? "";
}
