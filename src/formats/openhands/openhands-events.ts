import { getString, getText, NONE, type Node, type Tree } from "../../json/tree/tree.ts";
import { textOfId } from "../../transcript/model/id.ts";
import { SUMMARY_TAG } from "../../transcript/model/message.ts";
import type { MessageSink } from "../format.ts";
import { readCallOf, readText, TEXT } from "../shared/part-heads.ts";
import { OPENAI_COUNTS, readUsage } from "../shared/read-usage.ts";
import { readObservation } from "./openhands-observations.ts";
import {
  aboutOf,
  type EventStream,
  fieldsOf,
  idOf,
  readImages,
  UNDROPPABLE,
} from "./openhands-stream.ts";

/** Reads the events of a stream of OpenHands 0.x: a message for each event that the model sees. */
export function readEvents(tree: Tree, events: readonly Node[], into: MessageSink): void {
  const stream: EventStream = {
    tree,
    into,
    earlier: { calls: new Map(), inView: [] },
    agents: [{ thread: undefined }],
  };
  for (const event of events) {
    const id = tree.get(event, "id");
    if (tree.isNumber(id)) stream.earlier?.inView.push(Number(tree.text(id)));
    readEventIn(stream, event);
  }
  // Appended events would be the delegate's.
  if (stream.agents.length > 1)
    into.mark({ mark: UNDROPPABLE, id: "events that end in a delegate" });
}

/** Reads an event by itself; a mark leaves one that depends on others, or that others depend on, to `readEvents`. */
export function readEvent(tree: Tree, event: Node, into: MessageSink): void {
  const kinds = ["action", "observation"].map((key) => tree.get(event, key));
  if (kinds.some((kind) => tree.is(kind, "delegate") || tree.is(kind, "condensation")))
    into.mark({ mark: UNDROPPABLE });
  readEventIn({ tree, into, earlier: undefined, agents: [{ thread: undefined }] }, event);
}

function readEventIn(stream: EventStream, event: Node): void {
  const { tree, into } = stream;
  const action = getText(tree, event, "action");
  const observation = getText(tree, event, "observation");
  if (action === undefined && observation === undefined) return;
  // It repeats the model's reply, with other calls.
  into.ignore(tree.get(event, "tool_call_metadata"));
  if (action !== undefined) readAction(stream, event, action);
  else if (observation !== undefined) readObservation(stream, event, observation);
}

function readAction(stream: EventStream, event: Node, action: string): void {
  const { tree, into } = stream;
  const args = fieldsOf(tree, event, "args");
  if (SILENT.has(action) || tree.isTrue(tree.get(args, "hidden"))) {
    into.ignore(event);
    return;
  }
  const isUser = tree.is(tree.get(event, "source"), "user");
  switch (action) {
    case "system":
      into.message("system", event, aboutOf(stream, event));
      readText(tree, args, "content", into);
      return;
    case "message":
      into.message(
        isUsers(tree, event, args) ? "user" : "assistant",
        event,
        aboutOf(stream, event),
      );
      readText(tree, args, "content", into);
      readImages(tree, args, into);
      return;
    case "finish":
    case "reject":
      into.message(isUser ? "user" : "assistant", event, aboutOf(stream, event));
      readText(tree, args, "thought", into);
      return;
    case "condensation":
      readCondensation(stream, event, args);
      return;
    default:
      into.message(isUser ? "user" : "assistant", event, aboutOf(stream, event));
      readCall(stream, event, { action, args });
  }
}

/** Actions that the model never sees; their answers are events of another kind. */
const SILENT: ReadonlySet<string> = new Set([
  "null",
  "start",
  "pause",
  "resume",
  "stop",
  "change_agent_state",
  "recall",
  "condensation_request",
  "loop_recovery",
]);

/** Whether a message is the user's: those without a source are, unless they wait for an answer. */
function isUsers(tree: Tree, event: Node, args: Node): boolean {
  const source = tree.get(event, "source");
  if (source !== NONE) return tree.is(source, "user");
  return !tree.isTrue(tree.get(args, "wait_for_response"));
}

