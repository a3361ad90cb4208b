import { openString } from "../../json/splice/open-string.ts";
import { KIND_MASK, STRING } from "../../json/tape/tape.ts";
import type { TapeTree } from "../../json/tape/tape-tree.ts";
import type { Node } from "../../json/tree/tree.ts";
import type { ReadTrace } from "./read-trace.ts";
import { CALL_ID_SIGN, NO_SIGN, RESULT, resultSigns, saysResult, signOf } from "./result-signs.ts";
import { saidAmong } from "./said-texts.ts";

/**
 * Long texts of which nothing was read, where a result may be: under another key in a message with calls or results, or
 * in JSON in a string, wherever that is. A copy of something said or called is none.
 */
export function unreadTexts(tree: TapeTree, trace: ReadTrace): readonly Node[] {
  const texts = longTexts(tree, tree.root, trace);
  const inTools = texts.filter((node) => trace.isInToolUnit(node));
  const said = inTools.length === 0 ? NONE_SAID : saidAmong(tree, trace, inTools);
  return texts.filter((node) =>
    trace.isInToolUnit(node) ? !said.has(node) : holdsResult(tree, node),
  );
}

const NONE_SAID: ReadonlySet<Node> = new Set();

/** The same, of those that are JSON with a sign of a result. */
export function* unreadJson(tree: TapeTree, trace: ReadTrace): Iterable<Node> {
  for (const node of longTexts(tree, tree.root, trace)) if (holdsResult(tree, node)) yield node;
}

/** The long texts that a value is, or holds, without those that were read. */
export function longTexts(
  tree: TapeTree,
  value: Node,
  trace?: Pick<ReadTrace, "isRead">,
): readonly Node[] {
  const texts: Node[] = [];
  // A document that is not in memory takes as long to search as to read.
  if (tree.tape.sections !== undefined) return texts;
  const end = tree.endOf(value);
  for (let node = value; node < end; node++)
    if ((tree.field(node, 0) & KIND_MASK) === STRING && tree.field(node, 3) >= LONG)
      if (trace?.isRead(node) !== true && /^[[{]|\s/.test(tree.head(node, HEAD))) texts.push(node);
  return texts;
}

/** Whether a string is JSON with a sign of a result, or with the id of a call; a property of a schema is none. */
export function holdsResult(tree: TapeTree, text: Node): boolean {
  if (!/^(?:\{|\[\s*\{)/.test(tree.head(text, HEAD))) return false;
  const opened = openString(tree, text);
  if (!("tree" in opened)) return false;
  const inner = opened.tree;
  let isFound = false;
  inner.eachKey(resultSigns(), (key, word, object) => {
    const sign = signOf(inner, key, word);
    if (object > inner.root && inner.isString(object - 1) && inner.text(object - 1) === PROPERTIES)
      return;
    const value = key + 1;
    if (sign === RESULT) isFound ||= inner.hasItems(value) || inner.chars(value) > 0;
    else if (sign !== NO_SIGN && inner.isString(value))
      isFound ||= sign === CALL_ID_SIGN || saysResult(inner, value, sign);
  });
  return isFound;
}

/** The key of the properties that a schema declares, as definitions of tools do. */
const PROPERTIES = "properties";

/** Chars of a text that is no id, name or note. */
const LONG = 1000;

/** A text has a space within this many characters. */
const HEAD = 256;
