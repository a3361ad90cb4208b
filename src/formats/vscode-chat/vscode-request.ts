import type { Shape } from "../../json/tree/shape.ts";
import { getText, NONE, type Node, type Tree } from "../../json/tree/tree.ts";
import { REQUEST_MARKS } from "../arrange/arrange-requests.ts";
import type { MessageSink } from "../format.ts";
import { readCallOf, readImage, readText } from "../shared/part-heads.ts";
import { readModel } from "../shared/read-model.ts";

/** Reads a request of a chat, with what answered it so far. */
export function readRequest(tree: Tree, request: Node, into: MessageSink): void {
  const message = tree.get(request, "message");
  into.message("user", request);
  readText(tree, tree.isString(message) ? request : message, textKey(tree, message), into);
  const response = tree.get(request, "response");
  const result = tree.get(request, "result");
  if (result !== NONE) {
    into.mark({ mark: REQUEST_MARKS.result });
    readResult(tree, result, into);
  }
  if (response === NONE) return;
  into.mark({ mark: REQUEST_MARKS.response });
  readResponse(tree, response, into);
}

function textKey(tree: Tree, message: Node): string {
  return tree.isString(message) ? "message" : "text";
}

/**
 * Reads the Markdown of an agent without rounds. The other parts are for the screen; those of calls may show their
 * results.
 */
export function readResponse(tree: Tree, response: Node, into: MessageSink): void {
  into.ignore(response);
  for (const part of tree.items(response)) {
    const callId = getText(tree, part, "toolCallId");
    const output = tree.get(tree.get(part, "toolSpecificData"), "terminalCommandOutput");
    const shown = [tree.get(tree.get(part, "resultDetails"), "output"), tree.get(output, "text")];
    for (const copy of shown)
      if (callId !== undefined && copy !== NONE) into.side(copy, { callId });
  }
  const said = tree
    .items(response)
    .filter((part) => tree.get(part, "kind") === NONE && tree.isString(tree.get(part, "value")));
  if (said.length > 0) into.message("assistant", response);
  for (const part of said) readText(tree, part, "value", into);
}

/** Reads what an agent keeps of a request for later prompts. */
export function readResult(tree: Tree, result: Node, into: MessageSink): void {
  const metadata = tree.get(result, "metadata");
  const rounds = tree.items(tree.get(metadata, "toolCallRounds"));
  const results = tree.get(metadata, "toolCallResults");
  if (tree.keys(result).every((key) => ABOUT_RESULT.has(key))) into.ignore(result);
  else if (rounds.length === 0 && results === NONE) into.ignore(metadata);
  readPrompt(tree, metadata, into);
  readModel(tree, metadata, { into, keys: ["resolvedModel"] });
  const answers = answersOf(tree, results);
  const calls = rounds.map((round) => callsOf(tree, round));
  const own = new Set(calls.flat().map(({ key }) => key));
  // Where the request before reached its limit of calls, their results are here.
  for (const [key, answer] of answers)
    if (!own.has(key)) readAnswer(tree, answer, { into, callId: idOf(key) });
  const summaries = summariesOf(tree, metadata);
  for (const [at, round] of rounds.entries()) {
    readRound(tree, round, { into, calls: calls[at] ?? [], answers });
    const summary = summaries.get(getText(tree, round, "id") ?? "");
    if (summary === undefined) continue;
    into.mark({ mark: REQUEST_MARKS.summary });
    into.message("user", summary);
    readText(tree, summary, "text", into);
  }
}

/** Keys of a result of which an agent keeps nothing. */
const ABOUT_RESULT: ReadonlySet<string> = new Set([
  ...["errorDetails", "timings", "details", "nextQuestion", "usage"],
]);

interface KeyedCall {
  readonly call: Node;
  /** Its id, by which its result is kept. */
  readonly key: string;
}

