import { NONE, type Node, type Tree } from "../../json/tree/tree.ts";
import type { Arrangement, Found } from "../../transcript/model/arrangement.ts";
import type { Sequence } from "../../transcript/model/sequence.ts";
import { arrangeCondensed } from "../arrange/arrange-condensed.ts";
import { arrangeThreads } from "../arrange/arrange-threads.ts";
import { haveOwnIds } from "../arrange/own-ids.ts";
import type { Format } from "../format.ts";
import { openhandsDropping } from "./openhands-condensing.ts";
import { readEvent, readEvents } from "./openhands-events.ts";
import { eventsIn, listIn, UNDROPPABLE } from "./openhands-stream.ts";

/**
 * Event streams of OpenHands before its SDK (0.x): one array, as trajectories are exported and saved (or
 * under `trajectory`, as the server answers), and rows of evaluations and of the resolver (`output.jsonl`),
 * with the events under `history`. In rows of 2024 these are pairs of action and observation, or have no ids.
 *
 * Checked in the source of 1.0.4 (events/serialization, memory/conversation_memory, memory/view,
 * controller/state): which events the model sees and which of their fields, what condensations forget, that a
 * delegate's events are between its action and its observation, that hidden events are left out. Calls are
 * found by `cause`: the ids of providers repeat.
 *
 * For an edit by the old `llm_based_edit`, the model sees a view made from `extras.old_content` and
 * `new_content`, not `content`: only masking the side copies saves anything there.
 */
export const openhands: Format<"openhands"> = {
  name: "openhands",
  writtenBy: "OpenHands 0.x trajectories and evaluation output",
  knownFrom: "recordings",
  layouts: ["rows", "document"],
  evidence: "keys",
  keys: [{ any: ["history", "trajectory"] }, { items: ["action"] }],
  dropping: openhandsDropping,
  isResumed: true,
  kindOf: (tree, record) => (hasEvents(tree, record) ? "conversation" : undefined),
  detect: (head) => head.some((tree) => hasEvents(tree, tree.root)),
  read(tree, record, into) {
    const list = listIn(tree, record);
    into.array(list);
    if (tree.items(list).some((item) => tree.isArray(item)))
      into.mark({ mark: UNDROPPABLE, id: "events in pairs" });
    readEvents(tree, eventsIn(tree, record), into);
  },
  readItem: readEvent,
  arrange,
};

/** By agent. Condensations name events by their ids, and are appended only to the main agent's. */
function arrange(found: Sequence<Found>): readonly Arrangement[] {
  const all = [...found];
  const undroppable = all.find(({ mark }) => mark === UNDROPPABLE)?.id ?? idlessIn(all);
  return arrangeCondensed(arrangeThreads)(found).map((arrangement) => {
    const isMain = found.at(arrangement.messages.at(0) ?? 0)?.thread === undefined;
    return { ...arrangement, undroppable: isMain ? undroppable : "delegates" };
  });
}

function idlessIn(found: readonly Found[]): string | undefined {
  const messages = found.filter(({ mark }) => mark === undefined);
  const areNumbered = messages.every(({ id }) => id !== undefined && /^\d{1,15}$/.test(id));
  return areNumbered && haveOwnIds(messages) ? undefined : "events that have no ids of their own";
}

/** Whether a record is an array of events, or has one, judged by its first items. */
function hasEvents(tree: Tree, record: Node): boolean {
  const first = eventsIn(tree, record, 8);
  return (
    first.some((event) => isEvent(tree, event)) && !first.some((event) => isForeign(tree, event))
  );
}

/** Whether a value is an action or an observation. */
function isEvent(tree: Tree, event: Node): boolean {
  const isAction = tree.isString(tree.get(event, "action"));
  if (isAction === tree.isString(tree.get(event, "observation"))) return false;
  return OWN_KEYS.some((key) => tree.get(event, key) !== NONE);
}

/** An event has one of these keys, in every version. */
const OWN_KEYS = ["source", "args", "extras", "content", "thought"];

/** Whether a value is a message, a step of SWE-agent, or an event of the SDK. */
function isForeign(tree: Tree, event: Node): boolean {
  if (FOREIGN_KEYS.some((key) => tree.get(event, key) !== NONE)) return true;
  return tree.get(event, "action") !== NONE && tree.get(event, "observation") !== NONE;
}

const FOREIGN_KEYS = ["role", "kind"];
