import { getString, listOf, NONE, type Node, type Tree } from "../json/tree/tree.ts";
import type { Role } from "../transcript/model/message.ts";
import { arrangeThreads } from "./arrange/arrange-threads.ts";
import type { Format, MessageSink } from "./format.ts";
import { readContent } from "./shared/chat-content.ts";
import { readCallOf, readObservationOf, readReasoning } from "./shared/part-heads.ts";
import { toolNameOf } from "./shared/tool-name.ts";

/**
 * Trajectories of SWE-agent (`*.traj`), 0.4 to 1.1. The model sees `history`, whose observations have role
 * `tool` with function calling, and role `user` in the text protocols, whose calls are in the text of the
 * assistant (`action` repeats them). Demonstrations (`is_demo`) and the first user message, although its
 * `message_type` is `observation`, are never masked. The tags `keep_output` and `remove_output` are followed.
 *
 * Side copies: every step of `trajectory` keeps its `observation` and the whole prompt (`query`; up to 1.0
 * `messages`). Steps and history do not always align, so copies are found by their text. If each reply made a
 * step, an observation is also found by its beginning, because the prompt adds to it. The runs of `attempts`
 * (retries) are separate transcripts.
 *
 * Checked in the source of SWE-agent 1.1 (`types.py`, `agents.py`, `history_processors.py`) and on recorded
 * files of 0.x and 1.0.
 */
export const sweAgent: Format<"swe-agent"> = {
  name: "swe-agent",
  writtenBy: "SWE-agent trajectories",
  knownFrom: "recordings",
  layouts: ["document", "rows"],
  evidence: "keys",
  keys: [{ any: ["history", "attempts"] }],
  dropping: "never",
  kindOf: (tree, record) => (isRun(tree, record) ? "conversation" : undefined),
  detect: ([tree]) => tree !== undefined && isRun(tree, tree.root),
  read(tree, record, into) {
    readRun(tree, record, { into, thread: undefined });
    tree.items(tree.get(record, "attempts")).forEach((run, index) => {
      readRun(tree, run, { into, thread: `attempt ${index + 1}` });
    });
  },
  readItem(tree, entry, into, before) {
    if ((before & IS_ATTEMPT) !== 0) return;
    if ((before & IS_STEP) !== 0) {
      readStep(tree, entry, into);
      return;
    }
    if ((before & IS_UNKNOWN) !== 0 && !isSigned(tree, entry)) return;
    into.next?.(readEntry(tree, entry, { into, thread: undefined, before }).before);
  },
  inner: (tree, record) => runsIn(tree, record)?.map((node) => ({ node, format: RUN })),
  arrange: arrangeThreads,
};

/** A run without its attempts. */
const RUN: Format = {
  ...sweAgent,
  inner: () => undefined,
  read(tree, record, into) {
    into.ignore(tree.get(record, "attempts"));
    readRun(tree, record, { into, thread: undefined });
  },
};

/** The runs of a record with attempts: its own, if it has messages, and these. Undefined unless all of these do. */
function runsIn(tree: Tree, record: Node): readonly Node[] | undefined {
  const attempts = tree.items(tree.get(record, "attempts"));
  const hasMessages = (run: Node) => tree.hasItems(tree.get(run, "history"));
  if (attempts.length === 0 || !attempts.every(hasMessages)) return undefined;
  return hasMessages(record) ? [record, ...attempts] : attempts;
}

/** The tags of an observation, by which SWE-agent's own processor keeps or removes it. */
function tagsOf(tree: Tree, entry: Node): readonly string[] | undefined {
  const tags = tree.get(entry, "tags");
  return tags === NONE ? undefined : tree.items(tags).map((tag) => tree.text(tag));
}