/** A call: as the model wrote it if the event has its reply, else as the event has it. */
function readCall(
  stream: EventStream,
  event: Node,
  { action, args }: { readonly action: string; readonly args: Node },
): void {
  const { tree, into, earlier } = stream;
  const metadata = tree.get(event, "tool_call_metadata");
  if (into.wantsUsage) {
    const usage = tree.get(tree.get(metadata, "model_response"), "usage");
    readUsage(tree, usage, { into, keys: OPENAI_COUNTS });
  }
  const given = tree.get(metadata, "tool_call_id");
  const id = idOf(stream, event, "id") ?? into.id(given);
  const name = getText(tree, metadata, "function_name") ?? action;
  const written = writtenArguments(tree, metadata, given);
  // Only the first of several calls in a reply has the reply's text; for `think`, the thought is the
  // argument.
  if (written !== NONE && action !== "think") readText(tree, args, "thought", into);
  readCallOf(tree, written === NONE ? args : written, { into, id, name });
  // What the call is for the sandbox: the model wrote it otherwise.
  if (written !== NONE)
    into.ignore(args === event ? tree.get(args, "translated_ipython_code") : args);
  into.ignore(tree.get(event, "message")); // What the event is, as people read it.
  if (earlier === undefined) return;
  if (tree.isString(given) && id !== undefined) earlier.calls.set(tree.text(given), textOfId(id));
  if (action === "delegate")
    stream.agents.push({
      thread: `delegate ${id === undefined ? earlier.calls.size : textOfId(id)}`,
    });
}

/** The arguments of a call in the model's reply. */
function writtenArguments(tree: Tree, metadata: Node, id: Node): Node {
  const [choice = NONE] = tree.items(tree.get(tree.get(metadata, "model_response"), "choices"));
  const calls = tree.items(tree.get(tree.get(choice, "message"), "tool_calls"));
  const isIt = (own: Node) => (tree.isString(id) ? tree.same(own, id) : !tree.isString(own));
  const call = calls.find((each) => isIt(tree.get(each, "id")));
  return call === undefined ? NONE : getString(tree, tree.get(call, "function"), "arguments");
}

/**
 * The messages that a condensation forgets, and the summary that the model sees instead; only the newest
 * summary counts.
 */
function readCondensation(stream: EventStream, event: Node, args: Node): void {
  const { tree, into, agents, earlier = { inView: [] } } = stream;
  const id = textOfId(idOf(stream, event, "id") ?? `condensation ${earlier.inView.length}`);
  const isForgotten = forgottenBy(tree, args);
  const forget = (forgotten: string) => into.mark({ mark: "forgotten", id: forgotten, parent: id });
  for (const each of earlier.inView) if (isForgotten(each)) forget(String(each));
  earlier.inView = earlier.inView.filter((each) => !isForgotten(each));
  const summary = getString(tree, args, "summary");
  if (summary === NONE || !tree.isNumber(tree.get(args, "summary_offset"))) return;
  const agent = agents.at(-1);
  if (agent?.summary !== undefined) forget(agent.summary);
  if (agent !== undefined) agent.summary = id;
  into.message("user", event, { id, thread: agent?.thread, fixed: true, tags: [SUMMARY_TAG] });
  into.part(TEXT, summary);
}

function forgottenBy(tree: Tree, args: Node): (id: number) => boolean {
  const list = tree.get(args, "forgotten_event_ids");
  const numberAt = (node: Node) => (tree.isNumber(node) ? Number(tree.text(node)) : Number.NaN);
  if (tree.isArray(list)) {
    const ids = new Set(tree.items(list).map(numberAt));
    return (id) => ids.has(id);
  }
  const start = numberAt(tree.get(args, "forgotten_events_start_id"));
  const end = numberAt(tree.get(args, "forgotten_events_end_id"));
  return (id) => start <= id && id <= end;
}
