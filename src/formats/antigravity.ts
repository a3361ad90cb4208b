import { getString, getText, listOf, type Node, type Tree } from "../json/tree/tree.ts";
import type { Format, MessageSink } from "./format.ts";
import { readCallOf, readObservationOf, readText } from "./shared/part-heads.ts";

/**
 * Transcripts of the Antigravity CLI
 * (`~/.gemini/antigravity-cli/brain/<id>/.system_generated/logs/transcript.jsonl`): a numbered step on each
 * line, with its `source` and `type`. Checked in recorded samples and in the program that it comes from
 * (jazzyalex/agent-sessions, `AntigravityTranscriptParser.swift`, August 2026).
 *
 * Every step of the model's except `PLANNER_RESPONSE`, which has the calls, is a tool's answer. Neither has
 * an id, and the type of an answer is not the name of the tool (`CODE_ACTION` answers `write_to_file`): results
 * belong to the calls before them, in order. Antigravity resumes from its own database, and
 * cuts long texts in this file itself (`truncated_fields`).
 *
 * Steps of Antigravity's SDK (`conversation.history`, a `Step` on each line; google-antigravity, `types.py`) have the
 * same keys and a `target`. They are texts, thoughts and calls: a result is in none of them.
 */
export const antigravity: Format<"antigravity"> = {
  name: "antigravity",
  writtenBy: "Antigravity CLI transcripts",
  layouts: ["lines"],
  knownFrom: "recordings",
  evidence: "envelope",
  keys: [{ all: ["step_index", "source", "type", "status"] }],
  dropping: "never",
  saved: {
    places: [
      {
        agent: "antigravity",
        base: "~",
        variable: "GEMINI_CLI_HOME",
        files: ".gemini/antigravity-cli/brain/*/.system_generated/logs/transcript.jsonl",
        idAbove: 3,
      },
    ],
  },
  kindOf: (tree, line) => (isStep(tree, line) ? "message" : undefined),
  detect: (head) => head.some((tree) => isStep(tree, tree.root)),
  read(tree, line, into) {
    const type = getText(tree, line, "type") ?? "";
    if (SDK_REPLIES.includes(type) && tree.isString(tree.get(line, "target"))) {
      if (tree.is(tree.get(line, "source"), "MODEL")) readReply(tree, line, into);
      else readSaid(tree, line, into);
    } else if (type === "USER_INPUT" || isOfUser(tree, line) || SYSTEM_TEXTS.includes(type)) {
      readSaid(tree, line, into);
    } else if (type === "PLANNER_RESPONSE") readReply(tree, line, into);
    else if (isResult(tree, line, type)) {
      into.message("tool", line);
      readObservationOf(tree, getString(tree, line, "content"), { into, callId: undefined });
    }
  },
};

/**
 * Texts that the program inserts; the model gets them as the user's. An error has one if it is about a call; those of
 * the provider have none.
 */
const SYSTEM_TEXTS = [
  "SYSTEM_MESSAGE",
  "EPHEMERAL_MESSAGE",
  "ERROR_MESSAGE",
  "CHECKPOINT",
  "CONVERSATION_HISTORY",
  "KNOWLEDGE_ARTIFACTS",
];

/** Types of the SDK's steps; a text has the type of a reply whoever said it. */
const SDK_REPLIES = ["TEXT_RESPONSE", "THINKING", "TOOL_CALL", "FINISH"];

/** Types of steps that are tools' answers, as observed. */
const RESULTS = [
  "CODE_ACTION",
  "GENERIC",
  "GREP_SEARCH",
  "LIST_DIRECTORY",
  "RUN_COMMAND",
  "SEARCH_WEB",
  "VIEW_FILE",
];

/** A step with a text of the user or the program; without a text it is a marker. */
function readSaid(tree: Tree, line: Node, into: MessageSink): void {
  if (!tree.isString(tree.get(line, "content"))) {
    into.ignore(line);
    return;
  }
  into.message("user", line);
  readText(tree, line, "content", into);
}

function isStep(tree: Tree, line: Node): boolean {
  return (
    tree.isNumber(tree.get(line, "step_index")) &&
    tree.isString(tree.get(line, "type")) &&
    tree.isString(tree.get(line, "source"))
  );
}

/** Whether the user did it: commands that they ran and files that they opened are no results of the model's calls. */
function isOfUser(tree: Tree, line: Node): boolean {
  return tree.is(tree.get(line, "source"), "USER_EXPLICIT");
}

function isResult(tree: Tree, line: Node, type: string): boolean {
  return RESULTS.includes(type) || tree.is(tree.get(line, "source"), "MODEL");
}

function readReply(tree: Tree, line: Node, into: MessageSink): void {
  into.message("assistant", line);
  const thinking = getString(tree, line, "thinking");
  if (tree.isString(thinking)) into.part({ kind: "reasoning", signed: false }, thinking);
  readText(tree, line, "content", into);
  for (const call of listOf(tree, tree.get(line, "tool_calls"))) {
    const name = getText(tree, call, "name") ?? "";
    readCallOf(tree, tree.get(call, "args"), { into, id: undefined, name });
  }
}
