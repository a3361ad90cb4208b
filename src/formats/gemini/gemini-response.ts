import type { Shape } from "../../json/tree/shape.ts";
import { getText, NONE, type Node, type Tree } from "../../json/tree/tree.ts";
import type { ObservationHead } from "../../transcript/model/heads.ts";
import type { MessageSink } from "../format.ts";
import { JSON_VALUE } from "../shared/part-heads.ts";
import { isMedia } from "./gemini-part-kinds.ts";

/** Facts about an answer from outside its part. */
export interface ResponseAbout {
  readonly into: MessageSink;
  /** The call's id, where the part has none. */
  readonly callId?: string | undefined;
  readonly isError?: boolean;
}

/** A tool's answer, and the media inside it. */
export function readFunctionResponse(
  tree: Tree,
  functionResponse: Node,
  { into, callId, isError = false }: ResponseAbout,
): void {
  const response = tree.get(functionResponse, "response");
  const head: ObservationHead = {
    kind: "observation",
    callId: getText(tree, functionResponse, "id") ?? callId,
    toolName: getText(tree, functionResponse, "name"),
    isError: isError || saysError(tree, response),
    editable: true,
  };
  readResponse(tree, response, { head, into });
  const array = tree.get(functionResponse, "parts");
  if (!tree.isArray(array)) return;
  for (const part of tree.items(array)) {
    if (isMedia(tree, part))
      into.part({ kind: "image", insideObservation: true }, part, { as: "item", array });
  }
}

/**
 * The result of a tool. The key of an object with one key stays, be it `output`, `error` or the tool's
 * own; an object with several is the answer as a whole.
 */
function readResponse(
  tree: Tree,
  response: Node,
  { head, into }: { head: ObservationHead; into: MessageSink },
): void {
  const values = tree.isObject(response) ? tree.items(response) : [response];
  const [value = NONE] = values;
  if (values.length > 1)
    into.part(head, response, head.isError && !hasOutput(tree, response) ? ERROR : OUTPUT);
  else if (tree.isString(value)) into.part(head, value);
  else if (value !== NONE) into.part(head, value, JSON_VALUE);
  else into.part({ ...head, editable: false });
}

const OUTPUT = { as: "object", key: "output" } as const satisfies Shape;
const ERROR = { as: "object", key: "error" } as const satisfies Shape;

function hasOutput(tree: Tree, response: Node): boolean {
  return tree.get(response, "output") !== NONE;
}

/** `error` is the API's own key for it. */
function saysError(tree: Tree, response: Node): boolean {
  const error = tree.get(response, "error");
  return tree.isObject(error) || tree.chars(error) > 0;
}
