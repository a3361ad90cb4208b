import { getText, NONE, type Node, type Tree } from "../json/tree/tree.ts";
import type { Arrangement, Found, FoundMessage } from "../transcript/model/arrangement.ts";
import type { Sequence } from "../transcript/model/sequence.ts";
import type { Format, MessageSink } from "./format.ts";
import { TEXT } from "./shared/part-heads.ts";
import { readResponseItem } from "./shared/response-items.ts";

/**
 * Run states of the OpenAI Agents SDK, as written by `RunState.to_string()` (Python, snake case) and
 * `toString()` (JavaScript, camel case), and results of a run, which `JSON.stringify` writes as `{ state }`. The model
 * is sent the original input, the raw items of `generated_items` except requests for approval, and pending input.
 * Results in the session's items are masked alike; an item's own `output` of the tool and the responses are side
 * copies.
 *
 * Checked in the source (Python 0.24, schema 1.21; `runState.ts` of August 2026), with Python's own loader
 * and on its corpus of states of schema 1.0 to 1.17. Other keys count the generated items, so none is ever
 * dropped. Input that a handoff took from a session is identified by a digest: if it is masked, the SDK
 * treats it as new input.
 */
export const openaiAgentsRunstate: Format<"openai-agents-runstate"> = {
  name: "openai-agents-runstate",
  writtenBy: "run states of the OpenAI Agents SDK",
  knownFrom: "recordings",
  layouts: ["document", "rows"],
  evidence: "keys",
  keys: [
    { all: ["$schemaVersion"], any: ["generated_items", "generatedItems"] },
    { all: ["state"] },
  ],
  dropping: "never",
  isResumed: true,
  kindOf: (tree, record) => (stateOf(tree, record) === NONE ? undefined : "conversation"),
  detect: (head) => head.some((tree) => stateOf(tree, tree.root) !== NONE),
  read(tree, whole, into) {
    const record = stateOf(tree, whole);
    for (const key of APART) into.ignore(tree.get(record, key));
    readInput(tree, either(tree, record, "original_input", "originalInput"), into);
    const generated = either(tree, record, "generated_items", "generatedItems");
    into.array(generated);
    for (const item of tree.items(generated)) {
      if (isApproval(tree, item)) into.ignore(item);
      else readResponseItem(tree, rawItem(tree, item), into);
    }
    readInput(tree, either(tree, record, "pending_input", "pendingInput"), into);
    readSession(tree, record, into);
    for (const item of tree.items(generated)) readCopy(tree, item, into);
    for (const [snake, camel] of WHOLE) {
      const copy = either(tree, record, snake, camel);
      if (copy !== NONE) into.side(copy, "prompt");
    }
  },
  arrange: arrangeRunState,
};

/** The run state that a record is or, as the result of a run, has; `NONE` if it is neither. */
function stateOf(tree: Tree, record: Node): Node {
  if (isState(tree, record)) return record;
  const state = tree.get(record, "state");
  return isState(tree, state) ? state : NONE;
}

function isState(tree: Tree, record: Node): boolean {
  return (
    tree.isString(tree.get(record, "$schemaVersion")) &&
    tree.isArray(either(tree, record, "generated_items", "generatedItems"))
  );
}

/** Keys of the program's own data, and of the calls that it waits for, which are items as well. */
const APART = [
  "context",
  "trace",
  "tool_use_tracker",
  "toolUseTracker",
  "current_step",
  "currentStep",
];

/** Input of the run: a text of the user, or items. */
function readInput(tree: Tree, input: Node, into: MessageSink): void {
  if (tree.isString(input)) {
    into.array(NONE);
    into.message("user", input);
    into.part(TEXT, input);
  } else if (tree.isArray(input)) {
    into.array(input);
    for (const item of tree.items(input)) readResponseItem(tree, item, into);
  }
}

/** Whether an item asks a person to approve a call, which is a separate item. */
function isApproval(tree: Tree, item: Node): boolean {
  return tree.is(tree.get(item, "type"), "tool_approval_item");
}

function rawItem(tree: Tree, item: Node): Node {
  return either(tree, item, "raw_item", "rawItem");
}

/** Items for the session: the SDK merges them with generated ones only while both are equal. */
function readSession(tree: Tree, record: Node, into: MessageSink): void {
  into.array(NONE);
  for (const item of tree.items(either(tree, record, "session_items", "sessionItems"))) {
    if (isOther(tree, item)) into.ignore(item);
    else if (isAnswer(tree, item)) {
      readResponseItem(tree, rawItem(tree, item), into, { thread: SESSION });
      readCopy(tree, item, into);
    }
  }
}

/** The result as returned by its tool, which only the program sees. */
function readCopy(tree: Tree, item: Node, into: MessageSink): void {
  const copy = tree.get(item, "output");
  if (copy === NONE || !isAnswer(tree, item)) return;
  const raw = rawItem(tree, item);
  const call = either(tree, raw, "call_id", "callId");
  into.side(copy, tree.isString(call) ? { callId: tree.text(call) } : "prompt");
}

function isAnswer(tree: Tree, item: Node): boolean {
  return ANSWERS.some((type) => tree.is(tree.get(item, "type"), type));
}

/** Whether the type of an item shows that it is no answer. */
function isOther(tree: Tree, item: Node): boolean {
  return OTHERS.test(getText(tree, item, "type") ?? "");
}

const OTHERS = /^(?:message_output|reasoning|compaction|mcp_\w+|\w+_(?:call|approval))_item$/;

/** Types of items with a tool's answer; in types of messages `_output_` means something else. */
const ANSWERS = ["tool_call_output_item", "handoff_output_item", "tool_search_output_item"];

/** Keys of the generated items and of those that were read, in Python and in JavaScript. */
const WHOLE = [
  ["model_responses", "modelResponses"],
  ["last_model_response", "lastModelResponse"],
  ["last_processed_response", "lastProcessedResponse"],
  ["pending_session_write", "pendingSessionHistoryTransaction"],
  ["tool_output_guardrail_results", "toolOutputGuardrailResults"],
  ["pending_legacy_compaction_session_items", "pendingLegacyCompactionSessionItems"],
  ["current_turn_session_input_items", "currentTurnSessionInputItems"],
] as const;

/** The thread of the items for the session. */
const SESSION = "session";

/**
 * Makes each result for the session a copy of the generated result of the same call; the model sees only the
 * latter.
 */
function arrangeRunState(found: Sequence<Found>): readonly Arrangement[] {
  const messages: number[] = [];
  const waiting = new Map<string, number[]>();
  const again = new Map<number, readonly number[]>();
  const dead: number[] = [];
  for (const each of found) {
    if (each.mark !== undefined) continue;
    const of = waiting.get(answered(each));
    if (each.thread !== SESSION) {
      messages.push(each.index);
      if (of === undefined) waiting.set(answered(each), [each.index]);
      else of.push(each.index);
      continue;
    }
    const same = of?.shift();
    if (same === undefined) dead.push(each.index);
    else again.set(same, [each.index]);
  }
  return [{ messages: [...dead, ...messages], dead: dead.length, again }];
}

/** The id of the call that a message answers. */
function answered({ parts }: FoundMessage): string {
  for (const part of parts) if (part.kind === "observation") return part.callId ?? "";
  return "";
}

/** The value under either of two names. */
function either(tree: Tree, node: Node, snake: string, camel: string): Node {
  const value = tree.get(node, snake);
  return value === NONE ? tree.get(node, camel) : value;
}
