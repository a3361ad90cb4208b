import { NONE, type Node, type Tree } from "../../json/tree/tree.ts";
import type { MessageAbout } from "../../transcript/model/heads.ts";
import type { Id } from "../../transcript/model/id.ts";
import type { MessageSink } from "../format.ts";
import { readImage } from "../shared/part-heads.ts";

/** State while the events of a stream are read. */
export interface EventStream {
  readonly tree: Tree;
  readonly into: MessageSink;
  /** About the events before; undefined where an event is read by itself. */
  readonly earlier: EarlierEvents | undefined;
  /** Active delegates, innermost last; the first is the main agent. */
  readonly agents: { readonly thread: string | undefined; summary?: string }[];
}

interface EarlierEvents {
  /** The ids of calls, by the provider's ids: delegates' observations have no `cause`. */
  readonly calls: Map<string, string>;
  /** Ids of the events that no condensation has forgotten. */
  inView: number[];
}

/** The events of a record, or of its first `most` items; pairs are flattened. */
export function eventsIn(
  tree: Tree,
  record: Node,
  most = Number.POSITIVE_INFINITY,
): readonly Node[] {
  const items = tree.items(listIn(tree, record)).slice(0, most);
  return items.flatMap((item) => (tree.isArray(item) ? tree.items(item) : [item]));
}

/** The array of events, or of pairs of them, that a record is or has. */
export function listIn(tree: Tree, record: Node): Node {
  if (tree.isArray(record)) return record;
  const history = tree.get(record, "history");
  const list = tree.isArray(history) ? history : tree.get(record, "trajectory");
  return tree.isArray(list) ? list : NONE;
}

/** The mark of a stream that no condensation can be appended to; its `id` describes the stream. */
export const UNDROPPABLE = "undroppable";

/** Attributes of a message besides its parts. */
export function aboutOf(stream: EventStream, event: Node): MessageAbout<Id> {
  const { tree, into, agents } = stream;
  const response = tree.get(tree.get(event, "tool_call_metadata"), "model_response");
  return {
    id: idOf(stream, event, "id"),
    reply: into.id(tree.get(response, "id")),
    thread: agents.at(-1)?.thread,
  };
}

/** The number of an event, or of its cause. */
export function idOf(
  { tree, into }: Pick<EventStream, "tree" | "into">,
  event: Node,
  key: "id" | "cause",
): Id | undefined {
  const id = tree.get(event, key);
  return tree.isNumber(id) ? (into.numberId?.(id) ?? tree.text(id)) : undefined;
}

/** The object with an event's fields: in 2024 some writers put them next to the event's own. */
export function fieldsOf(tree: Tree, event: Node, key: "args" | "extras"): Node {
  const fields = tree.get(event, key);
  return tree.isObject(fields) ? fields : event;
}

/** Reads the images that an event shows to the model. */
export function readImages(tree: Tree, fields: Node, into: MessageSink): void {
  for (const image of tree.items(tree.get(fields, "image_urls")))
    readImage(tree, image, { into, insideObservation: false });
}
