import { getText, NONE, type Node, type Tree } from "../json/tree/tree.ts";
import { arrangeThreads } from "./arrange/arrange-threads.ts";
import type { Format, MessageSink } from "./format.ts";
import { readChatParts } from "./shared/chat-completions.ts";
import { readObservation } from "./shared/chat-content.ts";
import { findRole, PLAIN_ROLES } from "./shared/message-list.ts";

/**
 * Outputs of CrewAI (`CrewOutput.model_dump_json()`, and a `TaskOutput` alone): each task is a transcript of
 * the chat completions messages that its agent was sent. `tool_failures` repeat errors. Agents whose model
 * does not call functions keep results inside their own text, which is left as it is; logs of tasks have no
 * tool results.
 *
 * Checked in the source of 1.15.30 (`crews/crew_output.py`, `tasks/task_output.py`) and on its outputs.
 * Nothing loads them again.
 */
export const crewai: Format<"crewai"> = {
  name: "crewai",
  writtenBy: "CrewAI outputs of crews and tasks",
  knownFrom: "recordings",
  layouts: ["document", "rows"],
  evidence: "keys",
  keys: [{ all: ["tasks_output"] }, { all: ["expected_output", "agent", "messages"] }],
  dropping: "never",
  kindOf: (tree, record) => (hasMessages(tree, record) ? "conversation" : undefined),
  detect: (head) => head.some((tree) => hasMessages(tree, tree.root)),
  read(tree, record, into) {
    tasksOf(tree, record).forEach((task, number) => {
      const messages = tree.get(task, "messages");
      into.array(messages, number);
      for (const message of tree.items(messages)) readMessage(tree, message, into, number);
      const failures = tree.get(task, "tool_failures");
      if (tree.hasItems(failures)) into.side(failures, "prompt");
    });
  },
  readItem: readMessage,
  arrange: arrangeThreads,
};

function hasMessages(tree: Tree, record: Node): boolean {
  const isMessage = (item: Node) => findRole(tree, item, PLAIN_ROLES) !== undefined;
  return tasksOf(tree, record).some((task) =>
    tree.items(tree.get(task, "messages")).some(isMessage),
  );
}

/** The outputs of tasks: those of a crew, or the record itself. */
function tasksOf(tree: Tree, record: Node): readonly Node[] {
  const crew = tree.get(record, "tasks_output");
  const tasks = tree.isArray(crew) ? tree.items(crew) : [record];
  return tasks.filter(
    (task) => tree.isString(tree.get(task, "agent")) && tree.get(task, "expected_output") !== NONE,
  );
}

/** Reads a message of the task with a number. */
function readMessage(tree: Tree, message: Node, into: MessageSink, number: number): void {
  into.next?.(number);
  const role = findRole(tree, message, PLAIN_ROLES);
  if (role === undefined) return;
  into.message(role, message, { thread: String(number) });
  if (role === "tool") {
    const callId = into.id(tree.get(message, "tool_call_id"));
    const toolName = getText(tree, message, "name");
    readObservation(tree, tree.get(message, "content"), { into, callId, toolName });
  } else readChatParts(tree, message, into);
}
