import { AnswerTexts, FEWEST_ALIKE } from "../../../formats/shared/answer-texts.ts";
import {
  hasMaskHeader,
  hasResultHeader,
  mayBeResult,
} from "../../../formats/shared/observation-headers.ts";
import { NodeList } from "../../../formats/unread/node-list.ts";
import {
  CALL_ID_SIGN,
  isResultSign,
  KIND_SIGN,
  NO_SIGN,
  RESULT,
  ROLE_SIGN,
  resultSigns,
  saysResult,
  signOf,
} from "../../../formats/unread/result-signs.ts";
import { saysWhat } from "../../../formats/unread/unread-siblings.ts";
import { holdsResult, longTexts } from "../../../formats/unread/unread-texts.ts";
import type { ChatColumns, ChatTable, KeyUse } from "../../../json/tape/chat-table.ts";
import type { VisitKey } from "../../../json/tape/key-walk.ts";
import type { TapeTree } from "../../../json/tape/tape-tree.ts";
import type { Key } from "../../../json/tree/key.ts";
import { NONE, type Node } from "../../../json/tree/tree.ts";

/**
 * Whether the columns have all results of a conversation: nothing in it may look like a result that was not
 * read. If not, the object path's guard decides.
 */
export function isSureOfResults(tree: TapeTree, table: ChatTable, columns: ChatColumns): boolean {
  const { count, calls, isClosed, hasExtra, hasJson } = columns;
  if (hasJson)
    for (const text of textsBeside(tree, table)) if (holdsResult(tree, text)) return false;
  if (count > 0 && isClosed && !hasExtra) return true;
  // Signs do not count results that the format recognizes by other means.
  if (count > 0) return table.textCalls === undefined && areAllSigns(tree, count);
  if (calls > 0 || !isClosed || hasExtra) return false;
  if (tree.keys(tree.root).some(isResultSign)) return false;
  return !hasAnswers(tree, table);
}

/**
 * Whether texts of the user may be tools' answers. The guard reports those after a reply: one that certainly begins so,
 * or several that people may begin so as well.
 */
function hasAnswers(tree: TapeTree, table: ChatTable): boolean {
  const [role, content] = [keyFor(table, "role"), keyFor(table, "content")];
  const messages = messageLists(tree, table).flatMap((list) => tree.items(list));
  if (table.textCalls !== undefined)
    return messages.some((message) => holdsHeader(tree, tree.get(message, content)));
  let hasReply = false;
  const answers = new AnswerTexts();
  for (const message of messages) {
    const said = tree.get(message, role);
    const [, own = "assistant"] = table.roles.find(([word]) => tree.is(said, word)) ?? [];
    if (own === "assistant") hasReply = true;
    else if (own === "user" && hasReply)
      for (const text of stringsIn(tree, tree.get(message, content))) {
        // The placeholder of an answer, by which a format tells itself.
        if (hasMaskHeader(tree, text)) return true;
        answers.add(tree, text);
      }
  }
  return answers.sure > 0 || answers.alike >= FEWEST_ALIKE;
}

/** Whether a string, or one in blocks, may begin like a tool's answer. */
export function holdsHeader(tree: TapeTree, content: Node): boolean {
  for (const text of stringsIn(tree, content))
    if (hasResultHeader(tree, text) || mayBeResult(tree, text)) return true;
  return false;
}

/** The string that a value is, or those in it. */
function* stringsIn(tree: TapeTree, value: Node): Iterable<Node> {
  const end = value === NONE ? value : tree.endOf(value);
  for (let node = value; node < end; node++) if (tree.isString(node)) yield node;
}

/** Whether a record certainly holds no results but those of the conversations in it, which are in order. */
export function isSureAround(tree: TapeTree, conversations: readonly Node[]): boolean {
  const inner = NodeList.of(conversations);
  if (!areAllSigns(tree, 0, conversations) || haveSiblings(tree, inner)) return false;
  for (const text of textsAround(tree, inner)) if (holdsResult(tree, text)) return false;
  return true;
}

