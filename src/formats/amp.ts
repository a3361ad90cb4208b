import { getString, getText, NONE, type Node, type Tree } from "../json/tree/tree.ts";
import type { Id } from "../transcript/model/id.ts";
import { arrangeSummarized, SUMMARIZED } from "./arrange/arrange-summarized.ts";
import type { Format, MessageSink } from "./format.ts";
import { readAnthropicBlock } from "./shared/anthropic-blocks.ts";
import { isFailure } from "./shared/exit-code.ts";
import { findRole, hasMessages, PLAIN_ROLES, type RoleNames } from "./shared/message-list.ts";
import { type BlockTarget, JSON_VALUE, readObservationOf, readText } from "./shared/part-heads.ts";
import { readUsage } from "./shared/read-usage.ts";

/**
 * Threads of Amp (`~/.local/share/amp/threads/T-<id>.json`): messages in blocks like Anthropic's, except that
 * results have `toolUseID` and a `run`, whose `result` is any JSON. The model is sent the last `summary` of
 * an `info` message and everything after it. `nativeMessage` repeats a reply as its provider returned it.
 *
 * Checked in the source of @sourcegraph/amp of January 2026, and on threads that 0.0.1774569934 wrote, with a provider
 * of our own as its server. Versions since April 2026 keep threads on Amp's server alone.
 */
export const amp: Format<"amp"> = {
  name: "amp",
  writtenBy: "Amp threads",
  knownFrom: "recordings",
  layouts: ["document", "rows"],
  evidence: "keys",
  keys: [{ all: ["id", "created", "messages"], messages: ["messageId", "content"] }],
  dropping: "never",
  isResumed: true,
  saved: {
    places: [
      {
        agent: "amp",
        base: "~/.local/share",
        variable: "XDG_DATA_HOME",
        files: "amp/threads/*.json",
      },
    ],
    id: ["id"],
    usage: {
      items: "messages",
      at: "usage",
      input: ["inputTokens"],
      read: "cacheReadInputTokens",
      write: "cacheCreationInputTokens",
      output: ["outputTokens"],
    },
  },
  kindOf: (tree, record) => (isThread(tree, record) ? "conversation" : undefined),
  detect: (head) => head.some((tree) => isThread(tree, tree.root)),
  read(tree, record, into) {
    const messages = tree.get(record, "messages");
    into.array(messages);
    for (const message of tree.items(messages)) readMessage(tree, message, into);
  },
  readItem: readMessage,
  arrange: arrangeSummarized,
};

/** The model gets an `info` as a message of the user. */
const ROLES: RoleNames = [...PLAIN_ROLES, ["info", "user"]];

const COUNTS = {
  input: ["inputTokens"],
  read: "cacheReadInputTokens",
  write: "cacheCreationInputTokens",
  output: ["outputTokens"],
} as const;

function isThread(tree: Tree, record: Node): boolean {
  return (
    tree.excerpt(getString(tree, record, "id"), 2).startsWith("T-") &&
    tree.isNumber(tree.get(record, "created")) &&
    hasMessages(tree, record)
  );
}

function readMessage(tree: Tree, message: Node, into: MessageSink): void {
  const role = findRole(tree, message, ROLES);
  if (role === undefined) return;
  const content = tree.get(message, "content");
  const isSummary = (block: Node) => tree.is(tree.get(block, "type"), "summary");
  if (tree.items(content).some(isSummary)) into.mark({ mark: SUMMARIZED });
  into.message(role, message);
  const usage = tree.get(message, "usage");
  if (into.wantsUsage) readUsage(tree, usage, { into, keys: COUNTS });
  for (const file of tree.items(tree.get(tree.get(message, "fileMentions"), "files")))
    readText(tree, file, "content", into);
  for (const block of tree.items(content)) readBlock(tree, block, { into, array: content });
}

function readBlock(tree: Tree, block: Node, { into, array }: BlockTarget): void {
  switch (getText(tree, block, "type")) {
    case "summary":
      readText(tree, tree.get(block, "summary"), "summary", into);
      return;
    case "tool_result":
      readRun(tree, tree.get(block, "run"), {
        into,
        callId: into.id(tree.get(block, "toolUseID")),
      });
      return;
    case "manual_bash_invocation":
      // The user ran it, so it counts as the user's text.
      readText(tree, tree.get(tree.get(block, "toolRun"), "result"), "output", into);
      return;
    default:
      readAnthropicBlock(tree, block, { into, array });
  }
}

interface RunAbout {
  readonly into: MessageSink;
  readonly callId: Id | undefined;
}

/** Reads the outcome of a call: a result, an error, a reason why there is none, or nothing yet. */
function readRun(tree: Tree, run: Node, { into, callId }: RunAbout): void {
  const status = getText(tree, run, "status");
  const error = tree.get(run, "error");
  const told = tree.isString(error) ? error : getString(tree, error, "message");
  if (status === "done") readResult(tree, tree.get(run, "result"), { into, callId });
  else if (status === "error") readObservationOf(tree, told, { into, callId, isError: true });
  else if (status === "cancelled" || status === "rejected-by-user")
    readObservationOf(tree, tree.get(run, "reason"), { into, callId, isError: true });
  else if (tree.get(run, "result") !== NONE) into.unknown?.(run);
  const progress = tree.get(run, "progress");
  if (tree.hasItems(progress)) into.side(progress, "prompt");
}

/** The keys of the text in a result that is an object. */
const TEXT_KEYS = ["output", "content"];

function readResult(tree: Tree, result: Node, { into, callId }: RunAbout): void {
  const texts = TEXT_KEYS.map((key) => getString(tree, result, key)).filter(
    (node) => node !== NONE,
  );
  const [text = NONE] = texts;
  const blocks = tree.items(result);
  const isBlocks = blocks.some((block) => tree.isString(tree.get(block, "text")));
  const isError = isFailure(tree, tree.get(result, "exitCode"));
  const head = { kind: "observation", callId, isError, editable: true } as const;
  if (tree.isTrue(tree.get(result, "isImage"))) {
    into.part({ ...head, editable: false });
    into.part({ kind: "image", insideObservation: true, editable: false }, texts[0] ?? result);
    return;
  }
  if (tree.isString(result) || isBlocks) readObservationOf(tree, result, { into, callId });
  else if (texts.length === 1) into.part(head, text);
  else if (tree.isObject(result)) into.part(head, result, { as: "object", key: "output" });
  else if (result === NONE) into.part({ ...head, editable: false });
  else into.part(head, result, JSON_VALUE);
}
