import { getString, getText, NONE, type Node, type Tree } from "../../json/tree/tree.ts";
import type { MessageAbout } from "../../transcript/model/heads.ts";
import type { Role } from "../../transcript/model/message.ts";
import type { MessageSink } from "../format.ts";
import { findRole, PLAIN_ROLES } from "../shared/message-list.ts";
import { JSON_VALUE, readCallOf, readImage, TEXT } from "../shared/part-heads.ts";

/** Whether a value has the envelope of a message: a role and parts. */
export function isOtelMessage(tree: Tree, node: Node): boolean {
  return tree.isArray(tree.get(node, "parts")) && findRole(tree, node, PLAIN_ROLES) !== undefined;
}

/** Whether a message has a part that only this format has: text under `content`, calls and responses. */
export function showsOtel(tree: Tree, message: Node): boolean {
  if (!isOtelMessage(tree, message)) return false;
  return tree.items(tree.get(message, "parts")).some((part) => {
    const type = getText(tree, part, "type");
    if (type === "text") return tree.isString(tree.get(part, "content"));
    if (type === "tool_call") return tree.isString(tree.get(part, "name"));
    return type === "tool_call_response" && responseIn(tree, part) !== NONE;
  });
}

/** Reads a message and its parts, if it is one. */
export function readOtelMessage(
  tree: Tree,
  message: Node,
  { into, about }: { readonly into: MessageSink; readonly about: MessageAbout | undefined },
): void {
  if (!isOtelMessage(tree, message)) return;
  into.message(roleOf(tree, message), message, about);
  for (const part of tree.items(tree.get(message, "parts"))) readPart(tree, part, into);
}

/** Reads the instructions that are outside the messages: parts without a message. */
export function readInstructions(
  tree: Tree,
  parts: Node,
  { into, about }: { readonly into: MessageSink; readonly about: MessageAbout | undefined },
): void {
  if (!tree.isArray(parts)) return;
  into.message("system", parts, about);
  for (const part of tree.items(parts)) readPart(tree, part, into);
}

/** The role of a message: one of responses only is a tool's, whatever its `role`. */
function roleOf(tree: Tree, message: Node): Role {
  const role = findRole(tree, message, PLAIN_ROLES) ?? "user";
  const parts = tree.items(tree.get(message, "parts"));
  const isAnswer = parts.every((part) => tree.is(tree.get(part, "type"), "tool_call_response"));
  return role === "user" && parts.length > 0 && isAnswer ? "tool" : role;
}

function readPart(tree: Tree, part: Node, into: MessageSink): void {
  const id = into.id(tree.get(part, "id"));
  switch (getText(tree, part, "type") ?? typeByKeys(tree, part)) {
    case "text": {
      const text = getString(tree, part, "content");
      if (text !== NONE) into.part(TEXT, text);
      return;
    }
    case "reasoning":
    case "thinking":
      into.part({ kind: "reasoning", signed: false }, getString(tree, part, "content"));
      return;
    case "tool_call": {
      const name = getText(tree, part, "name") ?? "";
      readCallOf(tree, tree.get(part, "arguments"), { into, id, name });
      return;
    }
    case "server_tool_call": {
      const name = getText(tree, part, "name") ?? "";
      readCallOf(tree, tree.get(part, "server_tool_call"), { into, id, name });
      return;
    }
    case "tool_call_response":
      readResponse(tree, part, into);
      return;
    case "server_tool_call_response": {
      const head = { kind: "observation", callId: id, isError: false, editable: false } as const;
      into.part(head, tree.get(part, "server_tool_call_response"), JSON_VALUE);
      return;
    }
    case "blob":
    case "file":
    case "uri":
    case "binary":
    case "image-url":
      readImage(tree, part, { into, insideObservation: false });
  }
}

/** The type of a part without one, by the keys that only that type has. */
function typeByKeys(tree: Tree, part: Node): string | undefined {
  if (responseIn(tree, part) !== NONE) return "tool_call_response";
  if (tree.get(part, "arguments") !== NONE) return "tool_call";
  return tree.isString(tree.get(part, "content")) ? "text" : undefined;
}

/** A tool result: any JSON; an edit turns it into a string. */
function readResponse(tree: Tree, part: Node, into: MessageSink): void {
  const response = responseIn(tree, part);
  const head = {
    kind: "observation",
    callId: into.id(tree.get(part, "id")),
    toolName: getText(tree, part, "name"),
    isError: false,
    editable: response !== NONE,
  } as const;
  into.part(head, response, tree.isString(response) ? undefined : JSON_VALUE);
}

function responseIn(tree: Tree, part: Node): Node {
  const response = tree.get(part, "response");
  return response === NONE ? tree.get(part, "result") : response;
}
