import type { Node, Tree } from "../../json/tree/tree.ts";
import { arrangeRequests, REQUEST_MARKS } from "../arrange/arrange-requests.ts";
import type { Format, MessageSink } from "../format.ts";
import type { SavedSessions } from "../shared/saved-sessions.ts";
import { readRequest, readResponse, readResult } from "./vscode-request.ts";

/**
 * Chats of VS Code, most of them with GitHub Copilot: `chatSessions/<id>.jsonl`, and before version 1.109
 * `<id>.json`; *Chat: Export Chat…* writes the latter too. A document has `requests`, each with the `result` of its
 * agent. The lines are a log of changes: `kind` 0 is a whole chat, 1 sets the value at the path `k`, 2 adds items to
 * the array there, after the first `i` if it says so, and 3 deletes.
 *
 * The model is sent `result.metadata` of a request: Copilot's rounds with their calls, and the results by id.
 * `response` is for the screen; its copies of results are no part of prompts.
 *
 * Checked in VS Code (`objectMutationLog.ts`, `chatSessionOperationLog.ts`), in Copilot Chat 0.54
 * (`agentConversationHistory.tsx`, `toolCalling.tsx`, `conversation.ts`) and on a chat recorded with it.
 */
export const vscodeChat: Format<"vscode-chat"> = {
  name: "vscode-chat",
  writtenBy: "chats of VS Code with GitHub Copilot",
  knownFrom: "recordings",
  layouts: ["document", "rows", "lines"],
  evidence: "envelope",
  keys: [{ all: ["requests", "responderUsername"] }, { all: ["kind", "v"] }],
  dropping: "never",
  isResumed: true,
  saved: savedIn(["~/.config", "XDG_CONFIG_HOME"], ["~/Library/Application Support"]),
  kindOf(tree, record) {
    if (isChat(tree, record)) return "conversation";
    return isEntry(tree, record) ? "message" : undefined;
  },
  detect: (head) =>
    head.some((tree) => isChat(tree, tree.root) || isChat(tree, tree.get(tree.root, "v"))),
  read(tree, record, into) {
    if (isChat(tree, record)) readRequests(tree, tree.get(record, "requests"), into);
    else readEntry(tree, record, into);
  },
  arrange: arrangeRequests,
};

/** Where VS Code keeps chats: those of a folder, and those of windows without one. On Windows in `APPDATA`. */
function savedIn(...bases: readonly (readonly [`~${string}`, string?])[]): SavedSessions {
  const settings = bases.map(([base, variable]) => ({ base, ...(variable && { variable }) }));
  const folders = ["workspaceStorage/*/chatSessions", "globalStorage/emptyWindowChatSessions"];
  return {
    places: [...settings, { variable: "APPDATA" }].flatMap((place) =>
      folders.flatMap((folder) =>
        ["jsonl", "json"].map((end) => ({
          ...{ agent: "vscode", ...place },
          files: `Code/User/${folder}/*.${end}`,
        })),
      ),
    ),
    id: ["sessionId", "v.sessionId"],
  };
}

function isChat(tree: Tree, node: Node): boolean {
  return (
    tree.isArray(tree.get(node, "requests")) && tree.isString(tree.get(node, "responderUsername"))
  );
}

/** Whether a line is an entry of the log of changes. */
function isEntry(tree: Tree, line: Node): boolean {
  return (
    tree.isNumber(tree.get(line, "kind")) &&
    (tree.isArray(tree.get(line, "k")) || isChat(tree, tree.get(line, "v")))
  );
}

function readRequests(tree: Tree, requests: Node, into: MessageSink): void {
  if (!tree.hasItems(requests)) into.ignore(requests);
  for (const request of tree.items(requests)) {
    into.mark({ mark: REQUEST_MARKS.request });
    readRequest(tree, request, into);
  }
}

/** An entry of the log of changes: most are about what the model is not sent. */
function readEntry(tree: Tree, line: Node, into: MessageSink): void {
  const kind = tree.text(tree.get(line, "kind"));
  const value = tree.get(line, "v");
  if (kind === "0") {
    into.mark({ mark: REQUEST_MARKS.keep, id: "0" });
    if (!tree.hasItems(tree.get(value, "requests"))) into.ignore(line);
    readRequests(tree, tree.get(value, "requests"), into);
    return;
  }
  const [list, id, key, ...below] = tree.items(tree.get(line, "k")).map((each) => tree.text(each));
  const kept = tree.get(line, "i");
  const left = kind === "2" ? (tree.isNumber(kept) ? tree.text(kept) : undefined) : "0";
  if (list !== "requests") into.ignore(line);
  else if (id === undefined) {
    if (left !== undefined) into.mark({ mark: REQUEST_MARKS.keep, id: left });
    readRequests(tree, value, into);
  } else if (key === undefined) {
    into.mark({ mark: REQUEST_MARKS.request, id });
    readRequest(tree, value, into);
  } else if (key === "result" && below.length === 0) {
    into.mark({ mark: REQUEST_MARKS.result, id });
    readResult(tree, value, into);
  } else if (key === "response" && below.length === 0) {
    into.mark({ mark: REQUEST_MARKS.response, id, parent: left });
    readResponse(tree, value, into);
  } else if (key !== "result") into.ignore(line);
}
