import type { MessageSink } from "../../../formats/format.ts";
import type { RecordParts } from "../../../formats/shared/record-parts.ts";
import type { Slot } from "../../../json/splice/slot-text.ts";
import { isCounted, numberOfShape } from "../../../json/tape/chat-table.ts";
import {
  MAY_EDIT,
  NEEDS_TEXT,
  OF_LATEST,
  OF_PROMPT,
  OF_REPLY,
  OWN_REPLY,
  type PathStep,
  SHAPE_BIT,
  STEP,
} from "../../../json/tape/learned-steps.ts";
import { type Shape, TEXT_BLOCKS } from "../../../json/tree/shape.ts";
import { NONE, type Node, type Tree } from "../../../json/tree/tree.ts";
import type { Mark } from "../../../transcript/model/arrangement.ts";
import type { MessageAbout, ObservationHead, PartHead } from "../../../transcript/model/heads.ts";
import type { Id } from "../../../transcript/model/id.ts";
import type { Role } from "../../../transcript/model/message.ts";
import type { SideOf } from "../../../transcript/model/part-target.ts";
import type { RequestUsage } from "../../../transcript/model/request-usage.ts";

/** The numbers of a session for what its lines hold. */
export interface SessionNumbers {
  textOf(text: string | undefined): number;
  /** Undefined if it may not be in columns. */
  kindOfMessage(role: Role, about: MessageAbout<Id>): number | undefined;
  kindOfMark(mark: string): number;
  /** Whether copies of results count: they do not where file order is conversation order. */
  readonly keepsCopies: boolean;
  /** Whether these are rows: calls may lack ids, and messages are items of arrays. */
  readonly inOrder: boolean;
}

/** The steps of what is found in a line. */
export interface FoundPath {
  /** Whether the steps tell all of it. */
  isWhole: boolean;
  add(...step: PathStep): void;
  /** Adds a message or a mark. */
  addFound(...step: PathStep): void;
  /** The place of a value, -1 for none. */
  placeOf(node: Node): number;
  /** The place of a value that was read. */
  read(node: Node): number;
  /** Whether a value is the line itself or under a key of it, in no list. */
  isOwn(node: Node): boolean;
  /** The chars of a text, where they are those of this line alone. */
  charsOf?(slot: Slot): number;
}

/** The line, in which a reader found something. */
export interface FoundTree extends Pick<Tree, "isString" | "isNumber" | "isArray"> {
  /** The string asked for last with a text. */
  nodeOf(text: string): Node;
  /** Hides the items of an array. */
  leave(array: Node): void;
}

/** Passes on what a reader finds in a line, each as a step of the line's path. */
export class FoundSink implements MessageSink {
  private readonly parts: RecordParts;
  private readonly path: FoundPath;
  private readonly tree: FoundTree;
  private readonly numbers: SessionNumbers;
  /** The strings of ids. */
  private readonly ids = new Map<Id, Node>();
  /** Whether a copy can follow, of the result found last. */
  private hasResult = false;
  /** The string with the name of the tool of the next part. */
  private named: Node = NONE;
  /** Rows have the places of names. */
  readonly name: ((node: Node) => string | undefined) | undefined;

  constructor(
    parts: RecordParts,
    { path, tree, numbers }: { path: FoundPath; tree: FoundTree; numbers: SessionNumbers },
  ) {
    this.parts = parts;
    this.path = path;
    this.tree = tree;
    this.numbers = numbers;
    this.name = numbers.inOrder ? (node) => this.nameAt(node) : undefined;
  }

  get wantsUsage(): boolean {
    return this.parts.wantsUsage;
  }

  get wantsModels(): boolean {
    return this.parts.wantsModels;
  }

  id(node: Node): Id | undefined {
    if (!this.tree.isString(node)) return undefined;
    const id = this.parts.id(node);
    if (id !== undefined) this.ids.set(id, node);
    return id;
  }

  /** Two numbers of an item that are the same text cannot be told apart. */
  numberId(node: Node): Id | undefined {
    const { numbers, path, tree, ids } = this;
    if (!numbers.inOrder || !tree.isNumber(node)) return undefined;
    const id = this.parts.tree.text(node);
    if ((ids.get(id) ?? node) !== node) path.isWhole = false;
    ids.set(id, node);
    return id;
  }

