import { getText, type Node, type Tree } from "../../json/tree/tree.ts";
import type { Arrangement, Found } from "../../transcript/model/arrangement.ts";
import type { Sequence } from "../../transcript/model/sequence.ts";
import { arrangeChains } from "../arrange/arrange-chains.ts";
import { arrangeCondensed } from "../arrange/arrange-condensed.ts";
import { arrangeThreads } from "../arrange/arrange-threads.ts";
import { haveOwnIds } from "../arrange/own-ids.ts";
import type { Format, RecordKind } from "../format.ts";
import { openhandsSdkDropping } from "./openhands-sdk-condensing.ts";
import { readSdkEvent } from "./openhands-sdk-events.ts";

/**
 * Events of conversations of the OpenHands software agent SDK (1.x): a file each in
 * `conversations/<id>/events/`, joined as lines or as one array.
 *
 * Checked in the source of August 2026 (openhands-sdk/sdk/event, context/view, event_store): which events
 * become messages and from which fields, that condensations forget by event id and insert their summary, that
 * an event without `parent_id` follows the previous one, which events branch, and `output` instead of
 * `content` in observations of the first alphas.
 *
 * Calls and answers are joined by `tool_call_id`: unlike `action_id`, every kind of answer has it.
 * `ACPToolCallEvent`s, of agents that keep their own history, and logged prompts are left alone.
 */
export const openhandsSdk: Format<"openhands-sdk"> = {
  name: "openhands-sdk",
  writtenBy: "conversations of the OpenHands SDK",
  knownFrom: "recordings",
  layouts: ["lines", "rows", "document"],
  evidence: "envelope",
  keys: [{ all: ["source", "id", "kind"] }],
  dropping: openhandsSdkDropping,
  isResumed: true,
  kindOf,
  detect: (head) => head.some((tree) => kindOf(tree, tree.root) !== undefined),
  read(tree, record, into) {
    const events = tree.isArray(record) ? tree.items(record) : [record];
    if (tree.isArray(record)) into.array(record);
    for (const event of events) if (isEvent(tree, event)) readSdkEvent(tree, event, into);
  },
  arrange,
};

function kindOf(tree: Tree, record: Node): RecordKind | undefined {
  if (!tree.isArray(record)) return isEvent(tree, record) ? "message" : undefined;
  return tree.items(record).some((event) => isEvent(tree, event)) ? "conversation" : undefined;
}

function isEvent(tree: Tree, event: Node): boolean {
  if (!tree.isString(tree.get(event, "source")) || !tree.isString(tree.get(event, "id")))
    return false;
  return KIND.test(getText(tree, event, "kind") ?? "");
}

const KIND = /^(?:[A-Z]\w*Event|Condensation|CondensationRequest|UserRejectObservation)$/;

/** Condensations name events by their ids. */
function arrange(found: Sequence<Found>): readonly Arrangement[] {
  const all = [...found];
  const messages = all.filter(({ mark }) => mark === undefined);
  const undroppable = haveOwnIds(messages) ? undefined : "events that have no ids of their own";
  return arrangeEvents(all).map((arrangement) => ({ ...arrangement, undroppable }));
}

/** A tree if any event names its parent, else file order. */
function arrangeEvents(found: readonly Found[]): readonly Arrangement[] {
  if (found.every(({ mark, parent }) => mark === "forgotten" || parent === undefined))
    return arrangeCondensed(arrangeThreads)(found);
  let before: Found | undefined;
  const linked = found.map((each): Found => {
    if (each.mark === "forgotten") return each;
    const previous = before;
    before = each;
    if (each.parent === ROOT) return linkedTo(each, undefined);
    return each.parent === undefined ? linkedTo(each, previous) : each;
  });
  return arrangeCondensed(arrangeChains)(linked);
}

/** A copy of an event with another parent. */
function linkedTo(each: Found, before: Found | undefined): Found {
  const { index, id } = each;
  const links = { index, id, parent: before?.id, parentIndex: before?.index };
  if (each.mark !== undefined) return { ...links, mark: each.mark };
  return { ...links, role: each.role, reply: each.reply, parts: each.parts };
}

/** The parent of an event at the root of a branch. */
const ROOT = "__root__";
