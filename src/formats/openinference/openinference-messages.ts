import { NONE, type Node, type Tree } from "../../json/tree/tree.ts";
import type { Role } from "../../transcript/model/message.ts";
import type { MessageSink } from "../format.ts";
import { readCallOf, readImage, TEXT } from "../shared/part-heads.ts";
import type { MessageFields } from "./openinference-attributes.ts";

/**
 * Reads a message of a span; `holder` has the attributes of the span. Without a known role, a message that
 * names a call is its answer, and any other is the user's.
 */
export function readFields(
  tree: Tree,
  fields: MessageFields,
  {
    into,
    thread,
    holder,
  }: { readonly into: MessageSink; readonly thread: string; readonly holder: Node },
): void {
  const said = fields.get("role") ?? NONE;
  const spoken = ROLES.get(tree.isString(said) ? tree.text(said) : "");
  const role = spoken ?? (fields.has("tool_call_id") ? "tool" : "user");
  into.message(role, holder, { thread });
  const texts = textsIn(tree, fields);
  if (role === "tool") readResult(tree, fields, { into, texts });
  else for (const text of texts) into.part(TEXT, text);
  for (const [name, node] of fields)
    if (IMAGE.test(name)) readImage(tree, node, { into, insideObservation: role === "tool" });
  if (role === "assistant") readCalls(tree, fields, into);
  // In smolagents the text says which tools it calls.
  if (tree.is(said, "tool-call")) into.part({ kind: "call", id: undefined, name: "" });
}

/** Roles of chat APIs, and those of smolagents and of Gemini. */
const ROLES: ReadonlyMap<string, Role> = new Map<string, Role>([
  ["assistant", "assistant"],
  ["developer", "system"],
  ["function", "tool"],
  ["model", "assistant"],
  ["system", "system"],
  ["tool", "tool"],
  ["tool-call", "assistant"],
  ["tool-response", "tool"],
  ["user", "user"],
]);

const IMAGE = /^contents\.\d+\.message_content\.image\.image\.url$/;
const CONTENT = /^contents\.\d+\.message_content\.text$/;
const CALL = /^tool_calls\.(\d+)\.tool_call\.(id|function\.name|function\.arguments)$/;

function textsIn(tree: Tree, fields: MessageFields): readonly Node[] {
  return [...fields].flatMap(([name, node]) =>
    (name === "content" || CONTENT.test(name)) && tree.isString(node) ? [node] : [],
  );
}

/** Each text of a result is separate: with dotted names no array contains them. */
function readResult(
  tree: Tree,
  fields: MessageFields,
  { into, texts }: { readonly into: MessageSink; readonly texts: readonly Node[] },
): void {
  const textOf = (name: string) => {
    const node = fields.get(name) ?? NONE;
    return tree.isString(node) ? tree.text(node) : undefined;
  };
  const callId = textOf("tool_call_id");
  const toolName = textOf("name");
  const head = { kind: "observation", callId, toolName, isError: false } as const;
  for (const text of texts) into.part({ ...head, editable: true }, text);
  if (texts.length === 0) into.part({ ...head, editable: false });
}

function readCalls(tree: Tree, fields: MessageFields, into: MessageSink): void {
  const calls = new Map<string, Map<string, Node>>();
  for (const [name, node] of fields) {
    const [, number = "", key = ""] = CALL.exec(name) ?? [];
    if (key === "") continue;
    const call = calls.get(number) ?? new Map<string, Node>();
    calls.set(number, call.set(key, node));
  }
  const textOf = (node = NONE) => (tree.isString(node) ? tree.text(node) : undefined);
  for (const call of calls.values()) {
    const name = textOf(call.get("function.name")) ?? "";
    const args = call.get("function.arguments") ?? NONE;
    readCallOf(tree, args, { into, id: textOf(call.get("id")), name });
  }
  const legacy = fields.get("function_call_name");
  if (legacy === undefined) return;
  const args = fields.get("function_call_arguments_json") ?? NONE;
  readCallOf(tree, args, { into, id: undefined, name: textOf(legacy) ?? "" });
}
