import { getString, getText, NONE, type Node, type Tree } from "../../json/tree/tree.ts";
import type { Role } from "../../transcript/model/message.ts";
import { arrangeThreads } from "../arrange/arrange-threads.ts";
import type { Format, MessageSink } from "../format.ts";
import {
  findRole,
  kindOfChat,
  listMessages,
  type RoleNames,
  readEach,
} from "../shared/message-list.ts";
import {
  isItem,
  readImage,
  readReasoning,
  readText,
  TEXT,
  TEXT_BLOCK,
} from "../shared/part-heads.ts";
import { readModel } from "../shared/read-model.ts";
import { isInvocation, isToolPart, readInvocation, readToolPart } from "./vercel-ui-tool-parts.ts";

/**
 * Messages of chat interfaces built with the Vercel AI SDK (`UIMessage`): `role` and `parts[]`, where a tool
 * part has both the call and its result. Checked against the source of versions 4.3 and 7, and with
 * `validateUIMessages` and `convertToModelMessages` of version 6.
 *
 * One message has all steps of an answer. The SDK sends each step to the model as separate messages, so each
 * is a turn here. Messages of version 4 have `content`, and `toolInvocations` that are copies of their parts,
 * if they have parts.
 */
export const vercelUi: Format<"vercel-ui"> = {
  name: "vercel-ui",
  writtenBy: "chat interfaces built with the Vercel AI SDK",
  knownFrom: "source",
  layouts: ["lines", "rows", "document"],
  evidence: "blocks",
  keys: [{ messages: ["parts"] }, { messages: ["toolInvocations"] }],
  dropping: "remove",
  kindOf: (tree, record) => kindOfChat(tree, record, isMessage),
  detect: (head) =>
    head.some((tree) => listMessages(tree, tree.root).some((message) => isCertain(tree, message))),
  read: (tree, record, into) => readEach(tree, record, { into, readMessage }),
  readItem: readMessage,
  readItemIsWhole: true,
  arrange: arrangeThreads,
  message: (summary, encode) =>
    `{"id":"elision-summary","role":"user","parts":[{"type":"text","text":${encode(summary)}}]}`,
};

const ROLES = [
  ["system", "system"],
  ["user", "user"],
  ["assistant", "assistant"],
] as const satisfies RoleNames;

function isMessage(tree: Tree, node: Node): boolean {
  if (findRole(tree, node, ROLES) === undefined) return false;
  return tree.isArray(tree.get(node, "parts")) || tree.isString(tree.get(node, "content"));
}

/** Whether a message is of this format and no other: Gemini's parts have no type, OTel's no text. */
function isCertain(tree: Tree, message: Node): boolean {
  const parts = tree.get(message, "parts");
  const old = tree.get(message, "toolInvocations");
  if ((parts === NONE && old === NONE) || !isMessage(tree, message)) return false;
  if (tree.isArray(old)) return tree.items(old).some((each) => isInvocation(tree, each));
  const hasId = tree.isString(tree.get(message, "id"));
  return tree.items(parts).some((part) => {
    const type = getText(tree, part, "type");
    if (type === "step-start") return true;
    if (type === "text") return tree.isString(tree.get(part, "text")) && hasId;
    return isToolPart(tree, part) || isInvocation(tree, tree.get(part, "toolInvocation"));
  });
}

function readMessage(tree: Tree, message: Node, into: MessageSink): void {
  const role = findRole(tree, message, ROLES);
  if (role === undefined || !isMessage(tree, message)) return;
  const parts = tree.get(message, "parts");
  const invocations = tree.items(tree.get(message, "toolInvocations"));
  readModel(tree, tree.get(message, "metadata"), { into, keys: ["modelId"] });
  into.message(role, message);
  if (tree.isArray(parts)) {
    readParts(tree, message, { role, into });
    for (const each of invocations) {
      const copy = tree.get(each, "result");
      const callId = into.id(tree.get(each, "toolCallId"));
      if (copy !== NONE && callId !== undefined) into.side(copy, { callId });
    }
    return;
  }
  readText(tree, message, "content", into);
  for (const invocation of invocations) readInvocation(tree, invocation, into);
}

/**
 * Reads the parts of a message; each step but the first becomes a message that is joined to the previous one.
 */
function readParts(
  tree: Tree,
  message: Node,
  { role, into }: { readonly role: Role; readonly into: MessageSink },
): void {
  let isBegun = false;
  let isAnswered = false;
  let step: number | undefined;
  const begin = () => {
    if (isBegun) into.message(role, message, { joined: true });
    isBegun = false;
    isAnswered = false;
  };
  const beginTool = (invocation: Node) => {
    const next = stepOf(tree, invocation) ?? step;
    if (isAnswered && next !== step) begin();
    step = next;
    isAnswered = true;
  };
  const array = tree.get(message, "parts");
  for (const part of tree.items(array)) {
    const type = getText(tree, part, "type");
    const invocation = tree.get(part, "toolInvocation");
    if (type === "step-start") {
      begin();
      continue;
    }
    if (isToolPart(tree, part) || isInvocation(tree, invocation)) {
      beginTool(invocation);
      if (invocation === NONE) readToolPart(tree, part, into);
      else readInvocation(tree, invocation, into);
    } else {
      if (isAnswered && (type === "text" || type === "reasoning")) begin();
      readSaid(tree, part, { type, into, array });
    }
    isBegun = true;
  }
}

/** The step of an invocation of version 4, if it names one. */
function stepOf(tree: Tree, invocation: Node): number | undefined {
  const step = tree.get(invocation, "step");
  return tree.isNumber(step) ? Number(tree.text(step)) : undefined;
}

function readSaid(
  tree: Tree,
  part: Node,
  {
    type,
    into,
    array,
  }: {
    readonly type: string | undefined;
    readonly into: MessageSink;
    readonly array: Node;
  },
): void {
  switch (type) {
    case "text": {
      const text = getString(tree, part, "text");
      if (text !== NONE) into.part(TEXT, text);
      return;
    }
    case "reasoning": {
      const key = tree.isString(tree.get(part, "text")) ? "text" : "reasoning";
      // Signatures are in the provider's metadata, and in version 4 in `details`.
      const signed = ["providerMetadata", "details"].some((key) =>
        tree.hasItems(tree.get(part, key)),
      );
      const isWhole = !isItem(tree, tree.get(part, "providerMetadata"));
      readReasoning(tree, part, { into, array, key, signed, isWhole });
      return;
    }
    case "file":
      readImage(tree, part, { into, insideObservation: false, note: TEXT_BLOCK });
  }
}
