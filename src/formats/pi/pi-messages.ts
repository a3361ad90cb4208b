import { getString, getText, NONE, type Node, type Tree } from "../../json/tree/tree.ts";
import { NO_CALL } from "../../transcript/model/heads.ts";
import type { Id } from "../../transcript/model/id.ts";
import { PATH_MARKS } from "../arrange/arrange-path.ts";
import type { MessageSink } from "../format.ts";
import {
  type BlockTarget,
  isImageBlock,
  readCallOf,
  readContentOf,
  readImage,
  readObservationOf,
  readReasoning,
  readText,
  TEXT,
  TEXT_BLOCK,
} from "../shared/part-heads.ts";
import { readModel } from "../shared/read-model.ts";
import { type CountKeys, readUsage } from "../shared/read-usage.ts";

/** The keys of a prompt's usage. */
export const PI_COUNTS = {
  input: ["input"],
  read: "cacheRead",
  write: "cacheWrite",
  output: ["output"],
} as const satisfies CountKeys;

/** The place of an entry in the tree. */
export interface EntryPlace {
  readonly id: Id | undefined;
  readonly parent: Id | undefined;
}

/** Reads the message of an entry; false if the model never sees it. */
export function readPiMessage(
  tree: Tree,
  message: Node,
  { into, line, place }: { into: MessageSink; line: Node; place: EntryPlace },
): boolean {
  const content = tree.get(message, "content");
  switch (getText(tree, message, "role")) {
    case "system":
      into.message("system", line, place);
      readSystem(tree, message, into);
      return true;
    case "user":
    case "custom":
    case "hookMessage":
      into.message("user", line, place);
      readContent(tree, content, into);
      return true;
    case "branchSummary":
    case "compactionSummary":
      into.message("user", line, place);
      readText(tree, message, "summary", into);
      return true;
    case "assistant":
      if (isUnsent(tree, message)) into.mark({ mark: PATH_MARKS.unsent });
      readModel(tree, message, { into });
      into.message("assistant", line, place);
      if (into.wantsUsage) readUsage(tree, tree.get(message, "usage"), { into, keys: PI_COUNTS });
      readContent(tree, content, into);
      into.ignore(tree.get(message, "errorMessage"));
      return true;
    case "toolResult": {
      into.message("tool", line, place);
      readObservationOf(tree, content, {
        into,
        callId: into.id(tree.get(message, "toolCallId")),
        toolName: getText(tree, message, "toolName"),
        isError: tree.isTrue(tree.get(message, "isError")),
      });
      const details = tree.get(message, "details");
      if (details !== NONE) into.side(details);
      return true;
    }
    case "bashExecution":
      if (tree.isTrue(tree.get(message, "excludeFromContext"))) {
        into.ignore(line);
        return false;
      }
      into.message("tool", line, place);
      readCommand(tree, message, into);
      return true;
    default:
      return false;
  }
}

/** The system's text: its content, and named sections of the prompt. */
export function readSystem(tree: Tree, message: Node, into: MessageSink): void {
  readContent(tree, tree.get(message, "content"), into);
  for (const section of tree.items(tree.get(message, "sections")))
    if (tree.isString(section)) into.part(TEXT, section);
}

function isUnsent(tree: Tree, message: Node): boolean {
  const reason = tree.get(message, "stopReason");
  return tree.is(reason, "error") || tree.is(reason, "aborted");
}

/** A command that the user ran, and its output: not a call of the model's. */
function readCommand(tree: Tree, message: Node, into: MessageSink): void {
  readText(tree, message, "command", into);
  const code = tree.get(message, "exitCode");
  const isError =
    (tree.isNumber(code) && tree.text(code) !== "0") || tree.isTrue(tree.get(message, "cancelled"));
  const output = getString(tree, message, "output");
  const editable = output !== NONE;
  const about = { callId: NO_CALL, toolName: "bash", isError, editable };
  into.part({ kind: "observation", ...about }, output);
}

export function readContent(tree: Tree, content: Node, into: MessageSink): void {
  readContentOf(tree, content, { into, readBlock });
}

function readBlock(tree: Tree, block: Node, { into, array }: BlockTarget): void {
  const type = tree.get(block, "type");
  if (tree.is(type, "text")) readText(tree, block, "text", into);
  else if (tree.is(type, "thinking")) {
    const signed = tree.isString(tree.get(block, "thinkingSignature"));
    // OpenAI's signature is an item as JSON, without which the calls after it are refused.
    const isItem = tree.mayBeginWith(tree.get(block, "thinkingSignature"), OPEN_BRACE);
    const isWhole = !signed || !isItem;
    readReasoning(tree, block, { into, array, key: "thinking", signed, isWhole });
  } else if (tree.is(type, "toolCall")) {
    const name = getText(tree, block, "name") ?? "";
    const id = into.id(tree.get(block, "id"));
    readCallOf(tree, tree.get(block, "arguments"), { into, id, name });
  } else if (isImageBlock(tree, block))
    readImage(tree, block, { into, insideObservation: false, note: TEXT_BLOCK });
}

const OPEN_BRACE = 0x7b;
