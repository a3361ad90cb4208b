import { getString, getText, NONE, type Node, type Tree } from "../json/tree/tree.ts";
import type { Role } from "../transcript/model/message.ts";
import { arrangeThreads } from "./arrange/arrange-threads.ts";
import type { Format, MessageSink } from "./format.ts";
import {
  findRole,
  kindOfChat,
  listBlockMessages,
  PLAIN_ROLES,
  readMessages,
} from "./shared/message-list.ts";
import {
  isItem,
  JSON_VALUE,
  readCallOf,
  readImage,
  readObservationOf,
  readReasoning,
  readSealedReasoning,
  TEXT,
  TEXT_BLOCK,
} from "./shared/part-heads.ts";

/**
 * Messages that the Vercel AI SDK passes to models (`ModelMessage`, in version 4 `CoreMessage`): blocks
 * `tool-call` and `tool-result`, the latter with a typed `output`. Checked against the source of versions 4.3
 * and 7, and with `modelMessageSchema` of version 6.
 *
 * An edit keeps the output's type: JSON becomes a string, which is JSON.
 */
export const vercelModel: Format<"vercel-model"> = {
  name: "vercel-model",
  writtenBy: "programs built with the Vercel AI SDK",
  knownFrom: "source",
  layouts: ["lines", "rows", "document"],
  evidence: "blocks",
  keys: [{ messages: ["role", "content"] }],
  dropping: "remove",
  kindOf: (tree, record) => kindOfChat(tree, record, isMessage),
  detect: (head) =>
    head.some((tree) =>
      listBlockMessages(tree, tree.root).some((message) => {
        const content = tree.get(message, "content");
        if (!isMessage(tree, message)) return false;
        return tree.items(content).some((block) => isOwnBlock(tree, block));
      }),
    ),
  read(tree, record, into) {
    const readMessage = (message: Node, role: Role) =>
      readContent(tree, tree.get(message, "content"), { role, into });
    readMessages(tree, record, { names: PLAIN_ROLES, into, readMessage });
  },
  arrange: arrangeThreads,
  readItem: (tree, item, into) => vercelModel.read(tree, item, into),
  message: (summary, encode) => `{"role":"user","content":${encode(summary)}}`,
};

function isMessage(tree: Tree, node: Node): boolean {
  return findRole(tree, node, PLAIN_ROLES) !== undefined && tree.get(node, "content") !== NONE;
}

/** Whether it is a block that no other format has: of a tool, or an image under `image`. */
function isOwnBlock(tree: Tree, block: Node): boolean {
  const type = getText(tree, block, "type");
  if (type === "image") return tree.get(block, "image") !== NONE;
  if (type !== "tool-call" && type !== "tool-result") return false;
  return tree.isString(tree.get(block, "toolCallId"));
}

/** The sink for parts, and the role. */
interface VercelTarget {
  readonly role: Role;
  readonly into: MessageSink;
  /** The array that a block is an item of. */
  readonly array?: Node;
}

function readContent(tree: Tree, content: Node, target: VercelTarget): void {
  if (tree.isString(content)) target.into.part(TEXT, content);
  if (tree.isArray(content))
    for (const block of tree.items(content)) readBlock(tree, block, { ...target, array: content });
}

function readBlock(tree: Tree, block: Node, target: VercelTarget): void {
  const { into, array = NONE } = target;
  switch (getText(tree, block, "type")) {
    case "text": {
      const text = getString(tree, block, "text");
      if (text !== NONE) into.part(TEXT, text);
      return;
    }
    case "reasoning": {
      // A signature, if any, is in the provider's options.
      const signed = ["providerOptions", "signature"].some((key) => tree.get(block, key) !== NONE);
      // The provider's options can name an item that the provider requires.
      const isWhole = !isItem(tree, tree.get(block, "providerOptions"));
      readReasoning(tree, block, { into, array, key: "text", signed, isWhole });
      return;
    }
    case "redacted-reasoning":
      readSealedReasoning(tree, block, { into, array, key: "data" });
      return;
    case "image":
    case "file":
      readImage(tree, block, { into, insideObservation: false, note: TEXT_BLOCK });
      return;
    case "tool-call": {
      const input = tree.get(block, "input");
      const args = input === NONE ? tree.get(block, "args") : input;
      const name = getText(tree, block, "toolName") ?? "";
      readCallOf(tree, args, { into, id: into.id(tree.get(block, "toolCallId")), name });
      return;
    }
    case "tool-result":
      readResult(tree, block, target);
  }
}

function readResult(tree: Tree, block: Node, { role, into }: VercelTarget): void {
  const callId = into.id(tree.get(block, "toolCallId"));
  const output = tree.get(block, "output");
  const type = getText(tree, output, "type") ?? "";
  const isError = type.startsWith("error-") || tree.isTrue(tree.get(block, "isError"));
  const value = output === NONE ? tree.get(block, "result") : tree.get(output, "value");
  const head = { kind: "observation", callId, isError, editable: role === "tool" } as const;
  const parts = tree.get(block, "experimental_content");
  // The answers of the provider's own tools are in the reply, and are sent back unchanged.
  if (role !== "tool") into.part(head, value, JSON_VALUE);
  else if (tree.isArray(parts)) {
    readObservationOf(tree, parts, { into, callId, isError });
    if (value !== NONE) into.side(value);
  } else if (type === "content")
    readObservationOf(tree, value, { into, callId, isError, isImage: isMedia });
  else if (tree.isString(value)) into.part(head, value);
  else if (value === NONE) {
    if (type === "execution-denied") into.ignore(block);
    into.part({ ...head, editable: false });
    into.textless?.(output);
  } else into.part(head, value, JSON_VALUE);
}

/** Whether a block of a tool's output is no text: `media` in version 5, later `file` and the like. */
function isMedia(tree: Tree, block: Node): boolean {
  return /^(?:media$|image|file)/.test(getText(tree, block, "type") ?? "");
}
