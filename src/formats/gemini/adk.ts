import { getString, getText, NONE, type Node, type Tree } from "../../json/tree/tree.ts";
import type { Role } from "../../transcript/model/message.ts";
import type { Format, MessageSink, RecordKind } from "../format.ts";
import { TEXT } from "../shared/part-heads.ts";
import { readModel } from "../shared/read-model.ts";
import { type CountKeys, readUsage } from "../shared/read-usage.ts";
import { ADK_MARKS, arrangeAdk } from "./adk-arrange.ts";
import {
  functionCallIn,
  functionResponseIn,
  geminiParts,
  isAllOfTools,
} from "./gemini-part-kinds.ts";
import { readGeminiParts } from "./gemini-parts.ts";

/**
 * Sessions of Google's Agent Development Kit: the output of `adk run --save_session` and of its server, a
 * document with `events`; and events alone, in an array or one on each line (`adk run --jsonl`). An event has
 * a content of the Gemini API, in camel case or, in sessions of 2024, in Python's snake case.
 *
 * Checked in the source of 2.13 (`events/event.py`, `_rewind_events.py`, `flows/llm_flows/context`), with its
 * own loader, and on a recorded session of 2024: a rewind annuls events, a compaction replaces those of a
 * range of time, events of another `isolationScope` are a separate conversation, and neither partial events
 * nor requests for credentials and confirmations reach the model.
 */
export const adk: Format<"adk"> = {
  name: "adk",
  writtenBy: "Google ADK sessions",
  knownFrom: "recordings",
  layouts: ["document", "rows", "lines"],
  evidence: "keys",
  keys: [
    { all: ["events"], any: ["appName", "app_name", "past_events"] },
    { messages: ["author", "invocationId"] },
    { messages: ["author", "invocation_id"] },
  ],
  dropping: "remove",
  isResumed: true,
  kindOf,
  detect: (head) =>
    head.some((tree) => eventsIn(tree, tree.root).some((event) => isEvent(tree, event))),
  read(tree, record, into) {
    const list = tree.isArray(record) ? record : arrayIn(tree, record);
    if (tree.isObject(record) && list !== NONE) into.ignore(tree.get(record, "state"));
    into.array(list);
    for (const event of eventsIn(tree, record)) {
      if (isEvent(tree, event)) markEvent(tree, event, into);
      readEvent(tree, event, into);
    }
  },
  readItem: readEvent,
  arrange: arrangeAdk,
  message: (summary, encode) =>
    `{"author":"user","timestamp":0.0,"content":{"role":"user","parts":[{"text":${encode(summary)}}]}}`,
};

function kindOf(tree: Tree, record: Node): RecordKind | undefined {
  if (tree.isArray(arrayIn(tree, record)) && isSession(tree, record)) return "conversation";
  if (tree.isArray(record))
    return tree.items(record).some((item) => isEvent(tree, item)) ? "conversation" : undefined;
  return isEvent(tree, record) ? "message" : undefined;
}

function isSession(tree: Tree, record: Node): boolean {
  return ["appName", "app_name", "past_events"].some((key) => tree.get(record, key) !== NONE);
}

function arrayIn(tree: Tree, record: Node): Node {
  const events = tree.get(record, "events");
  return tree.isArray(events) ? events : NONE;
}

function eventsIn(tree: Tree, record: Node): readonly Node[] {
  if (tree.isArray(record)) return tree.items(record);
  const events = arrayIn(tree, record);
  return events === NONE ? [record] : isSession(tree, record) ? tree.items(events) : [];
}

function isEvent(tree: Tree, node: Node): boolean {
  if (!tree.isString(tree.get(node, "author"))) return false;
  return (
    tree.isArray(tree.get(tree.get(node, "content"), "parts")) ||
    tree.isObject(tree.get(node, "actions"))
  );
}

/** Notes what rewinds and compactions name events by: without these it changes nothing. */
function markEvent(tree: Tree, event: Node, into: MessageSink): void {
  const invocation = textOf(tree, either(tree, event, "invocationId", "invocation_id"));
  const time = tree.get(event, "timestamp");
  into.mark({
    mark: ADK_MARKS.event,
    id: invocation,
    parent: tree.isNumber(time) ? tree.text(time) : undefined,
    thread: scopeOf(tree, event),
  });
}

