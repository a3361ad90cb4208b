import { getText, NONE, type Node, type Tree } from "../../json/tree/tree.ts";
import type { Role } from "../../transcript/model/message.ts";
import type { Format, RecordKind } from "../format.ts";
import { geminiParts, isAllOfTools, isGeminiPart } from "./gemini-part-kinds.ts";
import { readGeminiParts } from "./gemini-parts.ts";

/**
 * Contents of the Gemini API (API reference, "Content"; Vertex AI's is the same): one on each line, an array,
 * or under `contents` of a request, next to `systemInstruction`; under `history` in what Gemini CLI saves on
 * `/chat save`. Python dumps have the names in snake case.
 *
 * Answers to calls are in messages of role `user` or `function`, joined by id or, without one, by name and
 * order. That `response` may be any object, and that `output` and `error` are the keys with a meaning, is
 * from the API's documentation; `thoughtSignature` is never touched.
 */
export const geminiContents: Format<"gemini-contents"> = {
  name: "gemini-contents",
  writtenBy: "clients of the Gemini API",
  knownFrom: "documentation",
  layouts: ["lines", "rows", "document"],
  evidence: "blocks",
  keys: [{ any: ["contents", "history", "parts"] }],
  dropping: "remove",
  kindOf,
  detect: (head) => head.some(isOurs),
  read(tree, record, into) {
    const system = systemIn(tree, record);
    if (system !== NONE) {
      into.message("system", system);
      readGeminiParts(tree, partsOf(tree, system), into);
    }
    const array = contentArray(tree, record);
    into.array(array);
    for (const content of array === NONE ? [record] : tree.items(array)) {
      const role = roleOf(tree, content);
      if (role === undefined) continue;
      into.message(role, content);
      readGeminiParts(tree, tree.get(content, "parts"), into);
    }
  },
  readItem: (tree, item, into) => geminiContents.read(tree, item, into),
  message: (summary, encode) => `{"role":"user","parts":[{"text":${encode(summary)}}]}`,
};

function kindOf(tree: Tree, record: Node): RecordKind | undefined {
  const array = contentArray(tree, record);
  if (array === NONE) return roleOf(tree, record) === undefined ? undefined : "message";
  const hasContent = tree.items(array).some((item) => roleOf(tree, item) !== undefined);
  return hasContent ? "conversation" : undefined;
}

/** The array of contents of a record: the record itself, or that of a request or a saved chat. */
function contentArray(tree: Tree, record: Node): Node {
  if (tree.isArray(record)) return record;
  for (const key of ["contents", "history"]) {
    const array = tree.get(record, key);
    if (tree.isArray(array)) return array;
  }
  return NONE;
}

function systemIn(tree: Tree, record: Node): Node {
  const system = tree.get(record, "systemInstruction");
  return system === NONE ? tree.get(record, "system_instruction") : system;
}

/** The parts of a system instruction, which the SDKs accept as a content, a part or a string. */
function partsOf(tree: Tree, content: Node): Node {
  const parts = tree.get(content, "parts");
  return parts === NONE ? content : parts;
}

/** The role of a content; the API treats one without a role as the user's. */
function roleOf(tree: Tree, content: Node): Role | undefined {
  const parts = tree.get(content, "parts");
  // A reply may have been empty.
  if (!tree.isArray(parts))
    return tree.is(tree.get(content, "role"), "model") ? "assistant" : undefined;
  switch (getText(tree, content, "role")) {
    case "model":
      return "assistant";
    case "system":
      return "system";
    case "function":
      return "tool";
    case "user":
    case undefined:
      return isAllOfTools(tree, geminiParts(tree, parts)) ? "tool" : "user";
    default:
      return undefined;
  }
}

/**
 * Whether a record has contents: shown by a reply or an answer, or by user messages if there are no others.
 */
function isOurs(tree: Tree): boolean {
  const array = contentArray(tree, tree.root);
  let contents = 0;
  for (const content of array === NONE ? [0] : tree.items(array)) {
    const role = tree.get(content, "role");
    if (roleOf(tree, content) === undefined) return false;
    if (!hasOwnParts(tree, tree.items(tree.get(content, "parts")))) continue;
    if (tree.is(role, "model") || tree.is(role, "function")) return true;
    if (tree.isString(role)) contents++;
  }
  return contents > 0;
}

/** Whether parts are the API's: a key tells their kind, not a `type` or `kind`. */
function hasOwnParts(tree: Tree, parts: readonly Node[]): boolean {
  return (
    parts.some((part) => isGeminiPart(tree, part)) &&
    parts.every((part) => tree.get(part, "type") === NONE && tree.get(part, "kind") === NONE)
  );
}