/** Whether a value is a run, or has attempts that are. */
function isRun(tree: Tree, node: Node): boolean {
  const [entry = NONE] = tree.items(tree.get(node, "history"));
  if (tree.isString(tree.get(entry, "role")))
    return tree.isArray(tree.get(node, "trajectory")) || isSigned(tree, entry);
  const [attempt = NONE] = tree.items(tree.get(node, "attempts"));
  return tree.isArray(tree.get(attempt, "history"));
}

/** Whether an entry has a key of SWE-agent's own. */
function isSigned(tree: Tree, entry: Node): boolean {
  return ["agent", "message_type"].some((key) => tree.isString(tree.get(entry, key)));
}

// What is known before an entry: bits of a number.
/** The entry before is a reply; it is a demonstration. */
const IS_REPLIED = 1;
const WAS_FIXED = 2;
/** The entry is of an attempt; or it is the first, and only its own keys tell that it is SWE-agent's. */
const IS_ATTEMPT = 4;
const IS_UNKNOWN = 8;
/** It is a step of the trajectory. */
const IS_STEP = 16;

function readRun(
  tree: Tree,
  run: Node,
  { into, thread }: { readonly into: MessageSink; readonly thread: string | undefined },
): void {
  const history = tree.get(run, "history");
  const trajectory = tree.get(run, "trajectory");
  const isFirst = tree.isArray(trajectory) ? 0 : IS_UNKNOWN;
  into.array(history, thread === undefined ? isFirst : IS_ATTEMPT);
  if (tree.isArray(trajectory)) into.copies?.(trajectory, IS_STEP);
  into.ignore(tree.get(run, "replay_config")); // JSON in a string, which takes long to search.
  const entries = listOf(tree, history);
  const steps = tree.items(trajectory);
  const copies = steps.map((step) => tree.get(step, "observation"));
  const areReplies =
    steps.length > 0 && steps.length === entries.filter((entry) => isReply(tree, entry)).length;
  let read: ReadEntry = { before: 0, role: undefined, action: NONE };
  let replies = 0;
  for (const entry of entries) {
    read = readEntry(tree, entry, { ...read, into, thread });
    if (isReply(tree, entry)) replies++;
    const isResult = read.role === "tool" && (read.before & WAS_FIXED) === 0;
    const copy = areReplies && isResult ? (copies[replies - 1] ?? NONE) : NONE;
    if (copy !== NONE && isCopy(tree, copy, entry)) {
      into.side(copy);
      copies[replies - 1] = NONE;
    }
  }
  steps.forEach((step, index) => {
    for (const copy of [copies[index], tree.get(step, "query"), tree.get(step, "messages")])
      if (copy !== undefined && copy !== NONE) into.side(copy, "prompt");
  });
}

/** Reads a step by itself: whether a copy is of a result is for the sink to find, as `readRun` does. */
function readStep(tree: Tree, step: Node, into: MessageSink): void {
  into.next?.(IS_STEP);
  const copy = tree.get(step, "observation");
  if (copy !== NONE) into.copyOfReply?.(copy);
  for (const key of ["query", "messages"]) {
    const prompt = tree.get(step, key);
    if (prompt !== NONE) into.side(prompt, "prompt");
  }
}

/** Whether an entry is a reply of the model. If each reply made a step, they have the same numbers. */
function isReply(tree: Tree, entry: Node): boolean {
  return tree.is(tree.get(entry, "role"), "assistant") && !isDemonstration(tree, entry);
}

/** Whether an entry has the text of a step's observation, perhaps after a header. */
function isCopy(tree: Tree, copy: Node, entry: Node): boolean {
  const content = tree.get(entry, "content");
  const [block = NONE] = listOf(tree, content);
  const text = tree.isArray(content) ? getString(tree, block, "text") : content;
  const start = tree.head(copy, COPY_CHARS);
  if (start === "" || !tree.isString(text)) return false;
  return tree.head(text, 2 * COPY_CHARS).includes(start);
}

/** Chars of an observation that distinguish it from others at the same position. */
const COPY_CHARS = 60;

