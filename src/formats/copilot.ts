import { getString, getText, NONE, type Node, type Tree } from "../json/tree/tree.ts";
import type { Arrangement, Found } from "../transcript/model/arrangement.ts";
import type { Sequence } from "../transcript/model/sequence.ts";
import { arrangeThreads } from "./arrange/arrange-threads.ts";
import type { Format, MessageSink } from "./format.ts";
import { readCallOf, readObservationOf, readText, TEXT } from "./shared/part-heads.ts";
import { readModel } from "./shared/read-model.ts";

/**
 * Sessions of the GitHub Copilot CLI (`~/.copilot/session-state/<id>/events.jsonl`): lines of `type`,
 * `data`, `id`, `timestamp` and `parentId`, which names the event before, whatever it is. Checked in
 * the event types of GitHub's Copilot SDK (`session-events.ts`, 2026).
 *
 * Calls are the `toolRequests` of a message; `tool.execution_start` repeats one, or makes one that the
 * user asked for. What the model sees of a result is `content`, or the message of the error; the rest
 * is for the screen. A subagent, by `agentId` or the call that began it, is a thread.
 */
export const copilot: Format<"copilot"> = {
  name: "copilot",
  writtenBy: "GitHub Copilot CLI events",
  knownFrom: "source",
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
    const given = { event, into, thread };
    readModel(tree, data, { into, keys: ["newModel", "selectedModel"] });
    switch (getText(tree, event, "type")) {
      case "system.message":
        into.message("system", event, { thread });
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
        readPartialResult(tree, data, given);
        return;
      default:
        if (NOTE.test(tree.excerpt(getString(tree, event, "type"), LONGEST_TYPE)))
          into.ignore(event);
    }
  },
  arrange,
};

/** Events that say nothing to the model, or what comes again in others. */
const NOTE =
  /^(?:abort$|assistant\.(?:turn_start|turn_end|intent|usage|reasoning|[a-z_]+_delta)$|tool\.(?:user_requested|execution_progress)$|(?:session|hook|skill|subagent|permission|user_input|elicitation|command|exit_plan_mode|pending_messages)\.)/;

/** Whether a line is one that no other format has. */
function isEvent(tree: Tree): boolean {
  const data = tree.get(0, "data");
  const type = tree.excerpt(getString(tree, 0, "type"), LONGEST_TYPE);
  if (!tree.isObject(data) || !TYPE.test(type)) return false;
  if (tree.isString(tree.get(0, "id")) && tree.get(0, "parentId") !== NONE) return true;
  return type.startsWith("tool.execution_") && tree.isString(tree.get(data, "toolCallId"));
}

const TYPE = /^(?:session|user|assistant|tool|hook|system|subagent|skill)\.[a-z_]+$/;
const LONGEST_TYPE = 80;

interface CopilotEvent {
  readonly event: Node;
  readonly into: MessageSink;
  readonly thread: string | undefined;
}

/** A user's message: `transformedContent` is the part that is sent to the model. */
function readUser(tree: Tree, data: Node, { event, into, thread }: CopilotEvent): void {
  into.message("user", event, { thread });
  const sent = getString(tree, data, "transformedContent");
  if (sent !== NONE) into.part(TEXT, sent);
  else readText(tree, data, "content", into);
}

function readAssistant(tree: Tree, data: Node, { event, into, thread }: CopilotEvent): void {
  into.message("assistant", event, { thread });
  const reasoning = getString(tree, data, "reasoningText");
  const signed = tree.isString(tree.get(data, "reasoningOpaque"));
  if (reasoning !== NONE) into.part({ kind: "reasoning", signed }, reasoning);
  readText(tree, data, "content", into);
  const requests = tree.get(data, "toolRequests");
  for (const request of tree.isArray(requests) ? tree.items(requests) : []) {
    const id = getText(tree, request, "toolCallId");
    const name = getText(tree, request, "name") ?? "";
    readCallOf(tree, tree.get(request, "arguments"), { into, id, name });
  }
}

/** A call that is carried out; as a message it names the call as the one before it, see `arrange`. */
function readStart(tree: Tree, data: Node, { event, into, thread }: CopilotEvent): void {
  const id = getText(tree, data, "toolCallId");
  into.message("assistant", event, { thread, parent: id });
  const name = getText(tree, data, "toolName") ?? "";
  readCallOf(tree, tree.get(data, "arguments"), { into, id, name });
}

function readResult(tree: Tree, data: Node, { event, into, thread }: CopilotEvent): void {
  into.message("tool", event, { thread });
  const result = tree.get(data, "result");
  const content = tree.get(result, "content");
  const error = getString(tree, tree.get(data, "error"), "message");
  readObservationOf(tree, content === NONE ? error : content, {
    into,
    callId: getText(tree, data, "toolCallId"),
    isError: tree.text(tree.get(data, "success")) === "false",
  });
  for (const key of SHOWN) {
    const copy = tree.get(result, key);
    if (tree.isString(copy) || tree.isArray(copy) || tree.isObject(copy)) into.side(copy);
  }
}

const SHOWN = ["detailedContent", "contents", "structuredContent"];

/** A piece of an output that comes whole later; in streams, not in what is kept on disk. */
function readPartialResult(tree: Tree, data: Node, { into, thread }: CopilotEvent): void {
  const callId = getText(tree, data, "toolCallId");
  const output = getString(tree, data, "partialOutput");
  if (callId !== undefined && output !== NONE) into.side(output, { callId, thread });
}

/** Threads in file order, without the calls that a message had already asked for. */
function arrange(found: Sequence<Found>): readonly Arrangement[] {
  const asked = new Set<string>();
  const made = [...found].filter((each) => {
    if (each.mark !== undefined) return false;
    if (each.parent !== undefined) return !asked.delete(each.parent);
    for (const part of each.parts)
      if (part.kind === "call" && part.id !== undefined) asked.add(part.id);
    return true;
  });
  return arrangeThreads(made);
}