/** Whether an object that names its kind is in a list next to a conversation, or to what holds one. */
function haveSiblings(tree: TapeTree, inner: NodeList, outer: Node = tree.root): boolean {
  if (isOneOf(inner, outer)) return false;
  const holding: Node[] = [];
  const others: Node[] = [];
  for (const item of tree.items(outer)) (holdsOne(tree, inner, item) ? holding : others).push(item);
  if (tree.isArray(outer) && holding.length > 0 && others.some((item) => saysWhat(tree, item)))
    return true;
  return holding.some((item) => haveSiblings(tree, inner, item));
}

/** The long texts next to the messages of a conversation. */
export function textsBeside(tree: TapeTree, table: ChatTable): Iterable<Node> {
  return textsAround(tree, NodeList.of(messageLists(tree, table)));
}

/** The long texts of a value around others that it is or holds. */
function* textsAround(tree: TapeTree, inner: NodeList, outer: Node = tree.root): Iterable<Node> {
  if (isOneOf(inner, outer)) return;
  for (const value of tree.items(outer)) {
    if (holdsOne(tree, inner, value)) yield* textsAround(tree, inner, value);
    else yield* longTexts(tree, value);
  }
}

function isOneOf(nodes: NodeList, value: Node): boolean {
  return nodes.hasIn(value, value + 1);
}

/** Whether a value is one of these, or holds one. */
function holdsOne(tree: TapeTree, nodes: NodeList, value: Node): boolean {
  return nodes.hasIn(value, tree.endOf(value));
}

/** The arrays of a conversation's messages. */
export function messageLists(tree: TapeTree, { keys }: ChatTable): readonly Node[] {
  if (tree.isArray(tree.root)) return [tree.root];
  const lists = keys.filter(([, use]) => use === "messages" || use === "more messages");
  return lists.map(([key]) => tree.get(tree.root, key)).filter((list) => list !== NONE);
}

function keyFor({ keys }: ChatTable, use: KeyUse): Key {
  const found = keys.find(([, each]) => each === use);
  if (found === undefined) throw new Error(`no key for ${use} in a table`);
  return found[0];
}

/** Whether all signs of results, but for those in `but`, are in exactly `results` objects, each of them a result. */
export function areAllSigns(tree: TapeTree, results: number, but: readonly Node[] = []): boolean {
  const found = new Set<Node>();
  const named: Node[] = [];
  let isOther = false;
  const visit: VisitKey = (key, word, object) => {
    const sign = isOther ? NO_SIGN : signOf(tree, key, word);
    if (sign === NO_SIGN) return;
    const value = key + 1;
    if (sign === RESULT) isOther = true;
    else if (!tree.isString(value)) return;
    else if (sign === CALL_ID_SIGN) named.push(object);
    else if (saysResult(tree, value, sign)) found.add(object);
  };
  tree.eachKey(resultSigns(), visit, but);
  return !isOther && found.size === results && named.every((object) => found.has(object));
}

/**
 * Whether a message on a line, of which `results` results were read, may hold another: a key or a word by
 * which some format marks results, other than the role and the call id of a tool message.
 */
export function holdsOtherSigns(tree: TapeTree, results: number): boolean {
  let isFound = false;
  tree.eachKey(resultSigns(), (key, word, object) => {
    const sign = signOf(tree, key, word);
    if (isFound || sign === NO_SIGN) return;
    const value = key + 1;
    if (sign !== RESULT && !tree.isString(value)) return;
    if (sign >= KIND_SIGN && !saysResult(tree, value, sign)) return;
    const isOwn = object === tree.root && results > 0;
    if (isOwn && sign === ROLE_SIGN && tree.text(key) === "role") return;
    if (isOwn && sign === CALL_ID_SIGN && tree.text(key) === "tool_call_id") return;
    isFound = true;
  });
  return isFound;
}
