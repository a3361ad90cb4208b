import { NONE, type Node, type Tree } from "../json/tree/tree.ts";
import { isConverseMessage, readConverseMessage } from "./bedrock.ts";
import type { Format } from "./format.ts";

/**
 * Messages as the session managers of Strands Agents save them: each with a `message_id`, around a `message`
 * of Bedrock's Converse API. They are separate files
 * (`session_<id>/agents/agent_<id>/messages/message_<n>.json`), to be joined as lines in the order of their
 * numbers. Checked in sessions of 1.62 (`SessionMessage`, types/session.py).
 *
 * A `redact_message` is sent in place of its `message`. Nothing is dropped: an agent counts its messages.
 */
export const strands: Format<"strands"> = {
  name: "strands",
  writtenBy: "sessions of Strands Agents, joined to lines",
  knownFrom: "recordings",
  layouts: ["lines"],
  evidence: "envelope",
  keys: [{ all: ["message", "message_id"], none: ["type", "uuid", "sessionId"] }],
  dropping: "never",
  isResumed: true,
  kindOf: (tree, line) => (sentOf(tree, line) === NONE ? undefined : "message"),
  detect: (head) => head.some((tree) => sentOf(tree, tree.root) !== NONE),
  read(tree, line, into) {
    const sent = sentOf(tree, line);
    if (sent !== NONE) readConverseMessage(tree, sent, { into, unit: line });
  },
};

/** The message that a line sends, if it is one of Strands' lines. */
function sentOf(tree: Tree, line: Node): Node {
  if (!tree.isNumber(tree.get(line, "message_id"))) return NONE;
  const redacted = tree.get(line, "redact_message");
  const sent = tree.isObject(redacted) ? redacted : tree.get(line, "message");
  return isConverseMessage(tree, sent) ? sent : NONE;
}