  message(role: Role, node: Node, about: MessageAbout<Id> = {}): void {
    const { path, numbers } = this;
    const { id, parent, reply, thread, joined } = about;
    const kind = numbers.kindOfMessage(role, about);
    const isOwn = path.isOwn(node);
    if (!numbers.inOrder && (!isOwn || joined)) path.isWhole = false;
    if (kind === undefined) path.isWhole = false;
    const isOwnReply = numbers.inOrder && typeof reply === "string";
    const of = isOwnReply ? OWN_REPLY : this.placeOfId(reply);
    const [own, above] = [this.placeOfId(id), this.placeOfId(parent)];
    path.addFound(STEP.message, kind ?? 0, own, above, numbers.textOf(thread), of);
    if (!isOwn) path.add(STEP.unit, path.read(node));
    this.parts.message(role, node, about);
  }

  mark(mark: Mark<Id>): void {
    const { path, numbers } = this;
    const [own, above] = [this.placeOfId(mark.id), this.placeOfId(mark.parent)];
    const kind = numbers.kindOfMark(mark.mark);
    path.addFound(STEP.mark, kind, own, above, numbers.textOf(mark.thread));
    this.parts.mark(mark);
  }

  private placeOfId(id: Id | undefined): number {
    const node = id === undefined ? NONE : this.ids.get(id);
    if (node === undefined) this.path.isWhole = false;
    return node === undefined ? -1 : this.path.placeOf(node);
  }

  private nameAt(node: Node): string | undefined {
    const { path, parts, tree, named } = this;
    if (!tree.isString(node)) return undefined;
    const name = parts.tree.text(node);
    const isBare = NAME.test(name) && parts.tree.raw?.(node)?.length === name.length;
    if (!isBare || named !== NONE) path.isWhole = false;
    this.named = node;
    return name;
  }

  /** The number of a tool's name, unless its place alone tells it; and its place, if rows are learned. */
  private toolOf(name: string | undefined): readonly [text: number, place: number] {
    const { numbers, parts, path, tree, named } = this;
    this.named = NONE;
    if (named !== NONE && name === parts.tree.text(named)) return [0, path.placeOf(named)];
    if (named !== NONE) path.isWhole = false;
    const isPlaced = name !== undefined && numbers.inOrder;
    return [numbers.textOf(name), isPlaced ? path.placeOf(tree.nodeOf(name)) : -1];
  }

  part(head: PartHead<Id>, node: Node = NONE, shape?: Shape): void {
    if (!this.isAdded(head, node, shape) || this.named !== NONE) this.path.isWhole = false;
    this.parts.part(head, node, shape);
  }

  /** Adds the step for a part; false if there is none. */
  private isAdded(head: PartHead<Id>, node: Node, shape: Shape | undefined): boolean {
    const { path, tree, numbers } = this;
    const isString = tree.isString(node);
    if (head.kind !== "image") this.hasResult = false;
    switch (head.kind) {
      case "text":
        path.add(STEP.text, path.read(node), Number(head.isSaid ?? false));
        return isString && shape === undefined;
      case "reasoning": {
        const isSealed = shape?.as === "within" && shape.isSealed === true;
        path.add(STEP.reasoning, path.read(node), Number(head.signed), Number(isSealed));
        if (shape !== undefined && isTextBlocks(shape)) return tree.isArray(node);
        return (isString || node === NONE) && (shape === undefined || shape.as === "within");
      }
      case "call": {
        const { id, name } = head;
        const [text, place] = this.toolOf(name);
        const chars = text === 0 ? 0 : name.length;
        path.add(STEP.call, this.placeOfId(id), text, chars, path.read(node), place);
        const isPlain = isString || node === NONE || shape?.as === "value";
        const isNamed = numbers.inOrder || (name !== "" && id !== undefined);
        return isNamed && isPlain && (shape?.as ?? "value") === "value";
      }
      case "observation":
        return this.isResultAdded(head, node, shape);
      case "image":
        path.add(STEP.image, path.read(node), Number(head.insideObservation));
        return !head.insideObservation || numbers.inOrder;
      default:
        return head satisfies never;
    }
  }

