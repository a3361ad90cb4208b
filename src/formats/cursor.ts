import { listOf, NONE, type Node, type Tree } from "../json/tree/tree.ts";
import type { Role } from "../transcript/model/message.ts";
import type { Format } from "./format.ts";
import { readAnthropicBlock } from "./shared/anthropic-blocks.ts";
import {
  type BlockTarget,
  readCallOf,
  readContentOf,
  readObservationOf,
} from "./shared/part-heads.ts";
import { readModel } from "./shared/read-model.ts";
import { CONTENT, NAME, ROLE, TYPE } from "./shared/shared-keys.ts";

/**
 * Agent transcripts of Cursor (`~/.cursor/projects/<folder>/agent-transcripts/<id>/<id>.jsonl`): a role and a
 * message of Anthropic's blocks on each line, and a line without a role at the end of a turn. Checked in
 * programs that read it (jazzyalex/agent-sessions, `CursorSessionParser.swift`, August 2026) and in a sample
 * of theirs.
 *
 * Cursor keeps this file for tools and hooks, and resumes from its own database. People who counted theirs
 * found calls and no results in it (receptron/mulmoterminal pull request 2081: 35 files): such a transcript
 * has nothing to mask. Calls have no ids, so results are paired in order.
 */
export const cursor: Format<"cursor"> = {
  name: "cursor",
  writtenBy: "Cursor agent transcripts",
  layouts: ["lines"],
  knownFrom: "source",
  evidence: "envelope",
  keys: [{ all: ["role", "message"], none: ["type", "sessionId", "session_id", "uuid"] }],
  dropping: "remove",
  saved: {
    places: ["projects/*/agent-transcripts/*/*.jsonl", "projects/*/agent-transcripts/*.jsonl"].map(
      (files) => ({ agent: "cursor", base: "~/.cursor", files }),
    ),
  },
  kindOf: (tree, line) =>
    roleOf(tree, line) !== undefined || isEnd(tree, line) ? "message" : undefined,
  detect: (head) => head.some((tree) => roleOf(tree, tree.root) !== undefined),
  read(tree, line, into) {
    const role = roleOf(tree, line);
    if (role === undefined) {
      if (isEnd(tree, line)) into.ignore(line);
      return;
    }
    readModel(tree, line, { into });
    into.message(role, line);
    readContentOf(tree, contentOf(tree, line), { into, readBlock });
  },
  message: (summary, encode) =>
    `{"role":"user","message":{"content":[{"type":"text","text":${encode(summary)}}]}}`,
};

/** The role of a line: a user's line of results only is a tool's. */
function roleOf(tree: Tree, line: Node): Role | undefined {
  const message = tree.get(line, "message");
  const content = contentOf(tree, line);
  if (!tree.isString(content) && !tree.isArray(content)) return undefined;
  if (tree.get(line, TYPE) !== NONE || tree.get(message, ROLE) !== NONE) return undefined;
  const role = tree.get(line, ROLE);
  if (tree.is(role, "assistant")) return "assistant";
  if (tree.is(role, "system")) return "system";
  if (!tree.is(role, "user")) return undefined;
  const blocks = listOf(tree, content);
  return blocks.length > 0 && blocks.every((block) => isResult(tree, block)) ? "tool" : "user";
}

function contentOf(tree: Tree, line: Node): Node {
  return tree.get(tree.get(line, "message"), CONTENT);
}

/** Whether a line ends a turn. */
function isEnd(tree: Tree, line: Node): boolean {
  return tree.is(tree.get(line, TYPE), "turn_ended");
}

function isResult(tree: Tree, block: Node): boolean {
  return tree.is(tree.get(block, TYPE), "tool_result");
}

function readBlock(tree: Tree, block: Node, { into, array }: BlockTarget): void {
  if (tree.is(tree.get(block, TYPE), "tool_use"))
    readCallOf(tree, tree.get(block, "input"), {
      into,
      id: undefined,
      name: tree.text(tree.get(block, NAME)),
    });
  else if (isResult(tree, block))
    readObservationOf(tree, tree.get(block, CONTENT), {
      into,
      callId: undefined,
      isError: tree.isTrue(tree.get(block, "is_error")),
    });
  else readAnthropicBlock(tree, block, { into, array });
}
