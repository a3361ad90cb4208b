import { getString, getText, NONE, type Node, type Tree } from "../../json/tree/tree.ts";
import type { MessageAbout } from "../../transcript/model/heads.ts";
import type { Id } from "../../transcript/model/id.ts";
import { type Role, SUMMARY_TAG } from "../../transcript/model/message.ts";
import type { MessageSink } from "../format.ts";
import {
  readCallOf,
  readImage,
  readObservationOf,
  readReasoning as readReasoningOf,
  readSealedReasoning,
  readText,
  readTexts,
  TEXT,
} from "../shared/part-heads.ts";
import { readModel } from "../shared/read-model.ts";

/** Reads an event of the OpenHands SDK: a message if the model sees it, else a link of the chain. */
export function readSdkEvent(tree: Tree, event: Node, into: MessageSink): void {
  switch (getText(tree, event, "kind")) {
    case "SystemPromptEvent":
      into.message("system", event, aboutOf(tree, event, into));
      readText(tree, tree.get(event, "system_prompt"), "text", into);
      readText(tree, tree.get(event, "dynamic_context"), "text", into);
      return;
    case "MessageEvent":
      readMessage(tree, event, into);
      return;
    case "ActionEvent":
      into.message("assistant", event, aboutOf(tree, event, into));
      readReasoning(tree, event, into);
      readTexts(tree, tree.get(event, "thought"), into);
      readCall(tree, event, into);
      return;
    case "ObservationEvent":
      into.message("tool", event, aboutOf(tree, event, into));
      readObservation(tree, event, into);
      return;
    case "AgentErrorEvent":
      readRefusal(tree, event, { into, key: "error" });
      return;
    case "UserRejectObservation":
      readRefusal(tree, event, { into, key: "rejection_reason" });
      return;
    case "Condensation":
      readCondensation(tree, event, into);
      return;
    case "CondensationSummaryEvent":
      into.message("user", event, { ...aboutOf(tree, event, into), ...SUMMARY });
      readText(tree, event, "summary", into);
      return;
    default: {
      if (into.wantsModels) readModels(tree, event, into);
      if (SILENT.has(getText(tree, event, "kind") ?? "")) into.ignore(event);
      const { id, parent } = aboutOf(tree, event, into);
      into.mark({ mark: "link", id, parent });
    }
  }
}

/** Reads the model that an event of the state, or of the log of completions, names. */
function readModels(tree: Tree, event: Node, into: MessageSink): void {
  readModel(tree, event, { into, keys: ["model_name"] });
  const state = tree.get(event, "value");
  for (const agent of [state, tree.get(state, "agent")])
    readModel(tree, tree.get(agent, "llm"), { into });
}

/** Events that the model never sees. */
const SILENT: ReadonlySet<string> = new Set([
  "ACPToolCallEvent",
  "CondensationRequest",
  "ConversationErrorEvent",
  "ConversationStateUpdateEvent",
  "HookExecutionEvent",
  "InterruptEvent",
  "LLMCompletionLogEvent",
  "PauseEvent",
  "ServerErrorEvent",
  "TokenEvent",
]);

function aboutOf(tree: Tree, event: Node, into: MessageSink): MessageAbout<Id> {
  return {
    id: into.id(tree.get(event, "id")),
    parent: into.id(tree.get(event, "parent_id")),
    reply: into.id(tree.get(event, "llm_response_id")),
  };
}

function readMessage(tree: Tree, event: Node, into: MessageSink): void {
  const message = tree.get(event, "llm_message");
  const role = ROLES.get(getText(tree, message, "role") ?? "") ?? "user";
  into.message(role, event, aboutOf(tree, event, into));
  readReasoning(tree, message, into);
  readTexts(tree, tree.get(message, "content"), into);
  readTexts(tree, tree.get(event, "extended_content"), into);
}

const ROLES: ReadonlyMap<string, Role> = new Map<string, Role>(
  Object.entries({
    system: "system",
    assistant: "assistant",
    tool: "user",
  }),
);