  private isResultAdded(
    { callId, editable, isError, toolName }: ObservationHead<Id>,
    node: Node,
    shape: Shape | undefined,
  ): boolean {
    const { path, tree, numbers } = this;
    const value = editable && numbers.inOrder ? numberOfShape(shape) : 0;
    if (!isCounted(value)) {
      const chars = path.charsOf?.({ node, shape });
      if (chars === undefined) return false;
      path.add(STEP.chars, chars);
    }
    const needs = shape?.as === "blocks" && shape.type !== TEXT_BLOCKS.type ? NEEDS_TEXT : 0;
    const known = Number(isError) | (editable ? MAY_EDIT : 0) | (value << SHAPE_BIT) | needs;
    const tool = this.toolOf(toolName);
    path.add(STEP.result, path.read(node), this.placeOfId(callId), known, ...tool);
    this.hasResult = true;
    if (!numbers.inOrder && callId === undefined) return false;
    if (shape === undefined) return tree.isString(node) || (!editable && node === NONE);
    if (value > 0) return !isCounted(value) || !tree.isString(node);
    return editable ? isTextBlocks(shape) && tree.isArray(node) : shape.as === "value";
  }

  side(node: Node, of?: SideOf): void {
    const { path, hasResult } = this;
    const { keepsCopies, inOrder } = this.numbers;
    const call = typeof of === "object" && of.thread === undefined ? of.callId : undefined;
    const isPrompt = inOrder && of === "prompt";
    const isKnown = of === undefined ? hasResult : isPrompt || call !== undefined;
    if (keepsCopies && !isKnown) path.isWhole = false;
    const counts = keepsCopies && of === undefined ? OF_LATEST : isPrompt ? OF_PROMPT : 0;
    this.hasResult &&= inOrder;
    path.add(STEP.copy, path.read(node), counts, keepsCopies ? this.placeOfId(call) : -1);
    this.parts.side(node, of);
  }

  ignore(node: Node): void {
    if (node === NONE) return;
    this.path.add(STEP.ignored, this.path.read(node));
    this.parts.ignore(node);
  }

  model(node: Node): void {
    this.path.add(STEP.model, this.path.placeOf(node));
    this.parts.model(node);
  }

  usage(usage: RequestUsage): void {
    this.parts.usage(usage);
  }

  array(array: Node, before = 0): void {
    const { numbers, path, tree } = this;
    if (array !== NONE && numbers.inOrder) {
      path.addFound(STEP.items, path.placeOf(array), before);
      tree.leave(array);
    } else if (array !== NONE) path.isWhole = false;
    this.parts.array(array);
  }

  next(before: number): void {
    this.path.add(STEP.next, before);
  }

  copies(array: Node, before: number): void {
    const { path, tree } = this;
    this.needsOrder();
    path.addFound(STEP.copies, path.placeOf(array), before);
    tree.leave(array);
  }

  copyOfReply(node: Node): void {
    const { path } = this;
    this.needsOrder();
    path.add(STEP.copy, path.read(node), OF_REPLY, -1);
    this.parts.side(node, "prompt");
  }

  toolOfNext(node: Node): void {
    const { path } = this;
    this.needsOrder();
    path.add(STEP.tool, path.placeOf(node));
  }

  /** Leaves lines to their format where it says something about the order of items. */
  private needsOrder(): void {
    if (!this.numbers.inOrder) this.path.isWhole = false;
  }

  unknown(node: Node): void {
    const { numbers, path } = this;
    if (node !== NONE && numbers.inOrder) path.add(STEP.unknown, path.placeOf(node));
    else if (node !== NONE) path.isWhole = false;
    this.parts.unknown(node);
  }

  inside(node: Node, read: (tree: Tree) => void): void {
    this.path.isWhole = false;
    this.parts.inside(node, read);
  }
}

/** A name that is the same in JSON. */
export const NAME = /^[ !#-[\]-~]{0,80}$/;

/** Whether a text is in blocks as the kernel knows them. */
function isTextBlocks(shape: Shape): boolean {
  return shape.as === "blocks" && shape.key === "text";
}
