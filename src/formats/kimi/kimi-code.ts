import { getString, getText, listOf, NONE, type Node, type Tree } from "../../json/tree/tree.ts";
import { arrangeJournal, JOURNAL_MARKS, journalBefore } from "../arrange/arrange-journal.ts";
import type { Format, MessageSink } from "../format.ts";
import { findRole, PLAIN_ROLES } from "../shared/message-list.ts";
import { JSON_VALUE, readCallOf, TEXT } from "../shared/part-heads.ts";
import { readModel } from "../shared/read-model.ts";
import { type CountKeys, readUsage } from "../shared/read-usage.ts";
import { checkJournal } from "./kimi-check.ts";
import { readKimiContent, readKimiPart, readKimiResult } from "./kimi-content.ts";

/** The counts of a request: the first excludes tokens read from a cache and written to it. */
const COUNTS = {
  input: ["inputOther"],
  read: "inputCacheRead",
  write: "inputCacheCreation",
  output: ["output"],
} as const satisfies CountKeys;

/**
 * Sessions of Kimi Code (`~/.kimi-code/sessions/<folder>/<session>/agents/<agent>/wire.jsonl`): a journal,
 * from which it rebuilds the model's context when it resumes. Checked in its sources of August 2026
 * (`agent-core-v2`, `contextOps.ts` and `loopEventFold.ts`), protocol 1.0 to 1.5, and in recorded sessions,
 * the newest of version 2.1. That version writes each message a second time (`agent.message.appended`), and
 * sends the model the first.
 *
 * A step's parts and calls are separate records, joined to one reply by `stepUuid`. A compaction keeps the
 * newest prompts, or the messages after the first `compactedCount` of them; `context.undo` and
 * `context.clear` take messages back. `turn.prompt` repeats `context.append_message`.
 */
export const kimiCode: Format<"kimi-code"> = {
  name: "kimi-code",
  writtenBy: "Kimi Code sessions",
  layouts: ["lines"],
  knownFrom: "recordings",
  evidence: "envelope",
  keys: [
    { all: ["type", "event"] },
    { all: ["type", "message"], none: ["uuid", "sessionId", "session_id", "id"] },
    { all: ["type", "protocol_version"] },
  ],
  dropping: "remove",
  isResumed: true,
  saved: {
    places: [
      {
        agent: "kimi",
        base: "~/.kimi-code",
        variable: "KIMI_CODE_HOME",
        files: "sessions/*/*/agents/main/wire.jsonl",
        idAbove: 3,
      },
    ],
    folder: ["environmentDisclosure.cwd"],
    model: ["model"],
    usage: { at: "usage", ...COUNTS },
  },
  kindOf: (tree, line) => (tree.isString(tree.get(line, "type")) ? "message" : undefined),
  detect: (head) => head.some((tree) => isOwn(tree, tree.root)),
  read: readRecord,
  arrange: arrangeJournal,
  arrangeBefore: journalBefore,
  startsAnew: [JOURNAL_MARKS.compaction, JOURNAL_MARKS.clear],
  check: checkJournal,
  message: (summary, encode) =>
    `{"type":"context.append_message","message":{"role":"user","content":[{"type":"text","text":${encode(
      summary,
    )}}],"toolCalls":[],"origin":{"kind":"compaction_summary"}}}`,
};

/** Whether a line is one that no other format has. */
function isOwn(tree: Tree, line: Node): boolean {
  const type = tree.get(line, "type");
  if (tree.is(type, "context.append_loop_event"))
    return tree.isString(tree.get(tree.get(line, "event"), "type"));
  return tree.is(type, "context.append_message") && tree.isObject(tree.get(line, "message"));
}

