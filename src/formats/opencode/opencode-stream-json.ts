import { NONE, type Tree } from "../../json/tree/tree.ts";
import { arrangeThreads } from "../arrange/arrange-threads.ts";
import type { Format } from "../format.ts";
import { readReplyPart } from "./opencode-parts.ts";

/**
 * Output of `opencode run --format json`, and of Kilo's: an event on each line, `{type, timestamp, sessionID,
 * part}`. Its parts are those of opencode's exports: `tool_use` has a call that ended with its result, `text`
 * and `reasoning` what the model wrote, `step_start` and `step_finish` nothing for the model. `error` has an
 * `error` in place of a part.
 *
 * Checked in outputs of opencode (March 2026) and in its source (`cli/cmd/run.ts`). What the user asked is not
 * in the stream (opencode issue 29997), nor are the system prompt and the steps of subagents.
 */
export const opencodeStreamJson: Format<"opencode-stream-json"> = {
  name: "opencode-stream-json",
  writtenBy: "opencode run --format json, kilo run --format json",
  knownFrom: "recordings",
  layouts: ["lines"],
  evidence: "envelope",
  keys: [{ all: ["type", "sessionID", "part"] }],
  dropping: "never",
  kindOf: (tree, line) => (tree.isString(tree.get(line, "type")) ? "message" : undefined),
  detect: (head) => head.some(isOwnLine),
  read(tree, line, into) {
    const type = tree.get(line, "type");
    if (NOTES.some((word) => tree.is(type, word))) into.ignore(line);
    if (!REPLIES.some((word) => tree.is(type, word))) return;
    const part = tree.get(line, "part");
    into.message("assistant", line, { reply: into.id(tree.get(part, "messageID")) });
    readReplyPart(tree, part, { into, array: NONE });
  },
  arrange: arrangeThreads,
};

/** Events with something for the model. */
const REPLIES = ["tool_use", "text", "reasoning"];

/** Events without. */
const NOTES = ["step_start", "step_finish", "error"];

function isOwnLine(tree: Tree): boolean {
  const part = tree.get(tree.root, "part");
  return (
    tree.isString(tree.get(tree.root, "sessionID")) &&
    tree.isString(tree.get(part, "messageID")) &&
    tree.isString(tree.get(part, "type"))
  );
}
