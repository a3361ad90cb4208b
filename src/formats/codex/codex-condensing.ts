import { getText, type Tree } from "../../json/tree/tree.ts";
import type {
  CondenseContext,
  NativeCondensation,
  NativeDropping,
} from "../shared/native-condense.ts";

/**
 * A compaction as the Codex CLI writes it: a `compacted` line whose `replacement_history` replaces everything
 * before it (codex-rs, `CompactedItem`): the items that stay, and a user message with the summary.
 */
export const codexDropping: NativeDropping = { keeps: "any", condense };

function condense(context: CondenseContext): NativeCondensation {
  const { summary, kept, last, first, encode } = context;
  const items = kept.flatMap(({ tree, node }) => itemOf(tree, node));
  if (summary !== undefined)
    items.push(
      `{"type":"message","role":"user","content":[{"type":"input_text","text":${encode(summary)}}]}`,
    );
  const { tree, node } = first ?? last;
  const time = getText(tree, tree.root, "timestamp") ?? getText(tree, node, "timestamp") ?? "";
  const payload = `{"message":"","replacement_history":[${items.join(",")}]}`;
  const insert = [`{"timestamp":${encode(time)},"type":"compacted","payload":${payload}}`];
  return { insert, at: "newest" };
}

/** The item of a message; the instructions of a session are not one, and stay anyway. */
function itemOf(tree: Tree, node: number): string[] {
  return tree.isString(tree.get(node, "type")) ? [tree.text(node)] : [];
}
