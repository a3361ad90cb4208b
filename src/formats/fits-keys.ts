import { NONE, type Tree } from "../json/tree/tree.ts";
import type { KeyPattern } from "./key-pattern.ts";
import { listMessages, MESSAGES, messageArray } from "./shared/message-list.ts";

/**
 * False if a record certainly does not fit a pattern. Depends only on the record's profile: its keys, and
 * those that its messages may have.
 */
export function mayFit(record: Tree, pattern: KeyPattern): boolean {
  const array = messageArray(record, record.root);
  if (array === record.root) return fitsItems(pattern, (key) => record.itemsMayHave(array, key));
  if (!fitsItself(record, pattern)) return false;
  return (pattern.messages ?? []).every((key) =>
    array === NONE ? record.get(record.root, key) !== NONE : record.itemsMayHave(array, key),
  );
}

/**
 * False if an array certainly has no items that fit a pattern: messages, or records of which each is one.
 * `mayHave` says whether an item may have a key.
 */
export function fitsItems(
  { all = [], any, messages = [], items = [] }: KeyPattern,
  mayHave: (key: string) => boolean,
): boolean {
  if (any !== undefined && !any.some(mayHave)) return false;
  return [all, messages, items].every((keys) => keys.every(mayHave));
}

/** Whether a record fits a pattern. */
export function fits(record: Tree, pattern: KeyPattern): boolean {
  const { messages = [] } = pattern;
  const all = listMessages(record, record.root);
  const isKey = (key: string) => all.some((message) => record.get(message, key) !== NONE);
  return fitsItself(record, pattern) && messages.every(isKey);
}

/** Whether a record's own keys fit a pattern. An array has none, and fits by its messages only. */
export function fitsItself(
  record: Tree,
  { all = [], any, none = [], messages, items, messagesInText }: KeyPattern,
): boolean {
  if (!record.isObject(record.root)) return record.isArray(record.root) && messages !== undefined;
  if (items !== undefined) return false;
  if (messagesInText && record.isArray(record.get(record.root, MESSAGES))) return false;
  const has = (key: string) => record.get(record.root, key) !== NONE;
  return all.every(has) && (any === undefined || any.some(has)) && !none.some(has);
}
