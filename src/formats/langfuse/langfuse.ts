import { getText, NONE, type Node, type Tree } from "../../json/tree/tree.ts";
import { arrangeThreads } from "../arrange/arrange-threads.ts";
import type { Format, MessageSink } from "../format.ts";
import { JSON_VALUE, readCallOf } from "../shared/part-heads.ts";
import { mentionsResult, readLangfuseValue } from "./langfuse-messages.ts";

/**
 * Exports of Langfuse: a trace with its `observations` or an array of traces, pages of the API (`data`), and
 * observations alone, in an array or one on each line. A generation has the prompt of one request and the
 * reply, each as a value or as JSON in a string, in the shape of the client that made the request: each is a
 * separate transcript. Tool results are in these prompts, and copied in observations of their own; in a trace
 * whose prompts have no results, those observations are the transcript of its tools. What other observations
 * and the trace repeat is left alone.
 *
 * Checked on recorded traces of OpenAI's agents, LangGraph, Pydantic AI, Claude's agents and the Vercel AI
 * SDK, and on what version 5 of its SDK records of OpenAI's client and LangChain. A trace records what was
 * sent, so nothing is ever dropped from it.
 */
export const langfuse: Format<"langfuse"> = {
  name: "langfuse",
  writtenBy: "Langfuse trace exports",
  knownFrom: "recordings",
  layouts: ["document", "rows"],
  evidence: "keys",
  keys: [
    { any: ["observations", "data"] },
    { messages: ["observations"] },
    { all: ["type"], any: ["traceId", "trace_id"] },
    { messages: ["type", "traceId"] },
    { messages: ["type", "trace_id"] },
  ],
  dropping: "never",
  kindOf: (tree, record) =>
    observationsIn(tree, record).some((each) => isRead(tree, each)) ? "conversation" : undefined,
  detect: (head) =>
    head.some((tree) => observationsIn(tree, tree.root).some((each) => isRead(tree, each))),
  read: readTrace,
  arrange: arrangeThreads,
};

/** The observations of a record: of all traces in it, or alone. */
function observationsIn(tree: Tree, record: Node): readonly Node[] {
  const lists = [record, tree.get(record, "observations"), tree.get(record, "data")];
  const list = lists.find((each) => tree.isArray(each));
  const listed = list === undefined ? [record] : tree.items(list);
  const items = listed.flatMap((item) => (isTrace(tree, item) ? observationsOf(tree, item) : item));
  const isTyped = (item: Node) => TYPES.has(getText(tree, item, "type") ?? "");
  // One observation that names its trace shows what the others are.
  return items.some((item) => isTyped(item) && isOfTrace(tree, item)) ? items : [];
}

/** Whether a value is a trace with its observations. */
function isTrace(tree: Tree, value: Node): boolean {
  return tree.isArray(tree.get(value, "observations"));
}

function observationsOf(tree: Tree, trace: Node): readonly Node[] {
  return tree.items(tree.get(trace, "observations"));
}

/** The traces of a record, whose input and output repeat those of observations. */
function tracesIn(tree: Tree, record: Node): readonly Node[] {
  const list = [record, tree.get(record, "data")].find((each) => tree.isArray(each));
  const among = [record, ...tree.items(list ?? NONE)].filter((each) => isTrace(tree, each));
  return [...among, tree.get(record, "trace")];
}

function isOfTrace(tree: Tree, item: Node): boolean {
  return ["traceId", "trace_id"].some((key) => tree.isString(tree.get(item, key)));
}

const TYPES: ReadonlySet<string> = new Set([
  "AGENT",
  "CHAIN",
  "EMBEDDING",
  "EVALUATOR",
  "EVENT",
  "GENERATION",
  "GUARDRAIL",
  "RETRIEVER",
  "SPAN",
  "TOOL",
]);

/** Whether an observation has something that a model was sent. */
function isRead(tree: Tree, observation: Node): boolean {
  const type = tree.get(observation, "type");
  return tree.is(type, "GENERATION") || tree.is(type, "TOOL");
}

function readTrace(tree: Tree, record: Node, into: MessageSink): void {
  const observations = observationsIn(tree, record);
  for (const trace of tracesIn(tree, record))
    for (const key of COPIES) into.ignore(tree.get(trace, key));
  into.array(NONE);
  const isGeneration = (each: Node) => tree.is(tree.get(each, "type"), "GENERATION");
  const generations = observations.filter(isGeneration);
  generations.forEach((generation, number) => {
    const target = { into, thread: `${number}` };
    const model = tree.get(generation, "model");
    if (tree.isString(model)) into.model(model);
    for (const [key, speaker] of SPEAKERS) {
      const value = tree.get(generation, key);
      if (value !== NONE) readLangfuseValue(tree, value, target, speaker);
    }
    for (const key of APART) into.ignore(tree.get(generation, key));
  });
  const hasResults = generations.some((each) => mentionsResult(tree, tree.get(each, "input")));
  const others = observations.filter((each) => !isGeneration(each));
  const began = (each: Node) => getText(tree, each, "startTime") ?? "";
  for (const each of others.toSorted((a, b) => began(a).localeCompare(began(b)))) {
    const type = getText(tree, each, "type") ?? "";
    if (!TYPES.has(type)) into.unknown?.(each);
    else if (type !== "TOOL") into.ignore(each);
    else if (hasResults) {
      for (const key of ["input", "metadata"]) into.ignore(tree.get(each, key));
      into.side(tree.get(each, "output"), "prompt");
    } else readTool(tree, each, into);
  }
}

const SPEAKERS = [
  ["input", "user"],
  ["output", "assistant"],
] as const;

/** Keys of a trace that repeat its observations, and notes. */
const COPIES = ["input", "output", "metadata"];

/** Notes about a generation, its calls among them. */
const APART = ["metadata", "toolCalls", "toolDefinitions", "modelParameters"];

/** A run of a tool that no prompt mentions. */
function readTool(tree: Tree, observation: Node, into: MessageSink): void {
  const about = { thread: "tools" };
  const name = getText(tree, observation, "name") ?? "";
  const output = tree.get(observation, "output");
  const isError = tree.is(tree.get(observation, "level"), "ERROR");
  const head = { kind: "observation", toolName: name, isError } as const;
  into.message("assistant", observation, about);
  readCallOf(tree, tree.get(observation, "input"), { into, id: undefined, name });
  if (output === NONE) return;
  into.message("tool", observation, about);
  into.part({ ...head, editable: true }, output, tree.isString(output) ? undefined : JSON_VALUE);
}
