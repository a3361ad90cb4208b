import { getString, getText, NONE, type Node, type Tree } from "../../json/tree/tree.ts";
import type { MessageSink } from "../format.ts";
import { readCallOf, TEXT } from "../shared/part-heads.ts";
import {
  codeResultIn,
  executableCodeIn,
  functionCallIn,
  functionResponseIn,
  geminiParts,
  isAllOfTools,
  isMedia,
} from "./gemini-part-kinds.ts";
import { readFunctionResponse } from "./gemini-response.ts";

/**
 * The parts of a Gemini `Content` (Gemini API reference, "Content" and "Part"; the SDKs' `PartListUnion`
 * allows a string, or one part, in place of an array): text, thoughts, `functionCall`, `functionResponse`,
 * media, and the calls that Google runs itself. Python dumps have the same names in snake case, and null for
 * every other field. Signatures are left alone. `isError` marks tools' answers as errors, whatever they
 * contain.
 */
export function readGeminiParts(
  tree: Tree,
  content: Node,
  into: MessageSink,
  isError = false,
): void {
  const parts = geminiParts(tree, content);
  const isTools = isAllOfTools(tree, parts);
  for (const part of parts) {
    const response = functionResponseIn(tree, part);
    if (response !== NONE) readFunctionResponse(tree, response, { into, isError });
    else if (!isMedia(tree, part)) readPart(tree, part, into);
    // Next to responses alone, media is from a tool.
    else if (isTools)
      into.part({ kind: "image", insideObservation: true }, part, { as: "item", array: content });
    else into.part({ kind: "image", insideObservation: false }, part);
  }
}

function readPart(tree: Tree, part: Node, into: MessageSink): void {
  const text = tree.isString(part) ? part : getString(tree, part, "text");
  if (text !== NONE) {
    if (!tree.isTrue(tree.get(part, "thought"))) into.part(TEXT, text);
    else into.part({ kind: "reasoning", signed: isSigned(tree, part) }, text);
    return;
  }
  const call = functionCallIn(tree, part);
  if (call !== NONE) {
    const name = getText(tree, call, "name") ?? "";
    readCallOf(tree, tree.get(call, "args"), { into, id: into.id(tree.get(call, "id")), name });
    return;
  }
  const code = executableCodeIn(tree, part);
  if (code !== NONE) {
    const head = { kind: "call", id: undefined, name: CODE } as const;
    into.part(head, getString(tree, code, "code"));
  }
  const result = codeResultIn(tree, part);
  if (result !== NONE) {
    const isError = !tree.is(tree.get(result, "outcome"), "OUTCOME_OK");
    const head = { kind: "observation", toolName: CODE, isError, editable: false } as const;
    into.part(head, getString(tree, result, "output"));
  }
  if (code === NONE && result === NONE) into.unknown?.(part);
}

/** The only tool that the API runs itself. */
const CODE = "code_execution";

function isSigned(tree: Tree, part: Node): boolean {
  return (
    tree.isString(tree.get(part, "thoughtSignature")) ||
    tree.isString(tree.get(part, "thought_signature"))
  );
}
