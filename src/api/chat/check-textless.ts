import { shown } from "../../base/arguments.ts";
import { quotedStart } from "../../base/quoted.ts";
import { pathText } from "../../json/tree/path-text.ts";
import { getText, NONE, type Node } from "../../json/tree/tree.ts";
import { isOpaque } from "../../json/tree/value-chars.ts";
import type { ValueTree } from "../../json/tree/value-tree.ts";
import { unknownShape } from "./chat-types.ts";

/**
 * Throws for the first tool result with text in a place where its reader found none: if it counted as empty, the
 * result would wrongly fit.
 */
export function checkTextless(tree: ValueTree, contents: readonly Node[]): void {
  for (const content of contents) {
    const found = textIn(tree, content);
    if (found === undefined) continue;
    const [message, ...path] = tree.path(found);
    const what = tree.isString(found)
      ? `with text that no reader knows, ${quotedStart(tree.text(found))}`
      : `that is no text, ${shown(tree.value(found))},`;
    throw unknownShape(
      `message ${Number(message) + 1}: a tool result ${what} in ${pathText(path)}`,
    );
  }
}

/**
 * Where items that a reader passed over have what a tool answered, if they have it. Kinds of items that nobody knows
 * pass, but not with that.
 */
export function answersIn(tree: ValueTree, isRead: (index: number) => boolean): readonly Node[] {
  return tree
    .items(tree.root)
    .filter((_, index) => !isRead(index))
    .flatMap((item) => ANSWERS.map((key) => tree.get(item, key)).filter((node) => node !== NONE));
}

const ANSWERS = ["output", "outputs", "result", "results", "rawItem"] as const;

/** The first text that could be what a tool answered, and no name, address or data; or what could hold one. */
function textIn(tree: ValueTree, content: Node): Node | undefined {
  const seen = new Set<unknown>();
  const left: Node[] = [content];
  for (let node = left.pop(); node !== undefined; node = left.pop()) {
    const value = tree.value(node);
    if (seen.has(value)) continue;
    if (typeof value === "object") seen.add(value);
    if (isText(tree, node) || isNoJson(value) || (node === content && isData(value))) return node;
    if (!tree.isArray(node) && FIXED.has(getText(tree, node, "type") ?? "")) continue;
    const items = tree.items(node);
    for (let at = items.length - 1; at >= 0; at--) left.push(items[at] as Node);
  }
  return undefined;
}

function isText(tree: ValueTree, node: Node): boolean {
  return tree.chars(node) >= LONG && /\s/.test(tree.excerpt(node, HEAD));
}

function isData(value: unknown): boolean {
  return typeof value === "object" && value !== null && isOpaque(value);
}

/** Whether an object has what it holds elsewhere than in keys: a Map, a promise, a Blob, a class with getters. */
function isNoJson(value: unknown): boolean {
  if (typeof value !== "object" || value === null || Array.isArray(value) || isOpaque(value))
    return false;
  if (value instanceof String || ("toJSON" in value && typeof value.toJSON === "function"))
    return true;
  const prototype: unknown = Object.getPrototypeOf(value);
  const isPlain = prototype === null || Object.getPrototypeOf(prototype) === null;
  return !isPlain && Object.keys(value).length === 0;
}

const LONG = 16;

const HEAD = 200;

/** Types of blocks of SDKs that are never edited. */
const FIXED: ReadonlySet<string> = new Set([
  ...["search_result", "tool_reference", "document", "file", "input_file", "input_audio"],
  ...["file-data", "file-url", "file-id", "media", "custom", "resource", "resource_link"],
  ...["encrypted_content", "reasoning", "thinking", "redacted_thinking"],
]);