/** Reasoning: in blocks, in an item of the Responses API, or as one text. */
function readReasoning(tree: Tree, node: Node, into: MessageSink): void {
  const item = tree.get(node, "responses_reasoning_item");
  const array = tree.get(node, "thinking_blocks");
  const blocks = tree.items(array);
  for (const block of blocks) {
    const signed =
      !tree.is(tree.get(block, "type"), "thinking") || tree.isString(tree.get(block, "signature"));
    if (tree.isString(tree.get(block, "thinking")))
      readReasoningOf(tree, block, { into, array, key: "thinking", signed });
    else readSealedReasoning(tree, block, { into, array, key: "data" });
  }
  if (blocks.length > 0) return;
  if (tree.isObject(item)) {
    const signed = tree.isString(tree.get(item, "encrypted_content"));
    for (const key of ["summary", "content"])
      for (const text of tree.items(tree.get(item, key)))
        if (tree.isString(text)) into.part({ kind: "reasoning", signed }, text);
    return;
  }
  const text = getString(tree, node, "reasoning_content");
  if (text !== NONE) into.part({ kind: "reasoning", signed: false }, text);
}

/** A call: as the model wrote it, in the current shape or that of the first versions. */
function readCall(tree: Tree, event: Node, into: MessageSink): void {
  const call = tree.get(event, "tool_call");
  const own = tree.get(call, "arguments");
  const args = own === NONE ? tree.get(tree.get(call, "function"), "arguments") : own;
  readCallOf(tree, args === NONE ? tree.get(event, "action") : args, {
    into,
    id: into.id(tree.get(event, "tool_call_id")),
    name: getText(tree, event, "tool_name") ?? "",
  });
}

function readObservation(tree: Tree, event: Node, into: MessageSink): void {
  const observation = tree.get(event, "observation");
  const content = tree.get(observation, "content");
  readObservationOf(tree, content === NONE ? tree.get(observation, "output") : content, {
    into,
    callId: into.id(tree.get(event, "tool_call_id")),
    toolName: getText(tree, event, "tool_name"),
    isError: FLAGS.some((key) => tree.isTrue(tree.get(observation, key))),
  });
  for (const key of COPIES) {
    const copy = tree.get(observation, key);
    if (copy !== NONE) into.side(copy);
  }
  const screenshot = getString(tree, observation, "screenshot_data");
  if (screenshot !== NONE) readImage(tree, screenshot, { into, insideObservation: false });
  readTexts(tree, tree.get(event, "extended_content"), into);
}

/** Keys that mark a failed tool; `error` in the first versions. */
const FLAGS = ["is_error", "error"];

/** Fields of observations for display only. */
const COPIES = ["old_content", "new_content", "diff"];

/** An answer as text in a separate event field: the call was not made, or was malformed. */
function readRefusal(
  tree: Tree,
  event: Node,
  { into, key }: { readonly into: MessageSink; readonly key: string },
): void {
  into.message("tool", event, aboutOf(tree, event, into));
  readObservationOf(tree, tree.get(event, key), {
    into,
    callId: into.id(tree.get(event, "tool_call_id")),
    toolName: getText(tree, event, "tool_name"),
    isError: key === "error",
  });
}

/** The messages that a condensation forgets, and the summary that the model sees instead. */
function readCondensation(tree: Tree, event: Node, into: MessageSink): void {
  const { id, parent } = aboutOf(tree, event, into);
  into.ignore(event);
  for (const each of tree.items(tree.get(event, "forgotten_event_ids"))) {
    // A summary is named by the id of its condensation and a suffix.
    const forgotten = tree.text(each).replace(/-summary$/, "");
    into.mark({ mark: "forgotten", id: forgotten, parent: id });
  }
  const summary = getString(tree, event, "summary");
  if (summary === NONE || !tree.isNumber(tree.get(event, "summary_offset"))) {
    into.mark({ mark: "link", id, parent });
    return;
  }
  into.message("user", event, { id, parent, ...SUMMARY });
  into.part(TEXT, summary);
}

/** Attributes of a condensation's summary. */
const SUMMARY = { fixed: true, tags: [SUMMARY_TAG] };
