import { quotedStart } from "../../base/quoted.ts";
import { getText, type Node } from "../../json/tree/tree.ts";
import type { ValueTree } from "../../json/tree/value-tree.ts";
import { unknownShape } from "./chat-types.ts";

/**
 * Throws for the first tool result with text in a place where its reader found none: if it counted as empty, the
 * result would wrongly fit.
 */
export function checkTextless(tree: ValueTree, contents: readonly Node[]): void {
  for (const content of contents) {
    const text = textIn(tree, content);
    if (text === undefined) continue;
    const [message, ...path] = tree.path(text);
    const where = path.map((key) => (typeof key === "number" ? `[${key}]` : `.${key}`)).join("");
    const start = quotedStart(tree.text(text));
    throw unknownShape(
      `message ${Number(message) + 1}: a tool result with text that no reader knows, ${start} in ${where.slice(1)}`,
    );
  }
}

/** The first text that could be tool output, rather than a name, address or data. */
function textIn(tree: ValueTree, content: Node): Node | undefined {
  const left: Node[] = [content];
  for (let node = left.pop(); node !== undefined; node = left.pop()) {
    if (tree.isString(node)) {
      if (tree.chars(node) >= LONG && /\s/.test(tree.excerpt(node, HEAD))) return node;
    } else if (tree.isArray(node) || !FIXED.has(getText(tree, node, "type") ?? "")) {
      const items = tree.items(node);
      for (let at = items.length - 1; at >= 0; at--) left.push(items[at] as Node);
    }
  }
  return undefined;
}

const LONG = 16;

const HEAD = 200;

/** Types of blocks of SDKs that are never edited. */
const FIXED: ReadonlySet<string> = new Set([
  ...["search_result", "tool_reference", "document", "file", "input_file", "input_audio"],
  ...["file-data", "file-url", "file-id", "media", "custom", "resource", "resource_link"],
  ...["encrypted_content", "reasoning", "thinking", "redacted_thinking"],
]);
