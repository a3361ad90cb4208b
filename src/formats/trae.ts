import { getString, getText, listOf, NONE, type Node, type Tree } from "../json/tree/tree.ts";
import { arrangeItems } from "./arrange/arrange-items.ts";
import type { Format, MessageSink } from "./format.ts";
import { findRole, PLAIN_ROLES } from "./shared/message-list.ts";
import { readCallOf, TEXT } from "./shared/part-heads.ts";

/**
 * Trajectories of Trae Agent (`trajectory_recorder.py`, 0.1.0 and main of 2025), and of agents made from it: steps with
 * the messages that were new to the model, its reply, and the results. The next step's messages have the results again,
 * and so has the log of requests, `llm_interactions`: all are masked alike. Checked in its source.
 */
export const trae: Format<"trae"> = {
  name: "trae",
  writtenBy: "Trae Agent trajectories",
  knownFrom: "source",
  layouts: ["document", "rows"],
  evidence: "keys",
  keys: [{ all: ["agent_steps", "llm_interactions"] }],
  dropping: "never",
  kindOf: (tree, record) =>
    tree.isArray(tree.get(record, "agent_steps")) ? "conversation" : undefined,
  read(tree, record, into) {
    const steps = listOf(tree, tree.get(record, "agent_steps"));
    const requests = { into, results: resultsOf(tree, steps) };
    for (const request of listOf(tree, tree.get(record, "llm_interactions")))
      for (const message of listOf(tree, tree.get(request, "input_messages")))
        if (!readCopy(tree, message, requests)) into.ignore(message);
    // Counted anew: the messages of steps have the same copies.
    const results = resultsOf(tree, steps);
    for (const step of steps) readStep(tree, step, { into, results });
  },
  arrange: arrangeItems,
};

/** The results of one call id, which may come again, and how many of them, and of their copies, were read. */
interface Called {
  readonly results: Node[];
  own: number;
  copies: number;
}

type Results = ReadonlyMap<string, Called>;

interface About {
  readonly into: MessageSink;
  readonly results: Results;
}

function resultsOf(tree: Tree, steps: readonly Node[]): Results {
  const results = new Map<string, Called>();
  for (const step of steps)
    for (const result of listOf(tree, tree.get(step, "tool_results"))) {
      const id = callIdOf(tree, result);
      const called = results.get(id);
      if (called === undefined) results.set(id, { results: [result], own: 0, copies: 0 });
      else called.results.push(result);
    }
  return results;
}

function readStep(tree: Tree, step: Node, about: About): void {
  const { into, results } = about;
  for (const message of listOf(tree, tree.get(step, "llm_messages"))) {
    readCopy(tree, message, about);
    const role = findRole(tree, message, PLAIN_ROLES);
    const content = tree.get(message, "content");
    if (role === undefined || tree.chars(content) === 0) continue;
    into.message(role, message);
    into.part(TEXT, content);
  }
  readReply(tree, step, into);
  for (const result of listOf(tree, tree.get(step, "tool_results"))) {
    const called = results.get(callIdOf(tree, result));
    const id = called && idOf(tree, result, called.own++);
    readResult(tree, result, { into, id });
  }
}

function readReply(tree: Tree, step: Node, into: MessageSink): void {
  const reply = tree.get(step, "llm_response");
  const own = listOf(tree, tree.get(reply, "tool_calls"));
  const calls = own.length > 0 ? own : listOf(tree, tree.get(step, "tool_calls"));
  const content = tree.get(reply, "content");
  if (!tree.isObject(reply) && calls.length === 0) return;
  into.message("assistant", tree.isObject(reply) ? reply : step);
  if (tree.isString(content)) into.part(TEXT, content);
  for (const call of calls) {
    const name = getText(tree, call, "name") ?? "";
    const id = into.id(tree.get(call, "call_id"));
    readCallOf(tree, tree.get(call, "arguments"), { into, id, name });
  }
}

/** Reads the result in a message to the model, if any: a copy of a step's, unless that was not recorded. */
function readCopy(tree: Tree, message: Node, { into, results }: About): boolean {
  const copy = tree.get(message, "tool_result");
  if (!tree.isObject(copy)) return false;
  const called = results.get(callIdOf(tree, copy));
  const own = called?.results[called.copies];
  const isCopy =
    own !== undefined &&
    TEXTS.every((key) => isSame(tree, tree.get(own, key), tree.get(copy, key)));
  const id = isCopy && called !== undefined ? idOf(tree, copy, called.copies++) : undefined;
  readResult(tree, copy, { into, id });
  return true;
}

/** Keys of texts: the output of a tool, and its errors. The model sees one after the other. */
const TEXTS = ["result", "error"];

function readResult(
  tree: Tree,
  result: Node,
  { into, id }: { readonly into: MessageSink; readonly id: string | undefined },
): void {
  const callId = into.id(tree.get(result, "call_id"));
  const isError = !tree.isTrue(tree.get(result, "success"));
  const head = { kind: "observation", callId, isError } as const;
  const texts = TEXTS.map((key) => getString(tree, result, key));
  const told = texts.filter((text) => text !== NONE && tree.chars(text) > 0);
  into.message("tool", result, { id });
  if (told.length === 0) into.part({ ...head, editable: false });
  if (told.length === 0 && tree.get(result, "result") === NONE) into.textless?.(result);
  for (const text of told)
    into.part({ ...head, callId: text === told[1] ? undefined : callId, editable: true }, text);
}

/** Whether two values are the same text, or both none. */
function isSame(tree: Tree, one: Node, other: Node): boolean {
  return tree.isString(one) ? tree.same(one, other) : !tree.isString(other);
}

/** The id of a result and of its copies; `at` is its number among those with the same id. */
function idOf(tree: Tree, result: Node, at: number): string {
  return `${callIdOf(tree, result)} ${at}`;
}

function callIdOf(tree: Tree, result: Node): string {
  return getText(tree, result, "call_id") ?? "";
}
