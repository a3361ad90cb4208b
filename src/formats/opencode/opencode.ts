import { getString, getText, NONE, type Node, type Tree } from "../../json/tree/tree.ts";
import { arrangeCompacted, COMPACTED_MARKS } from "../arrange/arrange-compacted.ts";
import { compactedBefore } from "../arrange/compacted-before.ts";
import type { Format, MessageSink } from "../format.ts";
import { isFailure } from "../shared/exit-code.ts";
import { isItem, readCallOf, readImage, readReasoning, readText } from "../shared/part-heads.ts";
import { readModel } from "../shared/read-model.ts";
import { type CountKeys, readUsage } from "../shared/read-usage.ts";
import { opencodeDropping } from "./opencode-condensing.ts";

/**
 * Exports of opencode (`opencode export`), and of Kilo, which is derived from it: the session's `info`, and
 * messages of `info` and `parts`. A tool part has a call and its result.
 *
 * Checked against opencode's own conversion of messages for models, its filter of compacted messages, its
 * revert and its file tools (2025 to 2026), and exports of 1.17, 1.18 and Kilo 7.7.9. For an interrupted tool
 * the model sees `metadata.output`, not the error. An output that opencode cleared itself (`time.compacted`)
 * stays in the file unseen: it is left alone and has no chars. The rest of `metadata` is for display;
 * attachments are sent, and stay.
 *
 * A compaction is recorded after the tail that it keeps, but the model sees it before the tail: it counts in
 * no window.
 */
export const opencode: Format<"opencode"> = {
  name: "opencode",
  writtenBy: "opencode export, kilo export",
  knownFrom: "recordings",
  layouts: ["document", "rows"],
  evidence: "keys",
  keys: [{ all: ["info", "messages"] }],
  dropping: opencodeDropping,
  isResumed: true,
  // Seen in the requests of 1.18, and in its sources: for each Anthropic model from 5.1 on but Mythos. Kilo, whose
  // versions begin with 7, does not (7.7.9).
  asksToDrop(tree, record) {
    const version = getText(tree, tree.get(record, "info"), "version") ?? "";
    return !/^(?:[2-9]|\d\d)/.test(version);
  },
  kindOf: (tree, record) => (isExport(tree, record) ? "conversation" : undefined),
  detect: ([first]) => first !== undefined && isExport(first, first.root),
  read(tree, record, into) {
    const revert = tree.get(tree.get(record, "info"), "revert");
    const id = getText(tree, revert, "messageID");
    if (id !== undefined)
      into.mark({ mark: COMPACTED_MARKS.reverted, id, parent: getText(tree, revert, "partID") });
    const messages = tree.get(record, "messages");
    into.array(messages);
    for (const message of tree.items(messages)) readMessage(tree, message, into);
  },
  arrange: arrangeCompacted,
  arrangeBefore: compactedBefore,
  startsAnew: [COMPACTED_MARKS.summary],
};

function isExport(tree: Tree, record: Node): boolean {
  const messages = tree.get(record, "messages");
  if (!tree.isObject(tree.get(record, "info")) || !tree.isArray(messages)) return false;
  const [first = NONE] = tree.items(messages);
  return tree.isObject(tree.get(first, "info")) && tree.isArray(tree.get(first, "parts"));
}

function readMessage(tree: Tree, message: Node, into: MessageSink): void {
  const info = tree.get(message, "info");
  const id = getText(tree, info, "id");
  const role = tree.get(info, "role");
  const parts = tree.items(tree.get(message, "parts"));
  if (tree.is(role, "user")) {
    const compaction = parts.find((part) => tree.is(tree.get(part, "type"), "compaction"));
    if (compaction !== undefined) {
      const parent = getText(tree, compaction, "tail_start_id");
      into.mark({ mark: COMPACTED_MARKS.compaction, id, parent });
    }
    into.message("user", message, { id, fixed: compaction !== undefined });
    for (const part of parts) readUserPart(tree, part, into);
    return;
  }
  if (!tree.is(role, "assistant")) return;
  const fixed = isSummary(tree, info);
  if (fixed) into.mark({ mark: COMPACTED_MARKS.summary, id: getText(tree, info, "parentID") });
  if (isUnsent(tree, info, parts)) into.mark({ mark: COMPACTED_MARKS.unsent, id });
  readModel(tree, info, { into, keys: ["modelID"] });
  into.message("assistant", message, { id, reply: id, fixed });
  if (into.wantsUsage) readUsage(tree, tree.get(info, "tokens"), { into, keys: COUNTS });
  const array = tree.get(message, "parts");
  for (const part of parts) readPart(tree, part, { into, array });
}

