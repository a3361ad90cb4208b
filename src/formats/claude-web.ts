import { listOf, NONE, type Node, type Tree } from "../json/tree/tree.ts";
import { arrangeChains } from "./arrange/arrange-chains.ts";
import { readSessionLine } from "./claude-code/claude-code.ts";
import { claudeCodeDropping } from "./claude-code/claude-code-condensing.ts";
import type { Format } from "./format.ts";

/**
 * Sessions of Claude Code on the web, as its API returns them and `claude-code-transcripts` saves them: one
 * document, `{"loglines":[…]}`, whose items are lines of a Claude Code session. Many have no `uuid`; without
 * any, the order is file order. So are lines of Claude Code's sessions that were put into an array. The evidence is one
 * test of that tool's reader; the API is not documented and no recorded file was available, so whatever else it writes
 * is not verified.
 */
export const claudeWeb: Format<"claude-web"> = {
  name: "claude-web",
  writtenBy: "Claude Code on the web (loglines)",
  knownFrom: "source",
  layouts: ["document", "rows"],
  evidence: "keys",
  keys: [{ all: ["loglines"] }, { items: ["type", "message", "sessionId"] }],
  dropping: claudeCodeDropping,
  kindOf: (tree, record) => (hasMessage(tree, record) ? "conversation" : undefined),
  detect: (head) => head.length > 0 && head.every((tree) => hasMessage(tree, tree.root)),
  read(tree, record, into) {
    into.array(listIn(tree, record));
    for (const line of linesIn(tree, record)) readSessionLine(tree, line, into);
  },
  arrange: arrangeChains,
};

function listIn(tree: Tree, record: Node): Node {
  return tree.isArray(record) ? record : tree.get(record, "loglines");
}

function linesIn(tree: Tree, record: Node): readonly Node[] {
  const lines = listIn(tree, record);
  return listOf(tree, lines);
}

function hasMessage(tree: Tree, record: Node): boolean {
  return linesIn(tree, record).some((line) => {
    const type = tree.get(line, "type");
    const isMessage = tree.is(type, "user") || tree.is(type, "assistant");
    const message = tree.get(line, "message");
    if (!isMessage || !tree.isObject(message)) return false;
    if (!tree.isArray(record)) return true;
    return tree.isString(tree.get(line, "sessionId")) && tree.get(message, "content") !== NONE;
  });
}
