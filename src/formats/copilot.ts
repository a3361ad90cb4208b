import { getString, getText, listOf, NONE, type Node, type Tree } from "../json/tree/tree.ts";
import type { Id } from "../transcript/model/id.ts";
import { SUMMARY_TAG } from "../transcript/model/message.ts";
import { arrangeEvents, EVENT_MARKS, eventsBefore } from "./arrange/arrange-events.ts";
import type { Format, MessageSink } from "./format.ts";
import { isFailure } from "./shared/exit-code.ts";
import { readCallOf, readObservationOf, readText, TEXT } from "./shared/part-heads.ts";
import { readModel } from "./shared/read-model.ts";

/**
 * Sessions of the GitHub Copilot CLI (`~/.copilot/session-state/<id>/events.jsonl`): lines of `type`, `data`,
 * `id`, `timestamp` and `parentId`, which names the previous event of any kind. Checked in sessions of
 * version 1.0.102 and in the schema of events that comes with it; `--output-format json` prints the same
 * events, with pieces of outputs between them.
 *
 * A compaction runs in the background: its summary replaces what was there when it began, and later messages
 * stay. Rewinds name events, and a cleared context starts anew.
 *
 * Calls are the `toolRequests` of a message; `tool.execution_start` repeats one, or is a call that the user
 * requested. The model sees the `content` of a result, or the message of its error; the rest is for display.
 * A subagent, by `agentId` or the call that started it, is a thread.
 */
export const copilot: Format<"copilot"> = {
  name: "copilot",
  writtenBy: "GitHub Copilot CLI events",
  knownFrom: "recordings",
  layouts: ["lines"],
  evidence: "envelope",
  keys: [{ all: ["type", "data"] }],
  dropping: "never",
  isResumed: true,
  saved: {
    places: ["session-state/*/events.jsonl", "session-state/*.jsonl"].map((files) => ({
      agent: "copilot",
      base: "~/.copilot",
      variable: "COPILOT_HOME",
      files,
    })),
    id: ["data.sessionId"],
    folder: ["data.context.cwd"],
    model: ["data.newModel", "data.selectedModel", "data.model"],
  },
  kindOf: (tree, record) => (tree.isString(tree.get(record, "type")) ? "message" : undefined),
  detect: (head) => head.some(isEvent),
  read(tree, event, into) {
    const data = tree.get(event, "data");
    const thread = getText(tree, event, "agentId") ?? getText(tree, data, "parentToolCallId");
    const id = into.id(tree.get(event, "id"));
    const given = { event, into, thread, id };
    readModel(tree, data, { into, keys: ["newModel", "selectedModel"] });
    switch (getText(tree, event, "type")) {
      case "system.message":
        into.message("system", event, { thread, id });
        readText(tree, data, "content", into);
        return;
      case "system.notification":
      case "skill.context_delivered":
        into.message("user", event, { thread, id });
        readText(tree, data, "content", into);
        return;
      case "user.message":
        readUser(tree, data, given);
        return;
      case "assistant.message":
        readAssistant(tree, data, given);
        return;
      case "tool.execution_start":
        readStart(tree, data, given);
        return;
      case "tool.execution_complete":
        readResult(tree, data, given);
        return;
      case "tool.execution_partial_result":
        readPiece(tree, data, { ...given, key: "partialOutput" });
        return;
      case "tool.shell_output":
        readPiece(tree, data, { ...given, key: "text" });
        return;
      case "session.compaction_start":
      case "session.compaction_complete":
      case "session.context_cleared":
      case "session.snapshot_rewind":
        readTurningPoint(tree, data, given);
        return;
      default:
        if (NOTE.test(tree.excerpt(getString(tree, event, "type"), LONGEST_TYPE)))
          into.ignore(event);
    }
  },
  arrange: arrangeEvents,
  arrangeBefore: eventsBefore,
  startsAnew: [EVENT_MARKS.compacted, EVENT_MARKS.cleared],
};

/** Events without anything for the model, or whose content is repeated in others. */
const NOTE =
  /^(?:(?:abort|result|prompt_cache_break)$|assistant\.(?:turn_[a-z]+|intent|idle|usage|reasoning|message_start|server_tool_progress|[a-z_]+_delta)$|tool\.(?:user_requested|execution_progress)$|(?:agent|auto_mode_switch|capabilities|commands?|elicitation|exit_plan_mode|external_tool|hook|human_response|mcp|mcp_app|model|pending_messages|permission|sampling|sandbox|session|session_limits_exhausted|skill|subagent|tool_search|ui|user_input|workflow)\.)/;

/** Whether a line is one that no other format has. */
function isEvent(tree: Tree): boolean {
  const data = tree.get(tree.root, "data");
  const type = tree.excerpt(getString(tree, tree.root, "type"), LONGEST_TYPE);
  if (!tree.isObject(data) || !TYPE.test(type)) return false;
  if (tree.isString(tree.get(tree.root, "id")) && tree.get(tree.root, "parentId") !== NONE)
    return true;
  return type.startsWith("tool.execution_") && tree.isString(tree.get(data, "toolCallId"));
}

