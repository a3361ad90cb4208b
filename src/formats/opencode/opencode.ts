import { getText, NONE, type Node, type Tree } from "../../json/tree/tree.ts";
import { arrangeCompacted, COMPACTED_MARKS } from "../arrange/arrange-compacted.ts";
import { compactedBefore } from "../arrange/compacted-before.ts";
import type { Format, MessageSink } from "../format.ts";
import { readImage, readText } from "../shared/part-heads.ts";
import { readModel } from "../shared/read-model.ts";
import { type CountKeys, readUsage } from "../shared/read-usage.ts";
import { opencodeDropping } from "./opencode-condensing.ts";
import { isMediaFile, readReplyPart } from "./opencode-parts.ts";

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
  readItem: readMessage,
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
  const id = into.id(tree.get(info, "id"));
  const role = tree.get(info, "role");
  const parts = tree.items(tree.get(message, "parts"));
  if (tree.is(role, "user")) {
    const compaction = parts.find((part) => tree.is(tree.get(part, "type"), "compaction"));
    if (compaction !== undefined) {
      const parent = into.id(tree.get(compaction, "tail_start_id"));
      into.mark({ mark: COMPACTED_MARKS.compaction, id, parent });
    }
    into.message("user", message, { id, fixed: compaction !== undefined });
    for (const part of parts) readUserPart(tree, part, into);
    return;
  }
  if (!tree.is(role, "assistant")) return;
  const fixed = isSummary(tree, info);
  if (fixed) into.mark({ mark: COMPACTED_MARKS.summary, id: into.id(tree.get(info, "parentID")) });
  if (isUnsent(tree, info, parts)) into.mark({ mark: COMPACTED_MARKS.unsent, id });
  readModel(tree, info, { into, keys: ["modelID"] });
  into.message("assistant", message, { id, reply: id, fixed });
  if (into.wantsUsage) readUsage(tree, tree.get(info, "tokens"), { into, keys: COUNTS });
  const array = tree.get(message, "parts");
  for (const part of parts) readReplyPart(tree, part, { into, array });
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
