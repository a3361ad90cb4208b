import { NONE, type Tree } from "../json/tree/tree.ts";
import type { KeyPattern } from "./key-pattern.ts";
import { listMessages, MESSAGES, messageArray } from "./shared/message-list.ts";

/**
 * False if a record certainly does not fit a pattern. Depends only on the record's profile: its keys, and
 * those that its messages may have.
 */
export function mayFit(record: Tree, pattern: KeyPattern): boolean {
  if (!fitsItself(record, pattern)) return false;
  const array = messageArray(record, record.root);
  return (pattern.messages ?? []).every((key) =>
    array === NONE ? record.get(record.root, key) !== NONE : record.itemsMayHave(array, key),
  );
}

/** Whether a record fits a pattern; an array fits by its messages only. */
export function fits(record: Tree, pattern: KeyPattern): boolean {
  const { messages = [] } = pattern;
  if (record.isArray(record.root) && messages.length === 0) return false;
  const all = listMessages(record, record.root);
  const isKey = (key: string) => all.some((message) => record.get(message, key) !== NONE);
  return fitsItself(record, pattern) && messages.every(isKey);
}

/** Whether a record's own keys fit a pattern. An array has none. */
export function fitsItself(
  record: Tree,
  { all = [], any, none = [], messagesInText }: KeyPattern,
): boolean {
  if (!record.isObject(record.root)) return record.isArray(record.root);
  if (messagesInText && record.isArray(record.get(record.root, MESSAGES))) return false;
  const has = (key: string) => record.get(record.root, key) !== NONE;
  return all.every(has) && (any === undefined || any.some(has)) && !none.some(has);
}
