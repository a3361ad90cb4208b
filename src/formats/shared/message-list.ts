import { type AnyKey, Key } from "../../json/tree/key.ts";
import { NONE, type Node, type Tree } from "../../json/tree/tree.ts";
import type { MessageAbout } from "../../transcript/model/heads.ts";
import type { Role } from "../../transcript/model/message.ts";
import type { MessageSink, RecordKind } from "../format.ts";
import { readModel } from "./read-model.ts";
import { ASSISTANT, CONTENT, ROLE, SYSTEM, USER } from "./shared-keys.ts";

/**
 * The array of messages of a record, in the layouts that chat formats share: the record itself, or an
 * object's `messages`. `NONE` for a single message.
 */
export function messageArray(tree: Tree, record: Node): Node {
  const array = tree.isArray(record) ? record : tree.get(record, MESSAGES);
  return tree.isArray(array) ? array : NONE;
}

/** The messages of a record: the items of its array, or the record itself. */
export function listMessages(tree: Tree, record: Node): readonly Node[] {
  const array = messageArray(tree, record);
  return array === NONE ? [record] : tree.items(array);
}

/** The messages of a record whose content is an array of blocks. */
export function listBlockMessages(tree: Tree, record: Node): readonly Node[] {
  const array = messageArray(tree, record);
  if (array !== NONE) return tree.itemsWithArray(array, CONTENT);
  return tree.isArray(tree.get(record, CONTENT)) ? [record] : [];
}

/** Whether a record has an array of messages under `messages`. */
export function hasMessages(tree: Tree, record: Node): boolean {
  return tree.isArray(tree.get(record, MESSAGES));
}

/** The kind of a chat format's record, by where its messages are. */
export function kindOfChat(
  tree: Tree,
  record: Node,
  isMessage: (tree: Tree, node: Node) => boolean,
): RecordKind | undefined {
  const isConversation = messageArray(tree, record) !== NONE;
  if (!listMessages(tree, record).some((message) => isMessage(tree, message))) return undefined;
  return isConversation ? "conversation" : "message";
}

export const MESSAGES = new Key("messages");

/** A format's words for roles, and the roles that they mean. */
export type RoleNames = readonly (readonly [word: AnyKey, role: Role])[];

/** The words that are the same as the roles. */
export const PLAIN_ROLES = [
  [new Key("tool"), "tool"],
  [ASSISTANT, "assistant"],
  [USER, "user"],
  [SYSTEM, "system"],
] as const satisfies RoleNames;

/** The role of a message, if its `role` is one of these words. */
export function findRole(tree: Tree, message: Node, names: RoleNames): Role | undefined {
  const word = tree.get(message, ROLE);
  // By index, because several formats call this for every message.
  for (let k = 0; k < names.length; k++) {
    const name = names[k];
    if (name !== undefined && tree.is(word, name[0])) return name[1];
  }
  return undefined;
}

/** Passes on the array of messages of a record, if it has one, and reads each message by itself. */
export function readEach(
  tree: Tree,
  record: Node,
  {
    into,
    readMessage,
  }: {
    readonly into: MessageSink;
    readMessage(tree: Tree, message: Node, into: MessageSink): void;
  },
): void {
  into.array(messageArray(tree, record));
  for (const message of listMessages(tree, record)) readMessage(tree, message, into);
}

/**
 * Reads the messages of a record whose role is known. `readMessage` reads the parts of each; `about` returns
 * the attributes that few have.
 */
export function readMessages(
  tree: Tree,
  record: Node,
  {
    names,
    into,
    about,
    readMessage,
  }: {
    readonly names: RoleNames;
    readonly into: MessageSink;
    about?(message: Node): MessageAbout | undefined;
    readMessage(message: Node, role: Role): void;
  },
): void {
  into.array(messageArray(tree, record));
  if (into.wantsModels) readModel(tree, record, { into });
  for (const message of listMessages(tree, record)) {
    const role = findRole(tree, message, names);
    if (role === undefined) continue;
    if (into.wantsModels) readModel(tree, message, { into });
    into.message(role, message, about?.(message));
    readMessage(message, role);
  }
}
