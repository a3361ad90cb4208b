import { getString, getText, NONE, type Node, type Tree } from "../json/tree/tree.ts";
import { arrangeThreads } from "./arrange/arrange-threads.ts";
import type { Format, MessageSink } from "./format.ts";
import {
  JSON_VALUE,
  readCallOf,
  readImage,
  readObservationOf,
  readTexts,
  TEXT,
} from "./shared/part-heads.ts";
import { readUsage } from "./shared/read-usage.ts";

/**
 * Memories of smolagents: the array that `memory.get_full_steps()` and `get_succinct_steps()` return, and
 * results with it under `steps` (`RunResult.dict()`). A step is a task, a plan, or an action: the model's
 * text, its calls, and one text with the results of all calls, or an error. The prompts of full steps are
 * side copies.
 *
 * Checked in the source of 1.26 (`memory.py`, `agents.py`) and on memories of both of its agents. Nothing
 * loads them again; steps are numbered, so none is removed.
 */
export const smolagents: Format<"smolagents"> = {
  name: "smolagents",
  writtenBy: "smolagents memories",
  knownFrom: "recordings",
  layouts: ["document", "rows"],
  evidence: "keys",
  keys: [
    { messages: ["step_number", "timing", "observations", "error"] },
    { all: ["steps", "state", "timing"] },
  ],
  dropping: "never",
  kindOf: (tree, record) =>
    stepsOf(tree, record).some(isAction(tree)) ? "conversation" : undefined,
  detect: (head) => head.some((tree) => stepsOf(tree, tree.root).some(isAction(tree))),
  read(tree, record, into) {
    into.array(tree.isArray(record) ? record : tree.get(record, "steps"));
    for (const step of stepsOf(tree, record)) readStep(tree, step, into);
  },
  readItem: readStep,
  arrange: arrangeThreads,
};

function stepsOf(tree: Tree, record: Node): readonly Node[] {
  return tree.items(tree.isArray(record) ? record : tree.get(record, "steps"));
}

function isAction(tree: Tree): (step: Node) => boolean {
  return (step) =>
    tree.isNumber(tree.get(step, "step_number")) &&
    tree.isObject(tree.get(step, "timing")) &&
    tree.get(step, "observations") !== NONE &&
    tree.get(step, "error") !== NONE;
}

/** Whether a step in a memory is an action, whichever keys its version leaves out. */
function isBareAction(tree: Tree, step: Node): boolean {
  return OF_ACTIONS.some((key) => tree.get(step, key) !== NONE);
}

const OF_ACTIONS = ["step_number", "observations", "tool_calls"];

function readStep(tree: Tree, step: Node, into: MessageSink): void {
  if (isBareAction(tree, step)) readAction(tree, step, into);
  else if (tree.isString(tree.get(step, "plan"))) {
    into.message("assistant", step);
    into.part(TEXT, tree.get(step, "plan"));
    readCopies(tree, step, into);
  } else if (tree.isString(tree.get(step, "task"))) {
    into.message("user", step);
    into.part(TEXT, tree.get(step, "task"));
    for (const image of tree.items(tree.get(step, "task_images")))
      readImage(tree, image, { into, insideObservation: false });
  } else if (tree.isString(tree.get(step, "system_prompt"))) {
    into.message("system", step);
    into.part(TEXT, tree.get(step, "system_prompt"));
  }
}

/** An action: the model's text and calls, and then, as a separate message, the answer that it got. */
function readAction(tree: Tree, step: Node, into: MessageSink): void {
  const calls = callsOf(tree, step);
  const [first = NONE] = tree.items(calls);
  const call = tree.get(first, "function");
  const name = getText(tree, call, "name") ?? "";
  const told = tree.get(step, "observations");
  const observations = tree.isString(told) || tree.hasItems(told) ? told : NONE;
  const failure = tree.get(step, "error");
  const error = getString(tree, failure, "message");
  const isAnswered = observations !== NONE || tree.isObject(failure);
  into.message("assistant", step);
  if (into.wantsUsage) readUsage(tree, tree.get(step, "token_usage"), { into, keys: COUNTS });
  readTexts(tree, tree.get(step, "model_output"), into);
  // All calls of a step share one answer, which names none of them.
  if (tree.items(calls).length > 1)
    into.part({ kind: "call", id: undefined, name }, calls, JSON_VALUE);
  else if (first !== NONE || isAnswered)
    readCallOf(tree, tree.get(call, "arguments"), { into, id: undefined, name });
  if (isAnswered) into.message("tool", step, { joined: true });
  const about = { into, callId: undefined, toolName: name };
  if (observations !== NONE) readObservationOf(tree, observations, about);
  const output = tree.get(step, "action_output");
  if (observations !== NONE && tree.isString(output)) into.side(output);
  // If there is printed output as well, the error follows it.
  if (error !== NONE && observations !== NONE) into.part(TEXT, error);
  else if (observations === NONE && isAnswered)
    readObservationOf(tree, error, { ...about, isError: true });
  else if (error === NONE && isAnswered) into.unknown?.(failure);
  readCopies(tree, step, into);
}

const COUNTS = { input: ["input_tokens"], output: ["output_tokens"] } as const;

/** The calls of a step; if they failed, only the reply has them. */
function callsOf(tree: Tree, step: Node): Node {
  const calls = tree.get(step, "tool_calls");
  if (tree.hasItems(calls)) return calls;
  return tree.get(tree.get(step, "model_output_message"), "tool_calls");
}

function readCopies(tree: Tree, step: Node, into: MessageSink): void {
  const prompt = tree.get(step, "model_input_messages");
  if (tree.isArray(prompt)) into.side(prompt, "prompt");
}