function callsOf(tree: Tree, round: Node): readonly KeyedCall[] {
  const calls = tree.items(tree.get(round, "toolCalls"));
  return calls.map((call) => ({ call, key: getText(tree, call, "id") ?? "" }));
}

function answersOf(tree: Tree, results: Node): Map<string, Node> {
  const values = tree.items(results);
  return new Map(tree.keys(results).map((key, at) => [key, values[at] ?? NONE]));
}

/** Reads a round: the text of the agent, its calls, and their results. */
function readRound(
  tree: Tree,
  round: Node,
  {
    into,
    calls,
    answers,
  }: {
    readonly into: MessageSink;
    readonly calls: readonly KeyedCall[];
    readonly answers: Map<string, Node>;
  },
): void {
  into.message("assistant", round);
  readText(tree, round, "response", into);
  for (const { call, key } of calls) {
    const name = getText(tree, call, "name") ?? "";
    readCallOf(tree, tree.get(call, "arguments"), { into, id: idOf(key), name });
  }
  for (const { key } of calls) {
    const answer = answers.get(key);
    // A call that is there twice is answered once.
    if (answers.delete(key) && answer !== undefined)
      readAnswer(tree, answer, { into, callId: idOf(key) });
  }
}

/** The provider's id of a call: Copilot adds to it, to have each id once in a chat. */
function idOf(key: string): string {
  return key.split("__vscode")[0] ?? key;
}

/** The user's message as it was sent, with its context, in place of what was typed. */
function readPrompt(tree: Tree, metadata: Node, into: MessageSink): void {
  const prompt = tree.get(metadata, "renderedUserMessage");
  if (!tree.isString(prompt) && !tree.hasItems(prompt)) return;
  into.mark({ mark: REQUEST_MARKS.prompt });
  into.message("user", metadata);
  readText(tree, metadata, "renderedUserMessage", into);
  for (const block of tree.items(prompt)) readText(tree, block, "text", into);
}

/** The summaries of a request, by the last round that each replaces. */
function summariesOf(tree: Tree, metadata: Node): ReadonlyMap<string, Node> {
  const all = [...tree.items(tree.get(metadata, "summaries")), tree.get(metadata, "summary")];
  return new Map(
    all.flatMap((summary) => {
      const round = getText(tree, summary, "toolCallRoundId");
      return round === undefined ? [] : [[round, summary] as const];
    }),
  );
}

/** Text of a result, and the tree of a prompt element, whose text is in its leaves. */
const TEXTS = { as: "blocks", key: "value" } as const satisfies Shape;
const ELEMENTS = {
  as: "texts",
  keys: ["value", "node", "children", "text"],
  // VS Code knows the classes of such values by these numbers.
  frame: ['[{"$mid":21,"value":', "}]"],
} as const satisfies Shape;

/**
 * A result: texts, elements and media. The elements of a prompt are trees, which Copilot renders each time: a text
 * replaces them.
 */
function readAnswer(
  tree: Tree,
  answer: Node,
  { into, callId }: { readonly into: MessageSink; readonly callId: string },
): void {
  into.message("tool", answer);
  const content = tree.get(answer, "content");
  const parts = tree.items(content);
  const isText = (part: Node) => tree.isString(tree.get(part, "value"));
  const isElement = (part: Node) => tree.get(tree.get(part, "value"), "node") !== NONE;
  const isMedia = (part: Node) => tree.isString(tree.get(part, "mimeType"));
  const editable = parts.some((part) => isText(part) || isElement(part) || isMedia(part));
  const head = { kind: "observation", callId, isError: false, editable } as const;
  if (!editable) {
    into.part(head);
    into.textless?.(content);
    return;
  }
  into.part(head, content, parts.some(isText) && !parts.some(isElement) ? TEXTS : ELEMENTS);
  for (const part of parts) {
    if (isText(part) || isElement(part)) continue;
    if (isMedia(part)) readImage(tree, part, { into, insideObservation: true });
    else into.unknown?.(part);
  }
}