function readRecord(tree: Tree, line: Node, into: MessageSink): void {
  const type = getText(tree, line, "type") ?? "";
  switch (type) {
    case "context.append_loop_event":
      readEvent(tree, line, into);
      return;
    case "context.append_message":
      readAppended(tree, line, into);
      return;
    case "context.apply_compaction":
      readCompaction(tree, line, into);
      return;
    case "context.clear":
      into.ignore(line);
      into.mark({ mark: JOURNAL_MARKS.clear });
      return;
    case "context.undo":
      into.ignore(line);
      into.mark({ mark: JOURNAL_MARKS.undo, id: tree.text(tree.get(line, "count")) });
      return;
    case "config.update":
    case "profile.bind":
      readPrompt(tree, line, into);
      return;
    case "llm.request":
      readModel(tree, line, { into });
      into.ignore(line);
      return;
    case "agent.message.appended":
    case "human.agent.message.appended":
      readCopy(tree, line, into);
      return;
    default:
      if (NOTES.has(type)) into.ignore(line);
  }
}

/** A repeated message, for other programs: Kimi Code builds no context from these. */
function readCopy(tree: Tree, line: Node, into: MessageSink): void {
  const message = tree.get(tree.get(line, "message"), "message");
  const callId = into.id(tree.get(message, "toolCallId"));
  const content = tree.get(message, "content");
  if (callId !== undefined && content !== NONE) into.side(content, { callId });
  else into.ignore(line);
}

/** The system prompt, which replaces the previous one. */
function readPrompt(tree: Tree, line: Node, into: MessageSink): void {
  const prompt = getString(tree, line, "systemPrompt");
  if (prompt === NONE) {
    into.ignore(line);
    return;
  }
  into.message("system", line);
  into.part(TEXT, prompt);
}

function readEvent(tree: Tree, line: Node, into: MessageSink): void {
  const event = tree.get(line, "event");
  const reply = into.id(tree.get(event, "stepUuid"));
  switch (getText(tree, event, "type")) {
    case "step.begin":
      into.ignore(line);
      into.mark({ mark: JOURNAL_MARKS.settled });
      return;
    case "content.part":
      into.message("assistant", line, { reply });
      readKimiPart(tree, tree.get(event, "part"), { into });
      return;
    case "tool.call": {
      into.message("assistant", line, { reply });
      const id = into.id(tree.get(event, "toolCallId"));
      const name = getText(tree, event, "name") ?? "";
      const args = tree.get(event, "args");
      if (tree.isString(args)) into.part({ kind: "call", id, name }, args, JSON_VALUE);
      else readCallOf(tree, args, { into, id, name });
      return;
    }
    case "tool.result": {
      into.message("tool", line);
      const result = tree.get(event, "result");
      const callId = into.id(tree.get(event, "toolCallId"));
      const isError = tree.isTrue(tree.get(result, "isError"));
      readKimiResult(tree, tree.get(result, "output"), { into, callId, isError });
      const note = getString(tree, result, "note");
      if (note !== NONE) into.part(TEXT, note);
      return;
    }
    case "step.end":
      if (into.wantsUsage) readUsage(tree, tree.get(event, "usage"), { into, keys: COUNTS });
      into.ignore(line);
      if (!BROKEN_OFF.some((word) => tree.is(tree.get(event, "finishReason"), word)))
        into.mark({ mark: JOURNAL_MARKS.settled });
  }
}

/** Ends of a step after which results of its calls are still accepted. */
const BROKEN_OFF = ["interrupted", "error"];

/** A message that is added to the context as a whole: mostly the user's. */
function readAppended(tree: Tree, line: Node, into: MessageSink): void {
  const message = tree.get(line, "message");
  const role = findRole(tree, message, PLAIN_ROLES);
  if (role === undefined) return;
  if (role === "user") markOrigin(tree, message, into);
  into.message(role, line);
  const content = tree.get(message, "content");
  if (role === "tool") {
    const callId = into.id(tree.get(message, "toolCallId"));
    const isError = tree.isTrue(tree.get(message, "isError"));
    readKimiResult(tree, content, { into, callId, isError });
    return;
  }
  readKimiContent(tree, content, into);
  for (const call of listOf(tree, tree.get(message, "toolCalls"))) {
    // Up to protocol 1.0, name and arguments are in a `function`.
    const inner = tree.get(call, "function");
    const made = tree.isObject(inner) ? inner : call;
    const name = getText(tree, made, "name") ?? "";
    readCallOf(tree, tree.get(made, "arguments"), {
      into,
      id: into.id(tree.get(call, "id")),
      name,
    });
  }
}

