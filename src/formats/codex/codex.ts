import { Key } from "../../json/tree/key.ts";
import { getString, getText, NONE, type Node, type Tree } from "../../json/tree/tree.ts";
import type { Format, MessageSink } from "../format.ts";
import { TEXT } from "../shared/part-heads.ts";
import { readModel } from "../shared/read-model.ts";
import { type CountKeys, readUsage } from "../shared/read-usage.ts";
import { readResponseItem, roleOfItem } from "../shared/response-items.ts";
import { CALL_ID, TEXT_KEY, TYPE } from "../shared/shared-keys.ts";
import { codexDropping } from "./codex-condensing.ts";
import { arrangeHistory, historyBefore, INSTRUCTIONS } from "./codex-history.ts";
import { beginsTurn, codexWords } from "./codex-words.ts";

/** Looked up in every line. */
const PAYLOAD = new Key("payload");

const COUNTS = {
  input: ["input_tokens"],
  read: "cached_input_tokens",
  inputHasRead: true,
  output: ["output_tokens"],
} as const satisfies CountKeys;

/**
 * Rollouts of the Codex CLI (`~/.codex/sessions/…/rollout-*.jsonl`): lines of `timestamp`, `type` and
 * `payload`, of which those of type `response_item` are the history (codex-rs `RolloutItem`, versions 0.114
 * to 0.171). The newest `compacted` line with a `replacement_history` replaces everything before it. Legacy
 * rollouts, before 0.36, have bare items.
 *
 * `event_msg` lines are for display; those that end a call have side copies of its output.
 */
export const codex: Format<"codex"> = {
  name: "codex",
  writtenBy: "Codex CLI rollouts",
  knownFrom: "recordings",
  layouts: ["lines"],
  // 10,000 tokens of four bytes, and a fifth (codex-rs, context_manager/history.rs: `process_item`).
  sentResultChars: 48_000,
  evidence: "envelope",
  keys: [
    { all: ["type", "payload"] },
    { all: ["id", "timestamp"], any: ["instructions", "git"], none: ["type"] },
  ],
  dropping: codexDropping,
  isResumed: true,
  saved: {
    places: ["sessions/*/*/*/", "archived_sessions/"].flatMap((folder) =>
      [".jsonl", ".jsonl.zst"].map((end) => ({
        agent: "codex",
        base: "~/.codex",
        variable: "CODEX_HOME",
        files: `${folder}rollout-*${end}`,
      })),
    ),
    id: ["payload.id"],
    folder: ["payload.cwd"],
    model: ["payload.model"],
    usage: {
      at: "payload.info.total_token_usage",
      ...COUNTS,
      isRunningTotal: true,
    },
  },
  loneReasoning: "message",
  kindOf: (tree, record) => (isRolloutLine(tree, record) ? "message" : undefined),
  detect,
  read(tree, line, into) {
    const payload = tree.get(line, PAYLOAD);
    switch (getText(tree, line, TYPE)) {
      case "session_meta":
        into.ignore(line);
        readInstructions(tree, payload, into);
        return;
      case "response_item":
        readItem(tree, payload, into);
        return;
      case "turn_context":
        readModel(tree, payload, { into });
        into.ignore(line);
        return;
      case "world_state":
      case "token_usage_record":
      case "inter_agent_communication_metadata":
        into.ignore(line);
        return;
      case "compacted":
        readCompacted(tree, payload, into);
        return;
      case "event_msg":
        into.ignore(line);
        readEvent(tree, payload, into);
        return;
      default:
        if (payload !== NONE || readResponseItem(tree, line, into)) return;
        if (isLegacyStart(tree, line) || tree.isString(tree.get(line, "record_type")))
          into.ignore(line);
        readInstructions(tree, line, into);
    }
  },
  arrange: arrangeHistory,
  arrangeBefore: historyBefore,
  orderedMarks: ["turn"],
  startsAnew: ["replaced", "summarized"],
  get session() {
    return codexWords;
  },
};

const LINE_TYPES = [
  "session_meta",
  "response_item",
  "event_msg",
  "turn_context",
  "compacted",
  "world_state",
];

function isRolloutLine(tree: Tree, line: Node): boolean {
  if (!tree.isObject(line)) return false;
  if (tree.isString(tree.get(line, TYPE))) return true;
  return tree.isString(tree.get(line, "record_type")) || isLegacyStart(tree, line);
}

