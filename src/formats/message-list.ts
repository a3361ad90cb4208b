import type { Node } from "../json/node.ts";
import type { RecordKind, Unit } from "./format.ts";

/** A message of a record, and where it lies in it. */
export interface Listed<N extends Node> {
  readonly message: N;
  readonly unit: Unit<N> | undefined;
}

/**
 * The messages of a record in the layouts that chat formats share: an array of messages, an object
 * with such an array under `messages`, or a message alone.
 */
export function listMessages<N extends Node>(record: N): readonly Listed<N>[] {
  const array = record.kind === "array" ? record : record.get("messages");
  if (array?.kind !== "array") return [{ message: record, unit: undefined }];
  return array.items().map((message, index) => ({ message, unit: { array, index } }));
}

/** What a record of a chat format is, by where its messages would be. */
export function kindOfChat(
  record: Node,
  isMessage: (node: Node) => boolean,
): RecordKind | undefined {
  if (record.kind === "array" || record.get("messages")?.kind === "array")
    return listMessages(record).some(({ message }) => isMessage(message))
      ? "conversation"
      : undefined;
  return isMessage(record) ? "message" : undefined;
}
