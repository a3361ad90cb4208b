import { NONE, type Node, type Tree } from "../json/tree/tree.ts";
import { arrangeThreads } from "./arrange/arrange-threads.ts";
import type { Format, MessageSink } from "./format.ts";
import { readChatParts } from "./shared/chat-completions.ts";
import {
  findRole,
  hasMessages,
  listMessages,
  messageArray,
  type RoleNames,
} from "./shared/message-list.ts";
import {
  type AnswerTest,
  answerTest,
  firstText,
  hasMaskHeader,
  type MaskTest,
} from "./shared/observation-headers.ts";
import { readObservationOf } from "./shared/part-heads.ts";
import { readModel } from "./shared/read-model.ts";
import { readResponseItem } from "./shared/response-items.ts";
import type { SavedSessions } from "./shared/saved-sessions.ts";

/**
 * Trajectories of mini-swe-agent (`*.traj.json`): a bare array of messages (before 1.0), and documents with
 * `trajectory_format` `mini-swe-agent-1` and `-1.1` (2.x). The only tool is `bash`. Its output is a user
 * message after the assistant's or, if the model has tool calls, a tool message or an item of the Responses
 * API. Text that a person adds is never masked.
 *
 * `extra.raw_output` is a side copy; `extra.returncode` or the header in the text tells that a command
 * failed.
 *
 * Checked in the source of 1.17 and 2.4.6 (`agents`, `models`, `config`) and on files of 1.13 and before 1.0.
 */
export function miniSweAgentWith(isMask: MaskTest): Format<"mini-swe-agent"> {
  const isAnswer = answerTest(isMask);
  return {
    name: "mini-swe-agent",
    writtenBy: "mini-swe-agent trajectories",
    knownFrom: "recordings",
    layouts: ["document", "rows"],
    evidence: "keys",
    keys: [
      { all: ["messages"], any: ["trajectory_format", "info"] },
      { items: ["role", "content"] },
    ],
    dropping: "never",
    saved: SAVED,
    kindOf(tree, record) {
      const isRun = isDocument(tree, record) || messageArray(tree, record) === record;
      return isRun && listMessages(tree, record).some(isMessageOf(tree))
        ? "conversation"
        : undefined;
    },
    detect: ([tree]) =>
      tree !== undefined && (isDocument(tree, tree.root) || isBareArray(tree, tree.root, isMask)),
    read(tree, record, into) {
      const array = messageArray(tree, record);
      if (array !== record && !isDocument(tree, record)) return;
      const config = tree.get(tree.get(tree.get(record, "info"), "config"), "model");
      readModel(tree, config, { into, keys: ["model_name"] });
      let before = array === record ? IS_BARE : 0;
      into.array(array, before);
      for (const message of tree.items(array))
        before = readMessage(tree, message, { into, before, isAnswer });
    },
    readItem(tree, item, into, before) {
      into.next?.(readMessage(tree, item, { into, before, isAnswer }));
    },
    arrange: arrangeThreads,
  };
}

const SAVED: SavedSessions = {
  places: [
    {
      agent: "mini-swe-agent",
      base: "~/.config/mini-swe-agent",
      variable: "MSWEA_GLOBAL_CONFIG_DIR",
      files: "*.traj.json",
    },
  ],
  model: ["info.config.model.model_name"],
};

/** The format, with the placeholders that every run knows. */
export const miniSweAgent = miniSweAgentWith(hasMaskHeader);

// What is known before a message: bits of a number.
/** The messages are a bare array. */
const IS_BARE = 1;
/** No output followed the latest reply. */
const IS_REPLIED = 2;
/** The message before is a reply that has a call, in its text, if an output follows. */
const MAY_CALL = 4;

interface MessageReading {
  readonly into: MessageSink;
  readonly before: number;
  readonly isAnswer: AnswerTest;
}

/** Reads a message; returns what is known before the next. */
function readMessage(tree: Tree, message: Node, reading: MessageReading): number {
  const { into, before } = reading;
  const isBare = before & IS_BARE;
  if (isObservation(tree, message, reading)) {
    if ((before & MAY_CALL) !== 0) into.part(CALL_IN_TEXT);
    readOutput(tree, message, into);
    return isBare;
  }
  if (tree.is(tree.get(message, "object"), "response")) {
    for (const item of tree.items(tree.get(message, "output"))) readResponseItem(tree, item, into);
    into.ignore(tree.get(message, "extra"));
    return isBare | IS_REPLIED;
  }
  const role = findRole(tree, message, ROLES);
  if (role === undefined) {
    if (tree.is(tree.get(message, "role"), "exit")) into.ignore(message);
    return before & ~MAY_CALL;
  }
  into.message(role, message);
  readChatParts(tree, message, into);
  const actions = tree.get(tree.get(message, "extra"), "actions");
  into.ignore(actions);
  if (role !== "assistant") return isBare;
  if (tree.hasItems(tree.get(message, "tool_calls"))) return isBare | IS_REPLIED;
  if (!tree.hasItems(actions)) return isBare | IS_REPLIED | MAY_CALL;
  into.part(CALL_IN_TEXT);
  return isBare | IS_REPLIED;
}

