import { getString, NONE, type Node, type Tree } from "../../json/tree/tree.ts";
import { arrangeThreads } from "../arrange/arrange-threads.ts";
import type { Format, MessageSink } from "../format.ts";
import { geminiParts, isAllOfTools } from "../gemini/gemini-part-kinds.ts";
import { readGeminiParts } from "../gemini/gemini-parts.ts";
import { recordsBelow } from "../shared/records-below.ts";
import {
  type Attributes,
  attributesOf,
  holderOf,
  isOfOtherMessage,
  mayBeField,
  messagesIn,
} from "./openinference-attributes.ts";
import { readFields } from "./openinference-messages.ts";

/**
 * Spans by OpenInference's conventions, as Phoenix and other collectors keep them: an array, one on each
 * line, OTLP's JSON, rows of a table. The attributes of a model's span have the messages that it was sent and
 * its answers (`llm.input_messages.3.message.content`); each span is a separate transcript. `output.value` of
 * a tool's span is a copy; `input.value` of a model's span repeats the prompt, and stays.
 *
 * Google's ADK writes requests and replies as JSON in strings instead (`gcp.vertex.agent.llm_request`).
 *
 * Checked on spans of OpenAI's and Anthropic's clients, OpenAI's agents, smolagents, LangChain and ADK, and
 * on their form in Phoenix 20. A span records what was sent, so nothing is ever dropped from it.
 */
export const openinference: Format<"openinference"> = {
  name: "openinference",
  writtenBy: "OpenInference instrumentations, Phoenix, spans of Google ADK",
  knownFrom: "recordings",
  layouts: ["document", "rows"],
  evidence: "keys",
  keys: [
    { any: ["attributes", "resourceSpans", "scopeSpans", "spans", "data"] },
    { any: ["attributes.llm.input_messages", "attributes.llm.output_messages"] },
    { messages: ["attributes"] },
  ],
  dropping: "never",
  kindOf: (tree, record) => (hasModelSpan(tree, record) ? "conversation" : undefined),
  detect: (head) => head.some((tree) => hasModelSpan(tree, tree.root)),
  read(tree, record, into) {
    into.array(NONE);
    spansIn(tree, record).forEach((span, number) => {
      readSpan(tree, span, { into, thread: `${number}` });
    });
  },
  arrange: arrangeThreads,
};

/** The spans of a record; other objects have no attributes of a model. */
function spansIn(tree: Tree, record: Node): readonly Node[] {
  return recordsBelow(tree, record, NESTING);
}

const NESTING = ["resourceSpans", "scopeSpans", "spans", "data"];

function hasModelSpan(tree: Tree, record: Node): boolean {
  return spansIn(tree, record).some((span) => {
    const attributes = attributesOf(tree, span);
    return messagesIn(attributes).length > 0 || adkRequestIn(tree, attributes) !== NONE;
  });
}

interface SpanTarget {
  readonly into: MessageSink;
  readonly thread: string;
}

function readSpan(tree: Tree, span: Node, { into, thread }: SpanTarget): void {
  const attributes = attributesOf(tree, span);
  const model = attributes.get("llm.model_name");
  if (model !== undefined) into.model(model);
  const messages = messagesIn(attributes);
  const holder = holderOf(tree, span);
  if (hasOtherMessages(tree, span, attributes)) into.unknown?.(span);
  for (const [name, node] of attributes) if (!mayBeField(name)) into.ignore(node);
  for (const fields of messages) readFields(tree, fields, { into, thread, holder });
  const output = attributes.get("output.value");
  if (messages.length === 0 && output !== undefined) into.side(output, "prompt");
  const request = adkRequestIn(tree, attributes);
  if (request === NONE) return;
  into.inside(request, (inner) => readRequest(inner, { into, thread }));
  const response = attributes.get(ADK_RESPONSE);
  if (response === undefined || !tree.isString(response)) return;
  into.inside(response, (inner) =>
    readContent(inner, inner.get(inner.root, "content"), { into, thread }),
  );
}

const ADK_REQUEST = "gcp.vertex.agent.llm_request";
const ADK_RESPONSE = "gcp.vertex.agent.llm_response";

/** Whether a span has messages in places that are not read. */
function hasOtherMessages(tree: Tree, span: Node, attributes: Attributes): boolean {
  if (attributes.size === 0) return MESSAGES.test(tree.text(span));
  return [...attributes.keys()].some(isOfOtherMessage);
}

const MESSAGES = /\bllm\b[\s\S]*\binput_messages\b/;

/** The request in a span of ADK's; that of a tool's span is empty. */
function adkRequestIn(tree: Tree, attributes: Attributes): Node {
  const request = attributes.get(ADK_REQUEST) ?? NONE;
  return tree.isString(request) && tree.includes(request, "contents") ? request : NONE;
}

function readRequest(tree: Tree, { into, thread }: SpanTarget): void {
  const system = getString(tree, tree.get(tree.root, "config"), "system_instruction");
  if (system !== NONE) {
    into.message("system", system, { thread });
    into.part({ kind: "text" }, system);
  }
  for (const content of tree.items(tree.get(tree.root, "contents")))
    readContent(tree, content, { into, thread });
}

function readContent(tree: Tree, content: Node, { into, thread }: SpanTarget): void {
  const parts = tree.get(content, "parts");
  if (!tree.isArray(parts)) return;
  const isTools = isAllOfTools(tree, geminiParts(tree, parts));
  const isModel = tree.is(tree.get(content, "role"), "model");
  into.message(isModel ? "assistant" : isTools ? "tool" : "user", content, { thread });
  readGeminiParts(tree, parts, into);
}
