import { getText, listOf, NONE, type Node, type Tree } from "../../json/tree/tree.ts";
import type { MessageSink } from "../format.ts";
import {
  isImageBlock,
  JSON_VALUE,
  type ObservationAbout,
  readCallOf,
  readImage,
  readObservationOf,
  readReasoning,
  readText,
} from "../shared/part-heads.ts";

/** A result: a text, blocks with text, or any other JSON. */
export function readLangfuseResult(tree: Tree, content: Node, about: ObservationAbout): void {
  const { into, callId, toolName, isError = false } = about;
  const blocks = listOf(tree, content);
  const isBlocks = blocks.some(
    (block) => tree.isString(tree.get(block, "text")) || isImageBlock(tree, block),
  );
  if (tree.isString(content) || isBlocks) readObservationOf(tree, content, about);
  else {
    const head = { kind: "observation", callId, toolName, isError } as const;
    into.part({ ...head, editable: content !== NONE }, content, JSON_VALUE);
  }
}

/** Reads the blocks of a message: of Anthropic's, of OpenAI's and of the Vercel AI SDK's messages. */
export function readLangfuseBlocks(tree: Tree, content: Node, into: MessageSink): void {
  for (const block of tree.items(content)) {
    const name = getText(tree, block, "name") ?? getText(tree, block, "toolName") ?? "";
    switch (getText(tree, block, "type")) {
      case "tool_use":
        readCallOf(tree, tree.get(block, "input"), { into, id: getText(tree, block, "id"), name });
        break;
      case "tool-call":
        readCallOf(tree, firstOf(tree, block, ["input", "args"]), {
          into,
          id: getText(tree, block, "toolCallId"),
          name,
        });
        break;
      // LangChain also lists them among the calls of the message.
      case "function_call":
        into.ignore(block);
        break;
      case "tool_result":
      case "tool-result":
        readResultBlock(tree, block, into);
        break;
      case "thinking":
      case "reasoning": {
        const signed = tree.isString(tree.get(block, "signature"));
        const key = tree.isString(tree.get(block, "thinking")) ? "thinking" : "text";
        readReasoning(tree, block, { into, array: content, key, signed });
        break;
      }
      default:
        if (isImageBlock(tree, block)) readImage(tree, block, { into, insideObservation: false });
        else readText(tree, block, "text", into);
    }
  }
}

function readResultBlock(tree: Tree, block: Node, into: MessageSink): void {
  const callId = getText(tree, block, "tool_use_id") ?? getText(tree, block, "toolCallId");
  const output = tree.get(block, "output");
  const value = tree.get(output, "value");
  const type = getText(tree, output, "type") ?? "";
  const result = value === NONE ? firstOf(tree, block, ["content", "output", "result"]) : value;
  readLangfuseResult(tree, result, {
    into,
    callId,
    toolName: getText(tree, block, "toolName"),
    isError: tree.isTrue(tree.get(block, "is_error")) || type.startsWith("error-"),
  });
}

function firstOf(tree: Tree, node: Node, keys: readonly string[]): Node {
  return keys.map((key) => tree.get(node, key)).find((each) => each !== NONE) ?? NONE;
}
