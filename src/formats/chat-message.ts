import { type Node, stringOf } from "../json/node.ts";
import type { Role } from "../transcript/message.ts";
import { optional, readContent, readObservation } from "./chat-content.ts";
import type { Format, Found, FoundPart } from "./format.ts";
import { kindOfChat, listMessages } from "./message-list.ts";

/**
 * The seeds' own records (seeds 1 and 2): `role`, `content`, `name?`, `toolCallId?`, `pairId?`,
 * `pairRole?: "call" | "result"`, `tags?`. A call and its result share `pairId`.
 */
export const chatMessage: Format = {
  writtenBy: "spec-context-mcp and programs that use elision's HistoryReducer",
  layouts: ["lines", "rows", "document"],
  dropping: "remove",
  kindOf: (record) => kindOfChat(record, isMessage),
  detect: (head) =>
    head.some((record) => listMessages(record).some(({ message }) => isMarked(message))),
  read: (record) =>
    listMessages(record).flatMap(({ message, unit }) => {
      const role = ROLES[stringOf(message.get("role")) ?? ""];
      return role === undefined ? [] : [{ role, unit, ...readMessage(message, role) }];
    }),
  message: (summary, encode) => `{"role":"system","content":${encode(summary)}}`,
};

const ROLES: Readonly<Record<string, Role>> = {
  system: "system",
  user: "user",
  assistant: "assistant",
  tool: "tool",
  function: "tool",
};

function readMessage<N extends Node>(message: N, role: Role): Pick<Found<N>, "parts" | "tags"> {
  const content = message.get("content");
  const tags =
    message
      .get("tags")
      ?.items()
      .flatMap((tag) => stringOf(tag) ?? []) ?? [];
  const pairId = stringOf(message.get("pairId")) ?? stringOf(message.get("toolCallId"));
  if (role === "tool") {
    const about = {
      ...(pairId !== undefined && { callId: pairId }),
      ...optional("toolName", message.get("name")),
    };
    return { tags, parts: readObservation(content, about) };
  }
  const parts: FoundPart<N>[] = readContent(content);
  if (role === "assistant" && stringOf(message.get("pairRole")) === "call") {
    const name = stringOf(message.get("name")) ?? "";
    parts.push({ part: { kind: "call", name, ...(pairId !== undefined && { id: pairId }) } });
  }
  return { tags, parts };
}

function isMessage(node: Node): boolean {
  return ROLES[stringOf(node.get("role")) ?? ""] !== undefined && node.get("content") !== undefined;
}

/** Whether a message has a key that only these records have. */
function isMarked(node: Node): boolean {
  return (
    isMessage(node) &&
    ["pairId", "pairRole", "toolCallId"].some((key) => node.get(key)?.kind === "string")
  );
}
