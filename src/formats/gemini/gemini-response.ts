import { getText, NONE, type Node, type Tree } from "../../json/tree/tree.ts";
import type { ObservationHead } from "../../transcript/model/heads.ts";
import type { Id } from "../../transcript/model/id.ts";
import type { MessageSink } from "../format.ts";
import { readObjectResult, saysError } from "../shared/object-result.ts";
import { isMedia } from "./gemini-part-kinds.ts";

/** Data about an answer from outside its part. */
export interface ResponseAbout {
  readonly into: MessageSink;
  /** The call's id, if the part has none. */
  readonly callId?: Id | undefined;
  readonly isError?: boolean;
}

/** A tool's answer, and the media inside it. */
export function readFunctionResponse(
  tree: Tree,
  functionResponse: Node,
  { into, callId, isError = false }: ResponseAbout,
): void {
  const response = tree.get(functionResponse, "response");
  const head: ObservationHead<Id> = {
    kind: "observation",
    callId: into.id(tree.get(functionResponse, "id")) ?? callId,
    toolName: getText(tree, functionResponse, "name"),
    isError: isError || saysError(tree, response),
    editable: true,
  };
  const key = head.isError && !hasOutput(tree, response) ? "error" : "output";
  readObjectResult(tree, response, { head, key, into });
  const array = tree.get(functionResponse, "parts");
  if (!tree.isArray(array)) return;
  for (const part of tree.items(array)) {
    if (isMedia(tree, part))
      into.part({ kind: "image", insideObservation: true }, part, { as: "item", array });
  }
}

function hasOutput(tree: Tree, response: Node): boolean {
  return tree.get(response, "output") !== NONE;
}
