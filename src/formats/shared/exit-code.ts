import type { Node, Tree } from "../../json/tree/tree.ts";

/**
 * Whether a value is an exit code other than 0: then the command failed, even if its call is reported as
 * completed.
 */
export function isFailure(tree: Tree, code: Node): boolean {
  return tree.isNumber(code) && Number(tree.text(code)) !== 0;
}
