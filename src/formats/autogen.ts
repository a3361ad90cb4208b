import { getString, getText, NONE, type Node, type Tree } from "../json/tree/tree.ts";
import type { Role } from "../transcript/model/message.ts";
import { arrangeThreads } from "./arrange/arrange-threads.ts";
import type { Format, MessageArray, MessageSink } from "./format.ts";
import { readCallOf, readImage, readObservationOf, readText, TEXT } from "./shared/part-heads.ts";
import { OPENAI_COUNTS, readUsage } from "./shared/read-usage.ts";

/**
 * Files of AutoGen's AgentChat: states of agents and teams (`save_state()`), where each agent is a transcript
 * of what its model is sent; results of tasks (`TaskResult`); and messages, of either kind, as an array or one on
 * each line (`model_context.get_messages()` gives those of a model).
 *
 * Checked in the source of 0.7.5 (`autogen_core.models`, `autogen_agentchat.messages`, `.state`) and on its
 * states and results. `load_state` takes any list of messages; the thread of a team's manager repeats them.
 */
export const autogen: Format<"autogen"> = {
  name: "autogen",
  writtenBy: "AutoGen states, results and messages",
  knownFrom: "recordings",
  layouts: ["document", "rows", "lines"],
  evidence: "keys",
  keys: [
    { all: ["type", "version"], any: ["llm_context", "agent_states"] },
    { messages: ["source", "models_usage", "type"] },
    { messages: ["source", "content", "type"] },
  ],
  dropping: "remove",
  kindOf(tree, record) {
    if (isState(tree, record)) return "conversation";
    const events = eventsOf(tree, record);
    if (events !== NONE) return tree.items(events).some(isOwn(tree)) ? "conversation" : undefined;
    return isOwn(tree)(record) || isForModel(tree, record) ? "message" : undefined;
  },
  detect: (head) => head.some((tree) => isState(tree, tree.root) || hasEvents(tree, tree.root)),
  read(tree, record, into) {
    const events = eventsOf(tree, record);
    if (isState(tree, record)) readState(tree, record, { into, thread: undefined });
    else if (events === NONE) readMessage(tree, record, { into, thread: undefined });
    else readAll(tree, events, { into, thread: undefined });
  },
  readItem: (tree, message, into) => readMessage(tree, message, { into, thread: undefined }),
  readItemIsWhole: true,
  arrange: arrangeThreads,
  message: (summary, encode, into) =>
    `{"content":${encode(summary)},"source":"user","type":"${summaryType(into)}"}`,
};

/** Whether a record is the state of an agent or a team. */
function isState(tree: Tree, record: Node): boolean {
  return (
    tree.isArray(tree.get(tree.get(record, "llm_context"), "messages")) ||
    tree.isObject(tree.get(record, "agent_states"))
  );
}

/** The array that a record is, or its `messages`. */
function eventsOf(tree: Tree, record: Node): Node {
  const array = tree.isArray(record) ? record : tree.get(record, "messages");
  return tree.isArray(array) ? array : NONE;
}

function hasEvents(tree: Tree, record: Node): boolean {
  const events = eventsOf(tree, record);
  return events === NONE ? isOwn(tree)(record) : tree.items(events).some(isOwn(tree));
}

/** Whether a message has what those of no other program have: between agents, or to a model. */
function isOwn(tree: Tree): (node: Node) => boolean {
  return (node) => {
    if (!tree.isString(tree.get(node, "source"))) return false;
    if (tree.get(node, "models_usage") === NONE) return isForModel(tree, node);
    return /(?:Message|Event)$/.test(getText(tree, node, "type") ?? "");
  };
}

/** Whether a message is one of those that models are sent; some have no source. */
function isForModel(tree: Tree, node: Node): boolean {
  return tree.get(node, "content") !== NONE && FOR_MODELS.has(getText(tree, node, "type") ?? "");
}

const FOR_MODELS: ReadonlySet<string> = new Set([
  "SystemMessage",
  "UserMessage",
  "AssistantMessage",
  "FunctionExecutionResultMessage",
]);

interface AutogenTarget {
  readonly into: MessageSink;
  readonly thread: string | undefined;
}

/**
 * Reads the state of an agent, or of each agent of a team, then the copies that a manager or an agent keeps of messages:
 * they are of a thread that was read.
 */
function readState(tree: Tree, state: Node, { into, thread }: AutogenTarget): void {
  const open: AgentState[] = [{ state, thread }];
  const copies: Node[] = [];
  let count = 0;
  for (let at = open.pop(); at !== undefined; at = open.pop()) {
    const messages = tree.get(tree.get(at.state, "llm_context"), "messages");
    if (tree.isArray(messages)) {
      // The items of a second array are of another thread, which \`readItem\` cannot tell.
      if (++count > 1) into.mark({ mark: "another agent" });
      readAll(tree, messages, { into, thread: at.thread });
    }
    open.push(...agentsOf(tree, at, copies).reverse());
  }
  for (const copy of copies) into.side(copy, "prompt");
}

interface AgentState {
  readonly state: Node;
  readonly thread: string | undefined;
}

