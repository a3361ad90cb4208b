import { NONE, type Tree } from "../../json/tree/tree.ts";
import { listMessages, MESSAGES, messageArray } from "../shared/message-list.ts";
import type { KeyPattern } from "./key-pattern.ts";

/** Whether a record itself has a key. */
export type HasKey = (key: string) => boolean;

/** For many keys: looks the record's own up once. A search for each makes V8 compile the search again. */
export function ownKeys(record: Tree): HasKey {
  const keys = new Set(record.keys(record.root));
  return (key) => keys.has(key);
}

/**
 * False if a record certainly does not fit a pattern. Depends only on the record's profile: its keys, and
 * those that its messages may have.
 */
export function mayFit(record: Tree, pattern: KeyPattern, has: HasKey): boolean {
  const { root } = record;
  if (record.isArray(root)) return fitsItems(pattern, (key) => record.itemsMayHave(root, key));
  if (!fitsItself(record, pattern, has)) return false;
  if (pattern.messages === undefined) return true;
  const array = messageArray(record, root);
  return pattern.messages.every(array === NONE ? has : (key) => record.itemsMayHave(array, key));
}

/** Whether the keys of a record's messages may tell its format: not where they are under a key of one format alone. */
export function mayTellByMessages(record: Tree): boolean {
  return record.isArray(record.root) || record.get(record.root, MESSAGES) !== NONE;
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
  const has = (key: string) => record.get(record.root, key) !== NONE;
  if (!fitsItself(record, pattern, has)) return false;
  if (pattern.messages === undefined) return true;
  const all = listMessages(record, record.root);
  return pattern.messages.every((key) => all.some((message) => record.get(message, key) !== NONE));
}

/** Whether a record's own keys fit a pattern. An array has none, and fits by its messages only. */
export function fitsItself(
  record: Tree,
  { all = [], any, none = [], messages, items, messagesInText }: KeyPattern,
  has: HasKey,
): boolean {
  if (!record.isObject(record.root)) return record.isArray(record.root) && messages !== undefined;
  if (items !== undefined) return false;
  if (messagesInText && record.isArray(record.get(record.root, MESSAGES))) return false;
  return all.every(has) && (any === undefined || any.some(has)) && !none.some(has);
}