const CALL_IN_TEXT = { kind: "call", id: undefined, name: "" } as const;

/** Messages of role `exit`, which end a run, are not sent to the model. */
const ROLES = [
  ["assistant", "assistant"],
  ["user", "user"],
  ["system", "system"],
] as const satisfies RoleNames;

function isMessageOf(tree: Tree): (message: Node) => boolean {
  return (message) => findRole(tree, message, ROLES) !== undefined;
}

function isDocument(tree: Tree, record: Node): boolean {
  if (!hasMessages(tree, record)) return false;
  const format = tree.get(record, "trajectory_format");
  if (tree.isString(format)) return tree.startsWith(format, "mini-swe-agent");
  return tree.isString(tree.get(tree.get(record, "info"), "mini_version"));
}

/** Whether a bare array of messages has an output in the agent's own template, or the placeholder of one. */
function isBareArray(tree: Tree, record: Node, isMask: MaskTest): boolean {
  if (!tree.isArray(record)) return false;
  return tree.items(record).some((message) => {
    if (!tree.is(tree.get(message, "role"), "user")) return false;
    const content = tree.get(message, "content");
    return returnCode(tree, content) !== undefined || isMask(tree, firstText(tree, content));
  });
}

/**
 * Whether a message is the output of a command. 2.x says so in `extra`; before, it is the user message after
 * a reply, unless a person wrote it; in a bare array it has the header of the agent's template.
 */
function isObservation(
  tree: Tree,
  message: Node,
  { before, isAnswer }: Omit<MessageReading, "into">,
): boolean {
  const role = tree.get(message, "role");
  if (tree.is(role, "tool") || tree.is(tree.get(message, "type"), "function_call_output"))
    return true;
  if (!tree.is(role, "user")) return false;
  const extra = tree.get(message, "extra");
  if (["interrupt_type", "exit_status"].some((key) => tree.get(extra, key) !== NONE)) return false;
  if (["raw_output", "returncode"].some((key) => tree.get(extra, key) !== NONE)) return true;
  const content = tree.get(message, "content");
  if ((before & IS_REPLIED) === 0) return false;
  if ((before & IS_BARE) === 0) return !isPersons(tree, content);
  return tree.startsWith(firstText(tree, content), CODE) || isAnswer(tree, content);
}

/** The start of an output in the agent's template. */
const CODE = "<returncode>";

/** Whether a person wrote a message: 1.x puts a phrase before their words. */
function isPersons(tree: Tree, content: Node): boolean {
  const text = firstText(tree, content);
  return PERSONS.some((start) => tree.startsWith(text, start));
}

const PERSONS = ["Interrupted by user:", "Command not executed.", "The user added a new task:"];

function readOutput(tree: Tree, message: Node, into: MessageSink): void {
  const extra = tree.get(message, "extra");
  const output = tree.get(message, "output");
  const content = output === NONE ? tree.get(message, "content") : output;
  const given = tree.get(extra, "returncode");
  const hasFailed = tree.isNumber(given) ? tree.text(given) !== "0" : showsFailure(tree, content);
  into.message("tool", message);
  readObservationOf(tree, content, {
    into,
    callId: into.id(tree.get(message, output === NONE ? "tool_call_id" : "call_id")),
    toolName: "bash",
    isError: hasFailed,
  });
  for (const key of ["raw_output", "output"]) {
    const copy = tree.get(extra, key);
    if (copy !== NONE) into.side(copy);
  }
}

/** The return code in the header of an output. */
function returnCode(tree: Tree, content: Node): string | undefined {
  const head = tree.excerpt(firstText(tree, content), 40);
  return /^<returncode>(-?\d+)<\/returncode>/.exec(head)?.[1];
}

/** Whether the header of an output says that the command failed; a placeholder may follow on its first characters. */
function showsFailure(tree: Tree, content: Node): boolean {
  const text = firstText(tree, content);
  return (
    tree.startsWith(text, CODE) && !["0", "\n"].some((end) => tree.startsWith(text, CODE + end))
  );
}