function isDemonstration(tree: Tree, entry: Node): boolean {
  return (
    tree.isTrue(tree.get(entry, "is_demo")) ||
    tree.is(tree.get(entry, "message_type"), "demonstration")
  );
}

/** The role of an entry: after the assistant, the user is a tool. */
function roleOf(tree: Tree, entry: Node, isReplied: boolean): Role | undefined {
  const role = tree.get(entry, "role");
  if (tree.is(role, "tool")) return "tool";
  if (tree.is(role, "assistant")) return "assistant";
  if (tree.is(role, "system")) return "system";
  if (!tree.is(role, "user")) return undefined;
  const type = tree.get(entry, "message_type");
  const isObservation = type === NONE || tree.is(type, "observation");
  return isReplied && isObservation ? "tool" : "user";
}

/** An entry that was read: its role, the call in its text, and what is known before the next. */
interface ReadEntry {
  readonly before: number;
  readonly role: Role | undefined;
  readonly action: Node;
}

/** The tool of a call in a text. */
function toolOf(tree: Tree, action: Node): string | undefined {
  return action === NONE ? undefined : /\S+/.exec(tree.excerpt(action, 200))?.[0];
}

/** Reads an entry; `action` is the call in the text of the one before. One of another role changes nothing. */
function readEntry(
  tree: Tree,
  entry: Node,
  about: Pick<ReadEntry, "before"> & {
    readonly action?: Node;
    readonly into: MessageSink;
    readonly thread: string | undefined;
  },
): ReadEntry {
  const { before, action = NONE, into, thread } = about;
  const fixed = isDemonstration(tree, entry);
  const isAlike = fixed === ((before & WAS_FIXED) !== 0);
  const role = roleOf(tree, entry, isAlike && (before & IS_REPLIED) !== 0);
  if (role === undefined) return { before, role, action };
  into.message(role, entry, { fixed, thread, tags: tagsOf(tree, entry) });
  const called = readParts(tree, entry, { role, toolName: toolOf(tree, action), into });
  const isReplied = role === "assistant" ? IS_REPLIED : 0;
  return { before: isReplied | (fixed ? WAS_FIXED : 0), role, action: called };
}

/** Reads the parts of an entry. Returns the call in its text, if any. */
function readParts(
  tree: Tree,
  entry: Node,
  about: { readonly role: Role; readonly toolName: string | undefined; into: MessageSink },
): Node {
  const { role, toolName, into } = about;
  const content = tree.get(entry, "content");
  if (role === "tool") {
    const [id = NONE] = tree.items(tree.get(entry, "tool_call_ids"));
    const callId = into.id(id);
    readObservationOf(tree, content, { into, callId, toolName });
    return NONE;
  }
  const thinking = tree.get(entry, "thinking_blocks");
  for (const block of tree.items(thinking)) {
    const signed = tree.isString(tree.get(block, "signature"));
    readReasoning(tree, block, { into, array: thinking, key: "thinking", signed });
  }
  readContent(tree, content, into);
  return role === "assistant" ? readCalls(tree, entry, into) : NONE;
}

/** Reads the calls of a reply. A call in its text adds no part of its own text, and is returned. */
function readCalls(tree: Tree, entry: Node, into: MessageSink): Node {
  const calls = tree.items(tree.get(entry, "tool_calls"));
  for (const call of calls) {
    const made = tree.get(call, "function");
    const name = toolNameOf(tree, made, "name", into);
    readCallOf(tree, tree.get(made, "arguments"), {
      into,
      id: into.id(tree.get(call, "id")),
      name,
    });
  }
  const action = tree.get(entry, "action");
  into.ignore(action); // In the content or the calls as well.
  into.ignore(tree.get(entry, "thought")); // In the content as well.
  if (calls.length > 0 || !tree.isString(action) || tree.is(action, "")) return NONE;
  into.part({ kind: "call", id: undefined, name: "" });
  into.toolOfNext?.(action);
  return action;
}
