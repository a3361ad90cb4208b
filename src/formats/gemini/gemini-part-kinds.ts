/** Distinguishes the parts of a Gemini `Content`, in the API's camel case or Python's snake case. */
import { NONE, type Node, type Tree } from "../../json/tree/tree.ts";

/** The parts of a content: the items of an array, or a single value. */
export function geminiParts(tree: Tree, content: Node): readonly Node[] {
  if (tree.isArray(content)) return tree.items(content);
  return content === NONE ? [] : [content];
}

/** Whether parts are tools' answers only: with media, but without text. */
export function isAllOfTools(tree: Tree, parts: readonly Node[]): boolean {
  let responses = 0;
  for (const part of parts) {
    if (functionResponseIn(tree, part) !== NONE) responses++;
    else if (!isMedia(tree, part)) return false;
  }
  return responses > 0;
}

/** The tool result in a part, if any. */
export function functionResponseIn(tree: Tree, part: Node): Node {
  return objectUnder(tree, part, "functionResponse", "function_response");
}

/** The call in a part, if any. */
export function functionCallIn(tree: Tree, part: Node): Node {
  return objectUnder(tree, part, "functionCall", "function_call");
}

export function isMedia(tree: Tree, part: Node): boolean {
  return (
    objectUnder(tree, part, "inlineData", "inline_data") !== NONE ||
    objectUnder(tree, part, "fileData", "file_data") !== NONE
  );
}

/** Whether a value is a part of a known kind. */
export function isGeminiPart(tree: Tree, part: Node): boolean {
  return (
    tree.isString(tree.get(part, "text")) ||
    functionCallIn(tree, part) !== NONE ||
    functionResponseIn(tree, part) !== NONE ||
    isMedia(tree, part)
  );
}

/** The code in a part that Google ran itself, if any. */
export function executableCodeIn(tree: Tree, part: Node): Node {
  return objectUnder(tree, part, "executableCode", "executable_code");
}

/** The result of that code in a part, if any. */
export function codeResultIn(tree: Tree, part: Node): Node {
  return objectUnder(tree, part, "codeExecutionResult", "code_execution_result");
}

/** An object under either of two names; null is none. */
function objectUnder(tree: Tree, node: Node, camel: string, snake: string): Node {
  const value = tree.get(node, camel);
  if (tree.isObject(value)) return value;
  const other = tree.get(node, snake);
  return tree.isObject(other) ? other : NONE;
}
