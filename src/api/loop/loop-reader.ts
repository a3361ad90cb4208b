import type { Format, MessageSink } from "../../formats/format.ts";
import { showsErrorIn } from "../../formats/shared/model-chars.ts";
import { type Slot, slotChars, slotText } from "../../json/splice/slot-text.ts";
import type { Shape } from "../../json/tree/shape.ts";
import { NONE, type Node } from "../../json/tree/tree.ts";
import { ValueTree } from "../../json/tree/value-tree.ts";
import type { MessageAbout, PartHead } from "../../transcript/model/heads.ts";
import { type Id, textOfId } from "../../transcript/model/id.ts";
import type { Role } from "../../transcript/model/message.ts";
import { checkAllRead, type ReadAs } from "../chat/check-all-read.ts";
import { checkForeignResults } from "../chat/foreign-results.ts";
import { viewsOf } from "../chat/instances.ts";
import { type Path, removed, replacing } from "../chat/replace-value.ts";

/** A message as read by its format; one object may hold several. */
export interface ReadUnit {
  /** The index of its object among those that were read. */
  readonly index: number;
  readonly role: Role;
  readonly about: MessageAbout;
  readonly parts: readonly LoopPart[];
}

/** A part of a message, and access to its text: for a call, its name and arguments. */
export interface LoopPart {
  readonly kind: PartHead["kind"];
  readonly chars: number;
  /** The call's own id, or the one that a result answers. */
  readonly id: string | undefined;
  readonly name: string | undefined;
  readonly signed: boolean;
  readonly isError: boolean;
  readonly editable: boolean;
  readonly path: Path;
  images: number;
  imageBytes: number;
  text(): string;
  /** The changes that replace its text and remove its images, the later ones first. */
  edits(text: string): readonly (readonly [Path, (old: unknown) => unknown])[];
}

/** A shape and its reader. */
export interface ShapeReader {
  readonly shape: string;
  readonly format: Format;
}

/** Finds the reader of messages, of which this many are known. */
export type ReaderFinder = (messages: readonly unknown[], known: number) => ShapeReader;

/**
 * Reads messages that are new with the reader of their shape; `first` messages of the conversation come before them.
 *
 * @throws {ElisionError} `unknown-shape` for a message that it does not recognise.
 */
export function readNew(
  messages: readonly unknown[],
  reader: ShapeReader & ReadAs,
): readonly ReadUnit[] {
  const views = viewsOf(messages);
  const tree = new ValueTree(views);
  const sink = new LoopSink(tree);
  reader.format.read(tree, tree.root, sink);
  const read = new Set(sink.units.map(({ index }) => index));
  checkAllRead(views, reader, (index) => read.has(index));
  checkForeignResults(views, reader, (at) =>
    sink.units.some(({ index, parts }) => index === at && parts.some(isResult)),
  );
  return sink.units;
}

function isResult({ kind, chars }: LoopPart): boolean {
  return kind === "observation" && chars > 0;
}

class LoopSink implements MessageSink {
  readonly units: (ReadUnit & { readonly parts: LoopPart[] })[] = [];
  readonly wantsUsage = false;
  readonly wantsModels = false;
  private readonly tree: ValueTree;
  /** The latest observation, its images, and the paths of those that are items of an array of their own. */
  private observation: { part: LoopPart; images: Node[]; items: Path[] } | undefined;

  constructor(tree: ValueTree) {
    this.tree = tree;
  }

  message(role: Role, node: Node, about: MessageAbout = {}): void {
    const index = Number(this.tree.path(node)[0] ?? 0);
    this.units.push({ index, role, about, parts: [] });
  }

  part(head: PartHead<Id>, node: Node = NONE, shape?: Shape): void {
    if (head.kind === "image" && head.insideObservation && this.observation !== undefined) {
      const { part, images, items } = this.observation;
      part.images++;
      part.imageBytes += new TextEncoder().encode(this.tree.text(node)).length;
      if (shape?.as === "item") items.unshift(this.tree.path(node));
      else images.push(node);
    }
    const [images, items]: [Node[], Path[]] = [[], []];
    const part = partOf(this.tree, head, { slot: { node, shape }, images, items });
    if (head.kind !== "image") this.observation = undefined;
    if (head.kind === "observation") this.observation = { part, images, items };
    this.units.at(-1)?.parts.push(part);
  }

  id(node: Node): Id | undefined {
    return this.tree.isString(node) ? this.tree.text(node) : undefined;
  }

  array(): void {}
  mark(): void {}
  side(): void {}
  ignore(): void {}
  usage(): void {}
  model(): void {}
  inside(): void {}
}

function partOf(
  tree: ValueTree,
  head: PartHead<Id>,
  {
    slot,
    images,
    items,
  }: {
    readonly slot: Slot;
    readonly images: readonly Node[];
    readonly items: readonly Path[];
  },
): LoopPart {
  const isObservation = head.kind === "observation";
  const id = isObservation ? head.callId : head.kind === "call" ? head.id : undefined;
  const name = isObservation ? head.toolName : head.kind === "call" ? head.name : undefined;
  const said = head.kind === "call" ? head.name : "";
  const isEmpty = slot.node === NONE || head.kind === "image";
  const path = isEmpty ? [] : tree.path(slot.node);
  return {
    kind: head.kind,
    chars: said.length + (isEmpty ? 0 : slotChars(tree, slot)),
    id: id === undefined ? undefined : textOfId(id),
    name,
    signed: head.kind === "reasoning" && head.signed,
    isError: isObservation && (head.isError || (!isEmpty && showsErrorIn(tree, slot))),
    editable: isObservation && head.editable && !isEmpty,
    path,
    images: 0,
    imageBytes: 0,
    text: () => said + (isEmpty ? "" : slotText(tree, slot)),
    edits: (text) => [
      ...items.map((each) => [each, removed] as const),
      [path, replacing(tree, slot, { text, images })],
    ],
  };
}