function detect(head: readonly Tree[]): boolean {
  let isLegacy = false;
  for (const [index, tree] of head.entries()) {
    const type = tree.get(tree.root, TYPE);
    if (LINE_TYPES.some((word) => tree.is(type, word)))
      return tree.isObject(tree.get(tree.root, PAYLOAD));
    if (index === 0) isLegacy = isLegacyStart(tree, tree.root);
    else if (isLegacy && tree.isString(tree.get(tree.root, "record_type"))) return true;
    else if (isLegacy && ITEM_TYPES.some((word) => tree.is(type, word))) return true;
  }
  return false;
}

const ITEM_TYPES = ["message", "reasoning", "function_call", "function_call_output"];

/** The first line of a legacy rollout: an id, the time, and no type. */
function isLegacyStart(tree: Tree, line: Node): boolean {
  return (
    tree.get(line, TYPE) === NONE &&
    tree.isString(tree.get(line, "id")) &&
    tree.isString(tree.get(line, "timestamp")) &&
    (tree.get(line, "instructions") !== NONE || tree.get(line, "git") !== NONE)
  );
}

/** The instructions at the start of a session, if they are recorded. */
function readInstructions(tree: Tree, node: Node, into: MessageSink): void {
  const base = tree.get(node, "base_instructions");
  const text = getString(tree, base, TEXT_KEY);
  const instructions = text === NONE ? getString(tree, node, "instructions") : text;
  if (instructions === NONE) return;
  into.message("system", node, { id: INSTRUCTIONS });
  into.part(TEXT, instructions);
}

/** An item of the history; a mark precedes one with which the user begins a turn. */
function readItem(tree: Tree, item: Node, into: MessageSink): void {
  if (roleOfItem(tree, item) === "user" && beginsTurn(tree, item)) into.mark({ mark: "turn" });
  const isRead = readResponseItem(tree, item, into);
  if (!isRead && NOTES.some((type) => tree.is(tree.get(item, TYPE), type))) into.ignore(item);
}

/**
 * Items without anything for the model: a snapshot of the files, and the tools offered to the newest models.
 */
const NOTES = ["ghost_snapshot", "additional_tools"];

function readCompacted(tree: Tree, payload: Node, into: MessageSink): void {
  const history = tree.get(payload, "replacement_history");
  into.mark({ mark: tree.isArray(history) ? "replaced" : "summarized" });
  if (!tree.isArray(history)) {
    const message = getString(tree, payload, "message");
    // Only the message is ignored: a history may be under another key next to it.
    into.ignore(message);
    if (message === NONE || tree.chars(message) === 0) return;
    into.message("user", payload);
    into.part(TEXT, message);
    return;
  }
  into.array(history);
  for (const item of tree.items(history)) readItem(tree, item, into);
}

/** An event for display: a repeated output of a call is a side copy. Usage is reported here too. */
function readEvent(tree: Tree, event: Node, into: MessageSink): void {
  const type = getText(tree, event, TYPE);
  if (type === "thread_rolled_back") {
    into.mark({ mark: "rolled back", id: tree.text(tree.get(event, "num_turns")) });
    return;
  }
  if (type === "token_count") {
    const usage = tree.get(tree.get(event, "info"), "last_token_usage");
    readUsage(tree, usage, { into, keys: COUNTS });
    return;
  }
  // Version 0.169 has one type for all events; its item has the id of the call.
  const isItem = type === "item_completed";
  const ended = isItem ? tree.get(event, "item") : event;
  const callId = isItem ? getText(tree, ended, "id") : getText(tree, event, CALL_ID);
  if (type === undefined || callId === undefined) return;
  const of = isItem && FROM_PROGRAM.test(callId) ? "latest call" : { callId };
  for (const key of COPIES.get(type) ?? []) {
    const copy = tree.get(ended, key);
    if (copy !== NONE) into.side(copy, of);
  }
}

/**
 * The newest models call tools from a program, the argument of an `exec` call: these calls have ids of their
 * own.
 */
const FROM_PROGRAM = /^exec-/;

const COPIES: ReadonlyMap<string, readonly string[]> = new Map<string, readonly string[]>(
  Object.entries({
    exec_command_end: ["stdout", "stderr", "aggregated_output", "formatted_output"],
    item_completed: ["aggregated_output", "result", "changes", "stdout", "stderr"],
    mcp_tool_call_end: ["result"],
    patch_apply_end: ["stdout", "stderr", "changes"],
    web_search_end: ["result"],
  }),
);
