import { NONE, type Node, type Tree } from "../../json/tree/tree.ts";
import type { MessageAbout } from "../../transcript/model/heads.ts";
import { arrangeThreads } from "../arrange/arrange-threads.ts";
import type { Format, MessageSink } from "../format.ts";
import { kindOfChat, listMessages, messageArray } from "../shared/message-list.ts";
import { isOtelMessage, readInstructions, readOtelMessage, showsOtel } from "./otel-messages.ts";
import { type Prompt, promptsIn, SPAN_KEYS } from "./otel-spans.ts";

/**
 * Messages by OpenTelemetry's semantic conventions for generative AI: bare ones (one on each line, an array,
 * under `messages`), and spans or log records with messages as attributes, as arrays or as JSON in strings.
 * Checked against the conventions' JSON schemas (before they moved to a separate repository, 2026) and the
 * types of Pydantic AI, which writes `result` for `response`.
 *
 * A span has the whole prompt of one request: each is a separate transcript.
 */
export const otel: Format<"otel"> = {
  name: "otel",
  writtenBy: "OpenTelemetry instrumentations of generative AI, Pydantic AI",
  knownFrom: "source",
  layouts: ["lines", "rows", "document"],
  evidence: "blocks",
  keys: [{ any: SPAN_KEYS }, { messages: ["parts"] }],
  dropping: "remove",
  kindOf: (tree, record) =>
    promptsIn(tree, record).length > 0 ? "conversation" : kindOfChat(tree, record, isOtelMessage),
  detect: (head) =>
    head.some(
      (tree) =>
        promptsIn(tree, tree.root).length > 0 ||
        listMessages(tree, tree.root).some((message) => showsOtel(tree, message)),
    ),
  read(tree, record, into) {
    const prompts = promptsIn(tree, record);
    prompts.forEach((prompt, index) => {
      readPrompt(tree, prompt, { into, about: { thread: `${index}` } });
    });
    if (prompts.length === 0) readList(tree, record, { into, about: undefined });
  },
  arrange: arrangeThreads,
  message: (summary, encode) =>
    `{"role":"user","parts":[{"type":"text","content":${encode(summary)}}]}`,
};

/** The sink for messages, and their attributes. */
interface OtelTarget {
  readonly into: MessageSink;
  readonly about: MessageAbout | undefined;
}

function readPrompt(tree: Tree, { instructions, messages }: Prompt, target: OtelTarget): void {
  target.into.array(NONE);
  open(tree, instructions, target, (inner, list) => readInstructions(inner, list, target));
  for (const list of messages)
    open(tree, list, target, (inner, array) => readList(inner, array, target));
}

/** Opens a value, or the JSON in a string. */
function open(
  tree: Tree,
  value: Node,
  { into }: OtelTarget,
  read: (tree: Tree, value: Node) => void,
): void {
  if (tree.isString(value)) into.inside(value, (inner) => read(inner, inner.root));
  else read(tree, value);
}

function readList(tree: Tree, record: Node, target: OtelTarget): void {
  target.into.array(messageArray(tree, record));
  for (const message of listMessages(tree, record)) readOtelMessage(tree, message, target);
}