const TYPE = /^(?:session|user|assistant|tool|hook|system|subagent|skill)\.[a-z_]+$/;
const LONGEST_TYPE = 80;

interface CopilotEvent {
  readonly event: Node;
  readonly into: MessageSink;
  readonly thread: string | undefined;
  readonly id: Id | undefined;
}

/** A user's message: the model is sent `transformedContent`. */
function readUser(tree: Tree, data: Node, { event, into, thread, id }: CopilotEvent): void {
  into.message("user", event, { thread, id });
  const sent = getString(tree, data, "transformedContent");
  if (sent !== NONE) into.part(TEXT, sent);
  else readText(tree, data, "content", into);
}

function readAssistant(tree: Tree, data: Node, { event, into, thread, id }: CopilotEvent): void {
  into.message("assistant", event, { thread, id });
  const reasoning = getString(tree, data, "reasoningText");
  const signed = tree.isString(tree.get(data, "reasoningOpaque"));
  if (reasoning !== NONE) into.part({ kind: "reasoning", signed }, reasoning);
  readText(tree, data, "content", into);
  for (const request of listOf(tree, tree.get(data, "toolRequests"))) {
    const id = into.id(tree.get(request, "toolCallId"));
    const name = getText(tree, request, "name") ?? "";
    readCallOf(tree, tree.get(request, "arguments"), { into, id, name });
  }
}

/** A call that is carried out; its message names the call as its parent, see `arrange`. */
function readStart(tree: Tree, data: Node, { event, into, thread }: CopilotEvent): void {
  const id = into.id(tree.get(data, "toolCallId"));
  into.message("assistant", event, { thread, parent: id });
  const name = getText(tree, data, "toolName") ?? "";
  readCallOf(tree, tree.get(data, "arguments"), { into, id, name });
}

function readResult(tree: Tree, data: Node, { event, into, thread, id }: CopilotEvent): void {
  into.message("tool", event, { thread, id });
  const result = tree.get(data, "result");
  const content = tree.get(result, "content");
  const error = getString(tree, tree.get(data, "error"), "message");
  readObservationOf(tree, content === NONE ? error : content, {
    into,
    callId: into.id(tree.get(data, "toolCallId")),
    isError: hasFailed(tree, data),
  });
  for (const key of SHOWN) {
    const copy = tree.get(result, key);
    if (tree.isString(copy) || tree.isArray(copy) || tree.isObject(copy)) into.side(copy);
  }
}

/** Whether a tool, or the command that it ran, failed. */
function hasFailed(tree: Tree, data: Node): boolean {
  if (isFailure(tree, tree.get(tree.get(data, "shellExecution"), "exitCode"))) return true;
  return tree.text(tree.get(data, "success")) === "false";
}

const SHOWN = ["detailedContent", "contents", "structuredContent"];

/** A piece of an output that follows whole; in streams, not on disk. */
function readPiece(
  tree: Tree,
  data: Node,
  { event, into, thread, key }: CopilotEvent & { readonly key: string },
): void {
  const callId = into.id(tree.get(data, "toolCallId"));
  const output = getString(tree, data, key);
  if (callId !== undefined && output !== NONE) into.side(output, { callId, thread });
  else into.ignore(event);
}

/** An event that changes the model's context: see `arrangeEvents`. */
function readTurningPoint(tree: Tree, data: Node, given: CopilotEvent): void {
  const { event, into, thread } = given;
  switch (getText(tree, event, "type")) {
    case "session.compaction_start":
      into.ignore(event);
      into.mark({ mark: EVENT_MARKS.compacting, id: attemptOf(tree, data, into), thread });
      return;
    case "session.compaction_complete":
      readSummary(tree, data, given);
      return;
    case "session.context_cleared":
      into.mark({ mark: EVENT_MARKS.cleared, thread });
      if (getString(tree, data, "initialMessage") === NONE) {
        into.ignore(event);
        return;
      }
      into.message("user", event, { thread, id: given.id });
      readText(tree, data, "initialMessage", into);
      return;
    default:
      into.ignore(event);
      readRewind(tree, data, given);
  }
}

function readSummary(tree: Tree, data: Node, { event, into, thread, id }: CopilotEvent): void {
  const summary = getString(tree, data, "summaryContent");
  if (!tree.isTrue(tree.get(data, "success")) || summary === NONE) {
    into.ignore(event);
    return;
  }
  into.mark({ mark: EVENT_MARKS.compacted, id: attemptOf(tree, data, into), thread });
  into.message("user", event, { thread, id, fixed: true, tags: [SUMMARY_TAG] });
  into.part(TEXT, summary);
}

function attemptOf(tree: Tree, data: Node, into: MessageSink): Id | undefined {
  return into.id(tree.get(data, "compactionAttemptId"));
}

/** The events that were taken back: those in a list, or all from one on. */
function readRewind(tree: Tree, data: Node, { into }: CopilotEvent): void {
  const listed = tree.get(data, "eventIds");
  if (!tree.isArray(listed)) {
    into.mark({ mark: EVENT_MARKS.rewound, id: into.id(tree.get(data, "upToEventId")) });
    return;
  }
  for (const each of tree.items(listed))
    into.mark({ mark: EVENT_MARKS.removed, id: into.id(each) });
}
