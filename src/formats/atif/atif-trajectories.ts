import type { Node, Tree } from "../../json/tree/tree.ts";

/** A trajectory and all that are embedded in it at any depth, each before its own. */
export function* trajectoriesIn(tree: Tree, trajectory: Node): Iterable<Node> {
  const left: Node[] = [trajectory];
  for (let at = left.pop(); at !== undefined; at = left.pop()) {
    yield at;
    for (const each of tree.items(tree.get(at, "subagent_trajectories")).toReversed())
      left.push(each);
  }
}
