import { type AnyKey, Key } from "../../json/tree/key.ts";
import { NONE, type Node, type Tree } from "../../json/tree/tree.ts";
import type { MessageAbout } from "../../transcript/model/heads.ts";
import type { Role } from "../../transcript/model/message.ts";
import type { MessageSink, RecordKind } from "../format.ts";
import { readModel } from "./read-model.ts";
import { ASSISTANT, CONTENT, ROLE, SYSTEM, USER } from "./shared-keys.ts";

/**
 * The array of messages of a record in the layouts that chat formats share: the record itself, or what
 * an object has under `messages`. `NONE` for a message alone.
 */
export function messageArray(tree: Tree, record: Node): Node {
  const array = tree.isArray(record) ? record : tree.get(record, MESSAGES);
  return tree.isArray(array) ? array : NONE;
}

/** The messages of a record: the items of its array, or the record alone. */
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

/** The kind of a chat format's record, by the place of its messages. */
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

/** The words that a format has for roles, and what they are here. */
export type RoleNames = readonly (readonly [word: AnyKey, role: Role])[];

/** The words for roles that say what they are. */
export const PLAIN_ROLES = [
  [new Key("tool"), "tool"],
  [ASSISTANT, "assistant"],
  [USER, "user"],
  [SYSTEM, "system"],
] as const satisfies RoleNames;

/** The role of a message whose `role` is one of these words. */
export function findRole(tree: Tree, message: Node, names: RoleNames): Role | undefined {
  const word = tree.get(message, ROLE);
  // By index: this is asked of every message, by several formats.
  for (let k = 0; k < names.length; k++) {
    const name = names[k];
    if (name !== undefined && tree.is(word, name[0])) return name[1];
  }
  return undefined;
}

/**
 * Reads the messages of a record, those of a role that is known: `readMessage` gives the parts of each,
 * `about` what few have.
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
