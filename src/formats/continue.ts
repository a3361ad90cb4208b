import { getString, getText, NONE, type Node, type Tree } from "../json/tree/tree.ts";
import type { Arrangement, Found } from "../transcript/model/arrangement.ts";
import type { Sequence } from "../transcript/model/sequence.ts";
import type { Format, MessageSink } from "./format.ts";
import { readCall } from "./shared/chat-content.ts";
import { findRole, PLAIN_ROLES, type RoleNames } from "./shared/message-list.ts";
import { readImage, readObservationOf, readText, TEXT, TEXT_BLOCK } from "./shared/part-heads.ts";
import { OPENAI_COUNTS, readUsage } from "./shared/read-usage.ts";

/**
 * Sessions of Continue (`~/.continue/sessions/<id>.json`), of its CLI and its editors: an item of `history`
 * is a message, its attachments, and the states of its calls with their results. From the first summary of a
 * compaction on (`conversationSummary`), earlier messages are not sent.
 *
 * Checked in the source of @continuedev/cli 1.5.47 (`core/util/messageConversion.ts`, `compaction.ts`) and on
 * its sessions, which it resumed after compaction. `promptLogs` of editors repeat prompts.
 */
export const continueDev: Format<"continue"> = {
  name: "continue",
  writtenBy: "Continue sessions",
  knownFrom: "recordings",
  layouts: ["document", "rows"],
  evidence: "keys",
  keys: [{ all: ["sessionId", "history"] }],
  dropping: "remove",
  isResumed: true,
  saved: {
    places: [
      {
        agent: "continue",
        base: "~/.continue",
        variable: "CONTINUE_GLOBAL_DIR",
        files: "sessions/*.json",
        except: "sessions.json",
      },
    ],
    id: ["sessionId"],
    folder: ["workspaceDirectory"],
    usage: { items: "history", at: "message.usage", ...OPENAI_COUNTS },
  },
  kindOf: (tree, record) => (itemsOf(tree, record).some(isItem(tree)) ? "conversation" : undefined),
  detect: (head) => head.some((tree) => itemsOf(tree, tree.root).some(isItem(tree))),
  read(tree, record, into) {
    into.array(tree.get(record, "history"));
    for (const item of itemsOf(tree, record)) readItem(tree, item, into);
  },
  readItem,
  arrange,
  message: (summary, encode) =>
    `{"message":{"role":"user","content":${encode(summary)}},"contextItems":[]}`,
};

const SUMMARY = "summary";

/** Messages before the first summary no longer reach the model, except the system's. */
function arrange(found: Sequence<Found>): readonly Arrangement[] {
  const summary = [...found].find(({ mark }) => mark === SUMMARY)?.index ?? -1;
  const dead: number[] = [];
  const live: number[] = [];
  for (const each of found) {
    if (each.mark !== undefined) continue;
    const isDead = each.index < summary && each.role !== "system";
    (isDead ? dead : live).push(each.index);
  }
  return [{ messages: [...dead, ...live], dead: dead.length }];
}

const ROLES: RoleNames = [...PLAIN_ROLES, ["thinking", "assistant"]];

function itemsOf(tree: Tree, record: Node): readonly Node[] {
  return tree.items(tree.get(record, "history"));
}

function isItem(tree: Tree): (item: Node) => boolean {
  return (item) =>
    tree.isArray(tree.get(item, "contextItems")) &&
    findRole(tree, tree.get(item, "message"), ROLES) !== undefined;
}

function readItem(tree: Tree, item: Node, into: MessageSink): void {
  if (!isItem(tree)(item)) return;
  const message = tree.get(item, "message");
  const role = findRole(tree, message, ROLES);
  if (role === undefined) return;
  if (tree.isString(tree.get(item, "conversationSummary"))) into.mark({ mark: SUMMARY });
  into.message(role, item);
  if (into.wantsUsage) readUsage(tree, tree.get(message, "usage"), { into, keys: OPENAI_COUNTS });
  const content = tree.get(message, "content");
  if (role === "tool") {
    const callId = into.id(tree.get(message, "toolCallId"));
    readObservationOf(tree, content, { into, callId });
    return;
  }
  for (const context of tree.items(tree.get(item, "contextItems")))
    readText(tree, context, "content", into);
  if (tree.is(tree.get(message, "role"), "thinking")) readThinking(tree, message, into);
  else readSaid(tree, content, into);
  for (const call of tree.items(tree.get(message, "toolCalls")))
    readCall(tree, tree.get(call, "function"), { into, id: into.id(tree.get(call, "id")) });
  readStates(tree, item, into);
  const logs = tree.get(item, "promptLogs");
  if (tree.hasItems(logs)) into.side(logs, "prompt");
}

function readThinking(tree: Tree, message: Node, into: MessageSink): void {
  const signed =
    tree.isString(tree.get(message, "signature")) ||
    tree.isString(tree.get(message, "redactedThinking"));
  const text = getString(tree, message, "content");
  into.part({ kind: "reasoning", signed }, text);
}

/** A text, or blocks, whose images are `imageUrl`. */
function readSaid(tree: Tree, content: Node, into: MessageSink): void {
  if (tree.isString(content)) {
    into.part(TEXT, content);
    return;
  }
  for (const block of tree.items(content)) {
    if (tree.is(tree.get(block, "type"), "imageUrl"))
      readImage(tree, block, { into, insideObservation: false, note: TEXT_BLOCK });
    else readText(tree, block, "text", into);
  }
}

/** Adds a message with the results of an item's calls; editors once had a single state for each item. */
function readStates(tree: Tree, item: Node, into: MessageSink): void {
  const states = [tree.get(item, "toolCallState"), ...tree.items(tree.get(item, "toolCallStates"))];
  let isBegun = false;
  for (const state of states.filter((each) => tree.isObject(each))) {
    const output = tree.get(state, "output");
    const [first = NONE, ...more] = tree.items(output);
    const isEmpty = first === NONE && tree.chars(output) === 0;
    if (isEmpty && tree.keys(state).every((key) => STATE_KEYS.has(key))) into.ignore(state);
    if (first === NONE) continue;
    if (!isBegun) into.message("tool", item, { joined: true });
    isBegun = true;
    const about = {
      callId: into.id(tree.get(state, "toolCallId")),
      toolName: getText(tree, tree.get(tree.get(state, "toolCall"), "function"), "name"),
      isError: tree.is(tree.get(state, "status"), "errored"),
    };
    if (more.length === 0) readObservationOf(tree, tree.get(first, "content"), { into, ...about });
    else into.part({ kind: "observation", editable: true, ...about }, output, OUTPUTS);
  }
}

/** Keys of a call's state without a result: the model is told that the call was cancelled. */
const STATE_KEYS: ReadonlySet<string> = new Set([
  ...[
    "toolCallId",
    "toolCall",
    "status",
    "parsedArgs",
    "processedArgs",
    "preprocessedArgs",
    "tool",
  ],
  ...["output", "mcpUiState"],
]);

const OUTPUTS = { as: "texts", keys: ["content"] } as const;