const COUNTS = {
  input: ["input"],
  read: "cache.read",
  write: "cache.write",
  output: ["output", "reasoning"],
} as const satisfies CountKeys;

/** Whether a message is the summary that completes a compaction. */
function isSummary(tree: Tree, info: Node): boolean {
  return (
    tree.isTrue(tree.get(info, "summary")) &&
    tree.isString(tree.get(info, "finish")) &&
    !tree.isObject(tree.get(info, "error"))
  );
}

/** Whether a reply failed: it is not sent again, unless it was aborted with something to show. */
function isUnsent(tree: Tree, info: Node, parts: readonly Node[]): boolean {
  const error = tree.get(info, "error");
  if (!tree.isObject(error)) return false;
  if (!tree.is(tree.get(error, "name"), "MessageAbortedError")) return true;
  return parts.every((part) => {
    const type = getText(tree, part, "type");
    return type === "step-start" || type === "reasoning";
  });
}

function readUserPart(tree: Tree, part: Node, into: MessageSink): void {
  const type = tree.get(part, "type");
  if (tree.is(type, "text") && !tree.isTrue(tree.get(part, "ignored")))
    readText(tree, part, "text", into);
  else if (isMediaFile(tree, part)) readImage(tree, part, { into, insideObservation: false });
}

/** Whether a part is a file that is sent as it is; text files are already text parts. */
function isMediaFile(tree: Tree, part: Node): boolean {
  const mime = getText(tree, part, "mime");
  return (
    tree.is(tree.get(part, "type"), "file") &&
    mime !== undefined &&
    (mime.startsWith("image/") || mime === "application/pdf")
  );
}

function readPart(
  tree: Tree,
  part: Node,
  { into, array }: { readonly into: MessageSink; readonly array: Node },
): void {
  const type = tree.get(part, "type");
  if (tree.is(type, "text")) readText(tree, part, "text", into);
  else if (tree.is(type, "reasoning")) {
    // The provider's metadata: a signature, or encrypted reasoning.
    const metadata = tree.get(part, "metadata");
    const signed = tree.isObject(metadata);
    const isWhole = !isItem(tree, metadata);
    readReasoning(tree, part, { into, array, key: "text", signed, isWhole });
  } else if (tree.is(type, "tool")) {
    const id = getText(tree, part, "callID");
    const name = getText(tree, part, "tool") ?? "";
    const state = tree.get(part, "state");
    readCallOf(tree, tree.get(state, "input"), { into, id, name });
    readState(tree, state, { into, callId: id });
  }
}

/** The result of a tool, unless it is pending or running. */
function readState(
  tree: Tree,
  state: Node,
  { into, callId }: { into: MessageSink; callId: string | undefined },
): void {
  const status = getText(tree, state, "status");
  const isOpen = status === "pending" || status === "running";
  const mayFail = !isOpen && status !== "completed";
  const isError = status === "error" || (mayFail && tree.isString(tree.get(state, "error")));
  const isDone = status === "completed" || (!isOpen && tree.get(state, "output") !== NONE);
  if (!isError && !isDone) return;
  const metadata = tree.get(state, "metadata");
  // The printed output does not show a failure, and the call is marked completed.
  const hasFailed = isError || isFailure(tree, tree.get(metadata, "exit"));
  const head = { kind: "observation", callId, isError: hasFailed } as const;
  if (tree.isNumber(tree.get(tree.get(state, "time"), "compacted"))) {
    into.ignore(state);
    into.part({ ...head, editable: false });
    return;
  }
  const printed = getString(tree, metadata, "output");
  const isPrinted = isError && printed !== NONE && tree.isTrue(tree.get(metadata, "interrupted"));
  const output = isPrinted ? printed : getString(tree, state, isError ? "error" : "output");
  into.part({ ...head, editable: output !== NONE }, output);
  for (const copy of copiesIn(tree, metadata)) if (copy !== output) into.side(copy);
  for (const file of tree.items(tree.get(state, "attachments")))
    if (isMediaFile(tree, file)) readImage(tree, file, { into, insideObservation: false });
}

/** The texts that opencode's tools keep for display, without the paths next to them. */
function copiesIn(tree: Tree, metadata: Node): readonly Node[] {
  const holders = [metadata, tree.get(metadata, "filediff"), tree.get(metadata, "display")];
  holders.push(...tree.items(tree.get(metadata, "files")));
  return holders.flatMap((holder) =>
    COPY_KEYS.map((key) => getString(tree, holder, key)).filter((copy) => copy !== NONE),
  );
}

const COPY_KEYS = ["output", "preview", "diff", "patch", "before", "after", "text"];
