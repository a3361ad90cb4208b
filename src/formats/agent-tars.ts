import { getText, type Node, type Tree } from "../json/tree/tree.ts";
import type { Role } from "../transcript/model/message.ts";
import type { Format, MessageSink, RecordKind } from "./format.ts";
import { callIn } from "./shared/chat-completions.ts";
import { readCall, readContent } from "./shared/chat-content.ts";
import { JSON_VALUE, readObservationOf, readText } from "./shared/part-heads.ts";

/**
 * Event streams of Agent TARS and of other agents on Tarko: an array of events, an object with `events`, or an event on
 * each line. Calls are in an `assistant_message`, and again in a `tool_call` each; a `tool_result` has any JSON as its
 * content. Checked in its source (`agent-interface/src/agent-event-stream.ts`, `message-history.ts`) and in the streams
 * that it keeps as snapshots.
 *
 * `rawContent` is `content` with the calls that a model wrote into it. Thinking, parts of messages in streaming and
 * notes of runs are not sent. Plans are, as messages of the system.
 */
export const agentTars: Format<"agent-tars"> = {
  name: "agent-tars",
  writtenBy: "event streams of Agent TARS",
  knownFrom: "recordings",
  layouts: ["document", "lines"],
  evidence: "keys",
  keys: [
    { items: ["toolCallId", "elapsedMs"] },
    { items: ["type", "toolCalls", "finishReason"] },
    { items: ["type", "runOptions"] },
    { all: ["type", "toolCallId", "elapsedMs"] },
    { all: ["type", "toolCalls", "finishReason"] },
    { all: ["type", "runOptions"] },
    { all: ["events"] },
  ],
  dropping: "never",
  kindOf,
  detect: (head) =>
    head.some((tree) => eventsOf(tree, tree.root).some((event) => isOwn(tree, event))),
  read(tree, record, into) {
    const array = arrayOf(tree, record);
    if (tree.isArray(array)) into.array(array);
    for (const event of eventsOf(tree, record)) readEvent(tree, event, into);
  },
  readItem: readEvent,
};

function kindOf(tree: Tree, record: Node): RecordKind | undefined {
  const isEvent = (event: Node) => KINDS.has(getText(tree, event, "type") ?? "");
  if (!tree.isArray(arrayOf(tree, record))) return isEvent(record) ? "message" : undefined;
  return eventsOf(tree, record).some(isEvent) ? "conversation" : undefined;
}

/** The array of events of a record with several. */
function arrayOf(tree: Tree, record: Node): Node {
  return tree.isArray(record) ? record : tree.get(record, "events");
}

function eventsOf(tree: Tree, record: Node): readonly Node[] {
  const array = arrayOf(tree, record);
  return tree.isArray(array) ? tree.items(array) : [record];
}

/** Whether an event has what only those of this format have. */
function isOwn(tree: Tree, event: Node): boolean {
  if (!tree.isNumber(tree.get(event, "timestamp"))) return false;
  switch (getText(tree, event, "type")) {
    case "tool_result":
      return (
        tree.isString(tree.get(event, "toolCallId")) && tree.isNumber(tree.get(event, "elapsedMs"))
      );
    case "assistant_message":
      return tree.isArray(tree.get(event, "toolCalls"));
    case "agent_run_start":
      return tree.isObject(tree.get(event, "runOptions"));
    default:
      return false;
  }
}

const SPOKEN: ReadonlyMap<string, Role> = new Map<string, Role>([
  ["assistant_message", "assistant"],
  ["environment_input", "user"],
  ["plan_update", "system"],
  ["tool_result", "tool"],
  ["user_message", "user"],
]);

/** Events of which nothing is sent, or that repeat another. */
const NOTES: ReadonlySet<string> = new Set([
  ...["agent_run_start", "agent_run_end", "system", "tool_call", "plan_start", "plan_finish"],
  ...["assistant_thinking_message", "assistant_streaming_message", "final_answer"],
  ...["assistant_streaming_thinking_message", "assistant_streaming_tool_call"],
  ...["final_answer_streaming"],
]);

const KINDS: ReadonlySet<string> = new Set([...SPOKEN.keys(), ...NOTES]);

function readEvent(tree: Tree, event: Node, into: MessageSink): void {
  const type = getText(tree, event, "type") ?? "";
  const role = SPOKEN.get(type);
  if (role === undefined) {
    if (NOTES.has(type)) into.ignore(event);
    return;
  }
  into.message(role, event);
  if (type === "tool_result") readResult(tree, event, into);
  else if (type === "plan_update")
    for (const step of tree.items(tree.get(event, "steps"))) readText(tree, step, "content", into);
  else readContent(tree, tree.get(event, "content"), into);
  if (type === "environment_input") readText(tree, event, "description", into);
  if (type !== "assistant_message") return;
  into.ignore(tree.get(event, "rawContent"));
  for (const call of tree.items(tree.get(event, "toolCalls")))
    readCall(tree, callIn(tree, call), { into, id: into.id(tree.get(call, "id")) });
}

function readResult(tree: Tree, event: Node, into: MessageSink): void {
  const about = {
    callId: into.id(tree.get(event, "toolCallId")),
    toolName: getText(tree, event, "name"),
    isError: tree.isString(tree.get(event, "error")),
  };
  const content = tree.get(event, "content");
  const isValue = tree.isArray(content)
    ? tree.items(content).some((item) => !tree.isString(tree.get(item, "type")))
    : tree.isObject(content);
  if (!isValue) readObservationOf(tree, content, { into, ...about });
  else into.part({ kind: "observation", ...about, editable: true }, content, JSON_VALUE);
}
