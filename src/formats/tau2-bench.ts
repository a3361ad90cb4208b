import { getString, NONE, type Node, type Tree } from "../json/tree/tree.ts";
import type { Role } from "../transcript/model/message.ts";
import { arrangeThreads } from "./arrange/arrange-threads.ts";
import type { Format, MessageSink } from "./format.ts";
import { readCallOf, readObservationOf, readText } from "./shared/part-heads.ts";
import { toolNameOf } from "./shared/tool-name.ts";

/**
 * Results of tau2-bench (`Results` and `Message` of its `data_model`, 2025-06 to 2026-08): a document with
 * `simulations[].messages[]`, or one simulation (the files of a result that is saved as a folder). Calls have
 * `name` and an object `arguments`; the `id` of a tool message is that of its call. Voice runs have `ticks[]`
 * in place of messages.
 *
 * The simulated user also has tools (`requestor`), which the agent does not see: these calls and their
 * observations are a separate thread, in which the simulated user is the model.
 */
export const tau2Bench: Format<"tau2-bench"> = {
  name: "tau2-bench",
  writtenBy: "tau2-bench",
  knownFrom: "recordings",
  layouts: ["document", "rows"],
  evidence: "keys",
  keys: [
    { all: ["simulations"] },
    { all: ["task_id", "termination_reason"], any: ["messages", "ticks"] },
  ],
  dropping: "never",
  kindOf: (tree, record) =>
    simulationsIn(tree, record) === undefined ? undefined : "conversation",
  detect: ([tree]) => tree !== undefined && simulationsIn(tree, tree.root) !== undefined,
  read(tree, record, into) {
    simulationsIn(tree, record)?.forEach((simulation, index) => {
      readSimulation(tree, simulation, { into, thread: threadOf(index) });
    });
  },
  readItem: (tree, message, into) => readMessage(tree, message, { into, thread: threadOf(0) }),
  inner: (tree, record) =>
    tree.isArray(tree.get(record, "simulations"))
      ? simulationsIn(tree, record)?.map((node) => ({ node, format: tau2Bench }))
      : undefined,
  arrange: arrangeThreads,
};

/** The simulations of a record, if it is a result or a simulation. */
function simulationsIn(tree: Tree, record: Node): readonly Node[] | undefined {
  const simulations = tree.get(record, "simulations");
  if (tree.isArray(simulations)) {
    const items = tree.items(simulations);
    return items.length > 0 && items.every((item) => isSimulation(tree, item)) ? items : undefined;
  }
  return isSimulation(tree, record) ? [record] : undefined;
}

function isSimulation(tree: Tree, node: Node): boolean {
  return (
    tree.get(node, "task_id") !== NONE &&
    tree.get(node, "termination_reason") !== NONE &&
    ["messages", "ticks"].some((key) => tree.isArray(tree.get(node, key)))
  );
}

/** The name of a simulation's conversation. */
const threadOf = (index: number) => `${index}`;

/** The sink for messages, and the name of the agent's conversation. */
interface Tau2Target {
  readonly into: MessageSink;
  readonly thread: string;
}

function readSimulation(tree: Tree, simulation: Node, target: Tau2Target): void {
  const messages = tree.get(simulation, "messages");
  if (tree.isArray(messages)) {
    target.into.array(messages);
    for (const message of tree.items(messages)) readMessage(tree, message, target);
  } else for (const tick of tree.items(tree.get(simulation, "ticks"))) readTick(tree, tick, target);
}

function readMessage(tree: Tree, message: Node, target: Tau2Target): void {
  const role = ROLES.find((word) => tree.is(tree.get(message, "role"), word));
  if (role === undefined) return;
  if (role !== "tool") {
    readSpoken(tree, message, { ...target, role, calls: tree.get(message, "tool_calls") });
    return;
  }
  const several = tree.get(message, "tool_messages");
  const results = tree.isArray(several) ? tree.items(several) : [message];
  for (const result of results) readResult(tree, result, target);
}

const ROLES = ["assistant", "tool", "user", "system"] as const satisfies readonly Role[];

/** One tick of a voice run; a chunk of audio has no text. */
function readTick(tree: Tree, tick: Node, target: Tau2Target): void {
  for (const [who, role] of SPEAKERS) {
    const chunk = tree.get(tick, `${who}_chunk`);
    const calls = tree.get(tick, `${who}_tool_calls`);
    if (tree.isObject(chunk) || tree.hasItems(calls))
      readSpoken(tree, chunk, { ...target, role, calls });
    for (const result of tree.items(tree.get(tick, `${who}_tool_results`)))
      readResult(tree, result, target);
  }
}

const SPEAKERS = [
  ["agent", "assistant"],
  ["user", "user"],
] as const;

/** A spoken message; calls of the simulated user go to its own thread. */
function readSpoken(
  tree: Tree,
  message: Node,
  { into, thread, role, calls }: Tau2Target & { readonly role: Role; readonly calls: Node },
): void {
  const isText = !tree.isTrue(tree.get(message, "is_audio"));
  const hasCalls = tree.hasItems(calls);
  if (role !== "user" || !hasCalls || tree.isString(tree.get(message, "content"))) {
    into.message(role, message, { thread });
    if (isText) readText(tree, message, "content", into);
  }
  if (!hasCalls) return;
  if (role === "user") into.message("assistant", message, { thread: usersOwn(thread) });
  for (const call of tree.items(calls)) {
    const id = into.id(tree.get(call, "id"));
    const name = toolNameOf(tree, call, "name", into);
    readCallOf(tree, tree.get(call, "arguments"), { into, id, name });
  }
}

function readResult(tree: Tree, result: Node, { into, thread }: Tau2Target): void {
  const isUsers = tree.is(tree.get(result, "requestor"), "user");
  into.message("tool", result, { thread: isUsers ? usersOwn(thread) : thread });
  readObservationOf(tree, getString(tree, result, "content"), {
    into,
    callId: into.id(tree.get(result, "id")),
    isError: tree.isTrue(tree.get(result, "error")),
  });
}

/** The thread of the simulated user's tools. */
function usersOwn(thread: string): string {
  return `${thread} user`;
}
