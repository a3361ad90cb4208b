import { getString, getText, NONE, type Node, type Tree } from "../../json/tree/tree.ts";
import type { Id } from "../../transcript/model/id.ts";
import type { MessageSink } from "../format.ts";
import { readText } from "../shared/part-heads.ts";
import {
  aboutOf,
  type EventStream,
  fieldsOf,
  idOf,
  readImages,
  UNDROPPABLE,
} from "./openhands-stream.ts";

/** Reads an observation: the answer to a call, recalled knowledge, or nothing that the model sees. */
export function readObservation(stream: EventStream, event: Node, observation: string): void {
  const { tree, into } = stream;
  const extras = fieldsOf(tree, event, "extras");
  if (NO_ANSWERS.has(observation) || tree.isTrue(tree.get(extras, "hidden"))) into.ignore(event);
  if (tree.isTrue(tree.get(extras, "hidden"))) return;
  switch (observation) {
    case "null":
    case "agent_state_changed":
    case "loop_detection":
      return;
    case "recall":
      into.message("user", event, { ...aboutOf(stream, event), fixed: true });
      readRecalled(tree, extras, into);
      return;
    case "condense":
      into.message("user", event, { ...aboutOf(stream, event), fixed: true });
      readText(tree, event, "content", into);
      return;
    default:
      readAnswer(stream, event, { observation, extras });
  }
}

/** Observations that are not from a tool. */
const NO_ANSWERS: ReadonlySet<string> = new Set([
  "null",
  "agent_state_changed",
  "loop_detection",
  "recall",
  "condense",
]);

/** Information about the workspace and from microagents; `content` only says that it was recalled. */
function readRecalled(tree: Tree, extras: Node, into: MessageSink): void {
  for (const key of RECALLED) readText(tree, extras, key, into);
  for (const knowledge of tree.items(tree.get(extras, "microagent_knowledge")))
    readText(tree, knowledge, "content", into);
}

const RECALLED = [
  "repo_instructions",
  "additional_agent_instructions",
  "conversation_instructions",
];

function readAnswer(
  stream: EventStream,
  event: Node,
  { observation, extras }: { readonly observation: string; readonly extras: Node },
): void {
  const { tree, into, agents } = stream;
  if (observation === "delegate" && agents.length > 1) agents.pop();
  into.message("tool", event, aboutOf(stream, event));
  const content = getString(tree, event, "content");
  const outputs = tree.get(extras, "outputs");
  const output = getString(tree, outputs, "content");
  const isOutput = observation === "delegate" && output !== NONE;
  const text = isOutput ? output : content;
  const isError = observation === "error" || hasFailed(tree, event, extras);
  const callId = callIdOf(stream, event);
  into.part({ kind: "observation", callId, isError, editable: text !== NONE }, text);
  if (output === NONE && observation === "delegate" && extras !== event) into.unknown?.(outputs);
  readImages(tree, extras, into);
  for (const key of CALLED) into.ignore(tree.get(extras, key));
  if (isOutput && content !== NONE) into.side(content);
  const message = getString(tree, event, "message");
  if (message !== NONE && SAID_AGAIN.has(observation)) into.side(message);
  for (const key of COPIES) {
    const copy = extras === event ? NONE : tree.get(extras, key);
    if (copy !== NONE) into.side(copy);
  }
}

/** Observations whose content is in `message`; in others `message` describes them. */
const SAID_AGAIN: ReadonlySet<string> = new Set([
  "error",
  "success",
  "mcp",
  "think",
  "user_rejected",
  "task_tracking",
]);

/** Extras that repeat the call. */
const CALLED = ["command", "code"];

/** Extras that are the observation in another form, or its source. */
const COPIES = [
  "old_content",
  "new_content",
  "diff",
  "_diff_cache",
  "formatted_output_and_error",
  "screenshot",
  "set_of_marks",
  "dom_object",
  "axtree_object",
  "extra_element_properties",
];

function callIdOf(stream: EventStream, event: Node): Id | undefined {
  const { tree, into, earlier } = stream;
  const cause = idOf(stream, event, "cause");
  if (cause !== undefined) return cause;
  const given = getText(tree, tree.get(event, "tool_call_metadata"), "tool_call_id");
  if (given === undefined) return undefined;
  // An event by itself does not tell.
  if (earlier === undefined) into.mark({ mark: UNDROPPABLE });
  return earlier?.calls.get(given) ?? given;
}

/** Whether an observation reports a failure: by its flag or, in versions without one, its exit code. */
function hasFailed(tree: Tree, event: Node, extras: Node): boolean {
  const success = tree.get(event, "success");
  if (success !== NONE) return tree.text(success) === "false";
  if (tree.isTrue(tree.get(extras, "error"))) return true;
  const inMetadata = tree.get(tree.get(extras, "metadata"), "exit_code");
  const code = inMetadata === NONE ? tree.get(extras, "exit_code") : inMetadata;
  return tree.isNumber(code) && Number(tree.text(code)) !== 0;
}