/** Marks whether the next user message is a prompt, which can be taken back, or was injected. */
function markOrigin(tree: Tree, message: Node, into: MessageSink): void {
  const origin = tree.get(message, "origin");
  const kind = tree.get(origin, "kind");
  if (tree.is(kind, "injection")) {
    into.mark({ mark: JOURNAL_MARKS.injection, id: into.id(tree.get(origin, "ownerPromptId")) });
    return;
  }
  const isCommand = tree.is(kind, "skill_activation") || tree.is(kind, "plugin_command");
  const isTyped = isCommand && getText(tree, origin, "trigger") === "user-slash";
  if (kind === NONE || tree.is(kind, "user") || isTyped)
    into.mark({ mark: JOURNAL_MARKS.prompt, id: into.id(tree.get(message, "id")) });
  else if (tree.is(kind, "compaction_summary")) into.mark({ mark: JOURNAL_MARKS.summary });
}

/** The summary in place of the earlier messages, and how many of those stay. */
function readCompaction(tree: Tree, line: Node, into: MessageSink): void {
  const number = (key: string) => tree.text(tree.get(line, key));
  const kept = number("keptUserMessageCount");
  const isByCount = tree.isTrue(tree.get(line, "legacyTail")) || kept === "";
  const counts = isByCount
    ? { mark: JOURNAL_MARKS.compactionByCount, id: number("compactedCount") || number("count") }
    : { mark: JOURNAL_MARKS.compaction, id: `${kept} ${number("keptHeadUserMessageCount")}` };
  into.mark(counts);
  into.message("user", line);
  const sent = getString(tree, line, "contextSummary");
  const summary = tree.get(line, "summary");
  if (sent !== NONE) into.part(TEXT, sent);
  else if (tree.isString(summary)) into.part(TEXT, summary);
  else readKimiContent(tree, tree.get(summary, "content"), into);
}

/** Types of records that add nothing to the model's context. */
const NOTES: ReadonlySet<string> = new Set([
  ...["metadata", "forked", "turn.prompt", "turn.steer", "turn.cancel", "turn.ended"],
  ...["prompt.accepted", "usage.record", "context.update_token_count", "token_counting.measured"],
  ...["token_counting.rebased", "token_counting.truncated", "token_counting.turn_recorded"],
  ...["llm.tools_snapshot", "mcp.tools_discovered", "tools.register_user_tool"],
  ...["tools.reset_active_tools", "tools.set_active_tools", "tools.unregister_user_tool"],
  ...["tools.update_store", "permission.record_approval_result", "permission.set_mode"],
  ...["plan_mode.enter", "plan_mode.cancel", "plan_mode.exit", "plan.revision"],
  ...["swarm_mode.enter", "swarm_mode.exit", "tower_mode.enter", "tower_mode.exit"],
  ...["full_compaction.begin", "full_compaction.cancel", "full_compaction.complete"],
  ...["micro_compaction.apply", "task.started", "task.terminated", "task.waitDelivered"],
  ...["goal.create", "goal.update", "goal.clear", "goal.account_usage", "goal.continuation"],
  ...["cron.add", "cron.cursor", "cron.delete", "interaction.request", "interaction.resolved"],
  ...["interruptionReminder.recorded", "plugin.session_start", "runtime.set_binding"],
  ...["staleGuard.cleared", "staleGuard.recorded", "file_history.checkpoint"],
  ...["file_history.tracked", "prompt.aborted", "prompt.completed", "prompt.steered"],
  ...["turn.step.interrupted", "turn.step.retrying", "agent.switched", "agent.turn.started"],
  ...["agent.turn.ended"],
]);
