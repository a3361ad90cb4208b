import { getText, NONE, type Node, type Tree } from "../../json/tree/tree.ts";
import type { MessageSink } from "../format.ts";

/** The events of a sample's tools, found by the messages with their results. */
export interface ToolEvents {
  /** The copy of a message's content in its event, if that is a text; the event is then in `taken`. */
  resultOf(message: Node): Node;
  readonly taken: ReadonlySet<Node>;
}

/** The events of a sample's tools: by the id of the message or, in older logs, of the call, in order. */
export function toolEventsOf(tree: Tree, sample: Node): ToolEvents {
  const byMessage = new Map<string, Node>();
  const byCall = new Map<string, Node[]>();
  const taken = new Set<Node>();
  for (const event of tree.items(tree.get(sample, "events"))) {
    if (!tree.is(tree.get(event, "event"), "tool")) continue;
    const message = getText(tree, event, "message_id");
    const call = getText(tree, event, "id") ?? "";
    const waiting = byCall.get(call);
    if (message !== undefined) byMessage.set(message, event);
    else if (waiting === undefined) byCall.set(call, [event]);
    else waiting.push(event);
  }
  return {
    taken,
    resultOf(message) {
      const named = byMessage.get(getText(tree, message, "id") ?? "");
      const event = named ?? byCall.get(getText(tree, message, "tool_call_id") ?? "")?.shift();
      const result = event === undefined ? NONE : tree.get(event, "result");
      if (event === undefined || !tree.isString(result) || isReference(tree, result)) return NONE;
      taken.add(event);
      return result;
    },
  };
}

/**
 * Reports what repeats a sample's messages: the prompts of its events, changes of its state, tool results
 * that are no text, and the pools.
 */
export function readCopies(
  tree: Tree,
  sample: Node,
  { into, taken }: { readonly into: MessageSink; readonly taken: ReadonlySet<Node> },
): void {
  for (const key of POOLS) sideAt(tree, sample, { into, key });
  for (const event of tree.items(tree.get(sample, "events"))) {
    const kind = getText(tree, event, "event") ?? "";
    if (NOTES.has(kind)) into.ignore(event);
    for (const key of COPIES.get(kind) ?? []) sideAt(tree, event, { into, key });
    if (kind === "tool" && !taken.has(event)) sideAt(tree, event, { into, key: "result" });
  }
}

/** Events without anything for a model. */
const NOTES: ReadonlySet<string> = new Set([
  ...["sandbox", "logger", "info", "error", "input", "approval", "sample_limit", "step"],
  ...["span_begin", "span_end", "score", "score_edit", "anchor", "branch", "checkpoint"],
]);

/** Where events keep shared data, by version, and the events of failed attempts. */
const POOLS = ["message_pool", "events_data", "error_retries"];

/** For each kind of event, the keys that can have messages, or in older logs nested events. */
const COPIES: ReadonlyMap<string, readonly string[]> = new Map<string, readonly string[]>(
  Object.entries({
    sample_init: ["state"],
    model: ["input", "call"],
    state: ["changes"],
    store: ["changes"],
    tool: ["error", "events"],
    subtask: ["input", "result", "events"],
  }),
);

function sideAt(
  tree: Tree,
  node: Node,
  { into, key }: { readonly into: MessageSink; readonly key: string },
): void {
  const copy = tree.get(node, key);
  if (copy !== NONE) into.side(copy, "prompt");
}

/** Whether a value is a text that only names an attachment. */
export function isReference(tree: Tree, node: Node): boolean {
  return tree.chars(node) < MAX_REFERENCE && REFERENCE.test(tree.text(node));
}

const MAX_REFERENCE = 64;
const REFERENCE = /^(?:attachment|tc):\/\/\w+$/;
