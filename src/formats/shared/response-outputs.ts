/** Tool results in items of the Responses API. */
import { Key } from "../../json/tree/key.ts";
import type { Shape } from "../../json/tree/shape.ts";
import { getString, NONE, type Node, type Tree } from "../../json/tree/tree.ts";
import type { MessageSink } from "../format.ts";
import { isImageBlock, JSON_VALUE, readImage, readObservationOf } from "./part-heads.ts";
import { CALL_ID, TYPE } from "./shared-keys.ts";

// Looked up in every output.
const OUTPUT = new Key("output");
const STATUS = new Key("status");

/** Text in blocks: of a message, a summary or an answer. */
export const TEXT_ITEMS = {
  as: "blocks",
  key: "text",
  type: "input_text",
} as const satisfies Shape;
const OUTPUT_INSIDE = { as: "json", key: "output" } as const satisfies Shape;

/** The id of an item's call: `call_id`, or the name that the Agents SDK for JavaScript uses. */
export function callIdIn(tree: Tree, item: Node): Node {
  const id = tree.get(item, CALL_ID);
  return id === NONE ? tree.get(item, "callId") : id;
}

/** A tool result: a string, JSON `{"output":…,"metadata":…}` in a string, an array, a block. */
export function readOutput(tree: Tree, item: Node, into: MessageSink): void {
  const output = tree.get(item, OUTPUT);
  // The output of a local shell has its call's id as its own id.
  const isLocal = tree.is(tree.get(item, TYPE), "local_shell_call_output");
  const callId =
    into.id(callIdIn(tree, item)) ?? (isLocal ? into.id(tree.get(item, "id")) : undefined);
  if (tree.isString(output)) {
    const { isInside, isError: isFailed } = lookInto(tree, output);
    const isError = isFailed || tree.is(tree.get(item, STATUS), "failed");
    const head = { kind: "observation", callId, isError, editable: true } as const;
    into.part(head, output, isInside ? OUTPUT_INSIDE : undefined);
    return;
  }
  const text = getString(tree, output, "text");
  const content = text === NONE ? output : text;
  const isError =
    tree.isArray(content) && tree.items(content).some((block) => hasFailed(tree, block));
  readObservationOf(tree, content, { into, callId, isError, blocks: TEXT_ITEMS });
}

/**
 * Whether a result, or a block of one, begins like the output of a command that failed; a block also like that of
 * a program of Codex that failed, or like what a command that failed passed on to one.
 */
export function hasFailed(tree: Tree, output: Node): boolean {
  if (tree.isString(output))
    return mayName(tree, output, CODES) && FAILED.test(tree.head(output, HEAD));
  const text = getString(tree, output, "text");
  if (text === NONE || !mayName(tree, text, FAILURES)) return false;
  const head = tree.head(text, HEAD);
  return FAILED.test(head) || FAILED_PROGRAM.test(head);
}

/** Whether a text may have one of these words near its beginning. */
function mayName(tree: Tree, text: Node, words: readonly string[], chars = HEAD): boolean {
  return words.some((word) => tree.mayInclude(text, word, chars));
}

/** Words of outputs that tell how a command ended, and also of those of a program of Codex. */
const CODES = ["exited with code", "Exit code:"];
const FAILURES = [...CODES, "Script failed", "exit_code"];

/** Whether an output is JSON that contains the text, and whether it reports that a command failed. */
function lookInto(tree: Tree, output: Node): { isInside: boolean; isError: boolean } {
  if (!tree.mayBeginWith(output, OPEN_BRACE))
    return { isInside: false, isError: hasFailed(tree, output) };
  if (!mayName(tree, output, KEYS_INSIDE, WHOLE)) return { isInside: false, isError: false };
  try {
    const value = JSON.parse(tree.text(output)) as {
      output?: unknown;
      metadata?: { exit_code?: unknown };
    };
    const code = value.metadata?.exit_code;
    const isError = typeof code === "number" && code !== 0;
    return { isInside: typeof value.output === "string", isError };
  } catch {
    return { isInside: false, isError: false };
  }
}

const OPEN_BRACE = 0x7b;
/** The ends of the keys that are looked for: as they are in a file, and in a text. */
const KEYS_INSIDE = ["output", "exit_code"].flatMap((key) => [`${key}\\`, `${key}"`]);
/** The exit code is in the lines before an output, within this many chars. */
const HEAD = 240;
/** More characters than any text has. */
const WHOLE = 2 ** 28;
const FAILED_PROGRAM =
  /^Script failed\n|^\{"(?:chunk_id|wall_time_seconds)":[^{}]*?"exit_code":(?!0\b)-?\d/;
const FAILED = /^(?:Process exited with code|Exit code:) (?!0\b)-?\d+/m;

/**
 * The output of a program that called tools: under `result` in the API, under `output` in the Agents SDK for
 * JavaScript.
 */
export function readProgramOutput(tree: Tree, item: Node, into: MessageSink): void {
  const callId = into.id(callIdIn(tree, item));
  const result = tree.get(item, "result");
  readObservationOf(tree, result === NONE ? tree.get(item, OUTPUT) : result, { into, callId });
}

/** A tool result in a form that is never edited: a screenshot, a list of tools. */
export function readFixedOutput(tree: Tree, item: Node, into: MessageSink): void {
  const callId = into.id(callIdIn(tree, item));
  const output = tree.get(item, OUTPUT);
  const head = { kind: "observation", callId, isError: false, editable: false } as const;
  if (isImageBlock(tree, output)) {
    into.part(head);
    readImage(tree, output, { into, insideObservation: true });
    return;
  }
  into.part(head, output === NONE ? tree.get(item, "tools") : output, JSON_VALUE);
}