function readEvent(tree: Tree, event: Node, into: MessageSink): void {
  if (!isEvent(tree, event)) return;
  const actions = tree.get(event, "actions");
  const rewind = either(tree, actions, "rewindBeforeInvocationId", "rewind_before_invocation_id");
  const rewound = textOf(tree, rewind);
  if (rewound !== undefined) into.mark({ mark: ADK_MARKS.rewind, id: rewound });
  into.ignore(actions);
  const thread = scopeOf(tree, event);
  const compaction = tree.get(actions, "compaction");
  if (tree.isObject(compaction)) readCompaction(tree, compaction, { into, thread });
  else readContent(tree, event, { into, thread });
}

/** Events of a scope are a conversation of their own. */
function scopeOf(tree: Tree, event: Node): string | undefined {
  return textOf(tree, either(tree, event, "isolationScope", "isolation_scope"));
}

/** The sink for a message, and its scope. */
interface AdkTarget {
  readonly into: MessageSink;
  readonly thread: string | undefined;
}

function readContent(tree: Tree, event: Node, { into, thread }: AdkTarget): void {
  const content = tree.get(event, "content");
  const parts = tree.get(content, "parts");
  if (tree.isTrue(tree.get(event, "partial")) || isInternal(tree, parts)) {
    into.ignore(event);
    return;
  }
  const spoken = tree.isArray(parts) ? NONE : transcriptionIn(tree, event);
  if (!tree.isArray(parts) && spoken === NONE) return;
  const role = roleOf(tree, event, parts);
  readModel(tree, event, { into, keys: ["modelVersion", "model_version"] });
  const reply = role === "assistant" ? into.id(tree.get(event, "id")) : undefined;
  into.message(role, event, { thread, reply });
  if (spoken !== NONE) into.part(TEXT, spoken);
  readGeminiParts(tree, parts, into);
  if (role !== "assistant") return;
  readUsage(tree, tree.get(event, "usageMetadata"), { into, keys: COUNTS });
  readUsage(tree, tree.get(event, "usage_metadata"), { into, keys: SNAKE_COUNTS });
}

const COUNTS = {
  input: ["promptTokenCount"],
  read: "cachedContentTokenCount",
  inputHasRead: true,
  output: ["candidatesTokenCount", "thoughtsTokenCount"],
} as const satisfies CountKeys;
const SNAKE_COUNTS = {
  input: ["prompt_token_count"],
  read: "cached_content_token_count",
  inputHasRead: true,
  output: ["candidates_token_count", "thoughts_token_count"],
} as const satisfies CountKeys;

/** A summary, which the agent reads as its own words. */
function readCompaction(tree: Tree, compaction: Node, { into, thread }: AdkTarget): void {
  const content = either(tree, compaction, "compactedContent", "compacted_content");
  const start = either(tree, compaction, "startTimestamp", "start_timestamp");
  const end = either(tree, compaction, "endTimestamp", "end_timestamp");
  if (!tree.isObject(content) || !tree.isNumber(start) || !tree.isNumber(end)) return;
  into.mark({ mark: ADK_MARKS.compaction, id: tree.text(start), parent: tree.text(end) });
  into.message("assistant", content, { thread });
  readGeminiParts(tree, tree.get(content, "parts"), into);
}

/** Whether parts are requests of ADK itself to a person; no such event reaches the model. */
function isInternal(tree: Tree, parts: Node): boolean {
  return tree.items(parts).some((part) => {
    const names = [functionCallIn(tree, part), functionResponseIn(tree, part)];
    return names.some((each) => INTERNAL.has(getText(tree, each, "name") ?? ""));
  });
}

const INTERNAL: ReadonlySet<string> = new Set([
  "adk_framework",
  "adk_request_confirmation",
  "adk_request_credential",
]);

function roleOf(tree: Tree, event: Node, parts: Node): Role {
  if (isAllOfTools(tree, geminiParts(tree, parts))) return "tool";
  const role = getText(tree, tree.get(event, "content"), "role");
  if (role !== undefined) return role === "model" ? "assistant" : "user";
  return tree.is(tree.get(event, "author"), "user") ? "user" : "assistant";
}

/** The words of a live session, if the event has no content. */
function transcriptionIn(tree: Tree, event: Node): Node {
  for (const key of TRANSCRIPTIONS) {
    const text = getString(tree, tree.get(event, key), "text");
    if (text !== NONE) return text;
  }
  return NONE;
}

const TRANSCRIPTIONS = [
  "inputTranscription",
  "outputTranscription",
  "input_transcription",
  "output_transcription",
];

/** The value under either of two names. */
function either(tree: Tree, node: Node, camel: string, snake: string): Node {
  const value = tree.get(node, camel);
  return value === NONE ? tree.get(node, snake) : value;
}

function textOf(tree: Tree, node: Node): string | undefined {
  return tree.isString(node) ? tree.text(node) : undefined;
}
