import type { Node, Tree } from "../../json/tree/tree.ts";

/** Whether a value is an exit code other than 0: a command that ends so has failed, also where its call is said to be done. */
export function isFailure(tree: Tree, code: Node): boolean {
  return tree.isNumber(code) && Number(tree.text(code)) !== 0;
}
