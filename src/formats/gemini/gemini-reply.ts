import { getString, getText, NONE, type Node, type Tree } from "../../json/tree/tree.ts";
import type { MessageSink } from "../format.ts";
import { readCallOf } from "../shared/part-heads.ts";
import { functionCallIn, functionResponseIn, geminiParts, isMedia } from "./gemini-part-kinds.ts";
import { readGeminiParts } from "./gemini-parts.ts";
import { readFunctionResponse } from "./gemini-response.ts";

/**
 * A `gemini` record of Gemini CLI: the model's text, its calls, and tools' answers. If `content` has the
 * calls or thoughts, it is what counts, and the older fields are copies.
 */
export function readGeminiReply(tree: Tree, record: Node, into: MessageSink): void {
  const content = tree.get(record, "content");
  const parts = geminiParts(tree, content);
  const hasCalls = parts.some((part) => functionCallIn(tree, part) !== NONE);
  const hasThoughts = parts.some((part) => tree.isTrue(tree.get(part, "thought")));
  if (!hasCalls && !hasThoughts) {
    for (const thought of tree.items(tree.get(record, "thoughts")))
      into.part({ kind: "reasoning", signed: false }, getString(tree, thought, "description"));
  }
  readGeminiParts(tree, content, into);
  const toolCalls = tree.items(tree.get(record, "toolCalls"));
  if (!hasCalls) {
    for (const call of toolCalls) {
      const name = getText(tree, call, "name") ?? "";
      readCallOf(tree, tree.get(call, "args"), { into, id: into.id(tree.get(call, "id")), name });
    }
  }
  for (const call of toolCalls) {
    readResult(tree, call, into);
    into.ignore(tree.get(call, "description")); // The arguments, as they are shown.
  }
}

/**
 * The result of a call: a string, or parts, one of which answers the call. Others may answer the calls next
 * to it (the CLI's own masking puts all of a turn under each), and media belongs to the part before it. If
 * empty, the call was not answered.
 */
function readResult(tree: Tree, call: Node, into: MessageSink): void {
  const ownId = tree.get(call, "id");
  const toolName = getText(tree, call, "name");
  const isError = tree.is(tree.get(call, "status"), "error");
  const callId = () => into.id(ownId);
  const head = () =>
    ({ kind: "observation", callId: callId(), toolName, isError, editable: true }) as const;
  const result = tree.get(call, "result");
  let copy = tree.get(call, "resultDisplay");
  let isAnswered = false;
  for (const part of geminiParts(tree, result)) {
    const response = functionResponseIn(tree, part);
    const text = tree.isString(part) ? part : getString(tree, part, "text");
    if (response !== NONE)
      readFunctionResponse(tree, response, { into, callId: callId(), isError });
    else if (text !== NONE) into.part(head(), text);
    else if (isMedia(tree, part)) {
      if (!isAnswered) into.part({ ...head(), editable: false });
      into.part({ kind: "image", insideObservation: true }, part, { as: "item", array: result });
    } else continue;
    isAnswered = true;
    const id = tree.get(response, "id");
    if (copy === NONE || (tree.isString(id) && !tree.same(id, ownId))) continue;
    into.side(copy);
    copy = NONE;
  }
}