/** The agents of a team; their copies of messages are added to \`copies\`. */
function agentsOf(tree: Tree, { state, thread }: AgentState, copies: Node[]): AgentState[] {
  const agents = tree.get(state, "agent_states");
  const below: AgentState[] = [];
  for (const name of new Set(tree.isObject(agents) ? tree.keys(agents) : [])) {
    const agent = tree.get(agents, name);
    const inner = tree.get(agent, "agent_state");
    below.push({
      state: tree.isObject(inner) ? inner : agent,
      thread: thread === undefined ? name : `${thread}/${name}`,
    });
    for (const key of ["message_thread", "message_buffer"]) {
      const copy = tree.get(agent, key);
      if (tree.hasItems(copy)) copies.push(copy);
    }
  }
  return below;
}

function readAll(tree: Tree, messages: Node, { into, thread }: AutogenTarget): void {
  into.array(messages);
  for (const message of tree.items(messages)) readMessage(tree, message, { into, thread });
}

/** Roles by type: of messages sent to models, and of messages between agents. */
const ROLES: ReadonlyMap<string, Role> = new Map<string, Role>([
  ["SystemMessage", "system"],
  ["UserMessage", "user"],
  ["AssistantMessage", "assistant"],
  ["FunctionExecutionResultMessage", "tool"],
  ["MultiModalMessage", "user"],
  ["TextMessage", "assistant"],
  ["StopMessage", "assistant"],
  ["HandoffMessage", "assistant"],
  ["ThoughtEvent", "assistant"],
  ["ToolCallRequestEvent", "assistant"],
  ["ToolCallExecutionEvent", "tool"],
  ["ToolCallSummaryMessage", "assistant"],
  ["MemoryQueryEvent", "user"],
  ["CodeGenerationEvent", "assistant"],
  ["CodeExecutionEvent", "tool"],
]);

/** Events without anything for a model. */
const NOTES: ReadonlySet<string> = new Set([
  "ModelClientStreamingChunkEvent",
  "SelectSpeakerEvent",
  "SelectorEvent",
  "UserInputRequestedEvent",
]);

function readMessage(tree: Tree, message: Node, { into, thread }: AutogenTarget): void {
  const type = getText(tree, message, "type") ?? "";
  const role = ROLES.get(type);
  if (role === undefined) {
    if (NOTES.has(type) || type.startsWith("StructuredMessage")) into.ignore(message);
    return;
  }
  const isUsers = type === "TextMessage" && tree.is(tree.get(message, "source"), "user");
  into.message(isUsers ? "user" : role, message, { thread });
  if (into.wantsUsage && role === "assistant")
    readUsage(tree, tree.get(message, "models_usage"), { into, keys: OPENAI_COUNTS });
  if (type === "CodeExecutionEvent") readCodeResult(tree, tree.get(message, "result"), into);
  else readContent(tree, message, { into, type });
}

function readContent(
  tree: Tree,
  message: Node,
  { into, type }: { readonly into: MessageSink; readonly type: string },
): void {
  const content = tree.get(message, "content");
  const thought = getString(tree, message, "thought");
  if (thought !== NONE) into.part({ kind: "reasoning", signed: false }, thought);
  if (type === "ThoughtEvent") into.part({ kind: "reasoning", signed: false }, content);
  else if (tree.isString(content)) into.part(TEXT, content);
  else {
    const isAnswer = ROLES.get(type) === "tool";
    for (const item of tree.items(content)) readPart(tree, item, { into, isAnswer });
  }
  if (type === "CodeGenerationEvent") into.part({ kind: "call", id: undefined, name: "code" });
  // A summary repeats the results that it is made of; a handoff contains the context for the next agent.
  for (const key of ["results", "context"]) {
    const copies = tree.get(message, key);
    if (tree.hasItems(copies)) into.side(copies, "prompt");
  }
}

/** A text, an image, a call or a result. */
function readPart(
  tree: Tree,
  item: Node,
  { into, isAnswer }: { readonly into: MessageSink; readonly isAnswer: boolean },
): void {
  if (tree.isString(item)) into.part(TEXT, item);
  else if (isAnswer) {
    const callId = into.id(tree.get(item, "call_id"));
    const toolName = getText(tree, item, "name");
    const isError = tree.isTrue(tree.get(item, "is_error"));
    readObservationOf(tree, tree.get(item, "content"), { into, callId, toolName, isError });
  } else if (tree.get(item, "arguments") !== NONE) {
    const name = getText(tree, item, "name") ?? "";
    const id = into.id(tree.get(item, "id"));
    readCallOf(tree, tree.get(item, "arguments"), { into, id, name });
  } else if (tree.isString(tree.get(item, "data")))
    readImage(tree, item, { into, insideObservation: false });
  else readText(tree, item, "content", into);
}

function readCodeResult(tree: Tree, result: Node, into: MessageSink): void {
  const code = tree.get(result, "exit_code");
  const isError = tree.isNumber(code) && tree.text(code) !== "0";
  const about = { into, callId: undefined, toolName: "code", isError };
  readObservationOf(tree, tree.get(result, "output"), about);
}

/** The type of a message with a summary: as sent to models, or as exchanged between agents. */
function summaryType(into: MessageArray | undefined): string {
  const [first = NONE] = into === undefined ? [] : into.tree.items(into.array);
  const isEvent = into === undefined || into.tree.get(first, "models_usage") !== NONE;
  return isEvent ? "TextMessage" : "UserMessage";
}
