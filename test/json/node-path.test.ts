import { expect, it } from "vitest";
import { pathOf } from "../../src/json/tree/node-path.ts";
import { treeOf } from "../support/parse-json.ts";

it.each(["messages[1].content[0].text", "messages[0]", "id", ""])(
  "names the value at '%s'",
  (path) => {
    const tree = treeOf(
      '{"id":7,"messages":[{},{"role":"user","content":[{"type":"text","text":"found"}]}]}',
    );
    const steps = path.split(/[.[\]]+/).filter((step) => step !== "");
    const node = steps.reduce(
      (at, step) => (tree.isArray(at) ? (tree.items(at)[Number(step)] ?? 0) : tree.get(at, step)),
      tree.root,
    );
    expect(pathOf(tree, node)).toBe(path);
  },
);
