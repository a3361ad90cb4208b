import { type OpenedString, openString } from "../../json/splice/open-string.ts";
import { frameOf, openText, type TextInside } from "../../json/splice/slot.ts";
import { type Slot, slotString } from "../../json/splice/slot-text.ts";
import { TapeTree } from "../../json/tape/tape-tree.ts";
import type { Shape } from "../../json/tree/shape.ts";
import { NONE, type Node, type Tree } from "../../json/tree/tree.ts";
import { Column } from "../../transcript/columns/column.ts";
import type { Mark } from "../../transcript/model/arrangement.ts";
import type { MessageAbout, PartHead } from "../../transcript/model/heads.ts";
import type { Id } from "../../transcript/model/id.ts";
import type { Role } from "../../transcript/model/message.ts";
import type { PartTarget, SideOf } from "../../transcript/model/part-target.ts";
import type { RequestUsage } from "../../transcript/model/request-usage.ts";
import type { MessageSink } from "../format.ts";
import { type Traced, Traces } from "../unread/traces.ts";
import { AnswerTexts } from "./answer-texts.ts";
import type { LookedFor } from "./looked-for.ts";
import type { Unit } from "./message-unit.ts";
import { modelChars } from "./model-chars.ts";
import { isPackedResult } from "./observation-headers.ts";
import { PartIds } from "./part-ids.ts";
import { bytesOf, slotShowsError } from "./part-measure.ts";
import { PartTable } from "./part-table.ts";
import type { PlacedSlot } from "./placed-slot.ts";

/**
 * The parts that a format finds in a record: their slots, and the ids of calls. Each is passed on with its
 * size to a target, if there is one.
 */
export class RecordParts implements MessageSink {
  /** The record's tree. */
  tree: Tree;
  private record = 0;
  private readonly target: PartTarget | undefined;
  /** Whether to search observations for signs of errors, besides what the format reports. */
  findsErrors = false;
  /** Whether to read what providers counted. */
  wantsUsage = false;
  /** Whether to read the models that wrote messages. */
  wantsModels = false;
  /** The model named last, in this record or an earlier one; the owner resets it. */
  latestModel: string | undefined;
  private readonly table = new PartTable();
  private readonly ids = new PartIds();
  private readonly arrays = new Column();
  private readonly units = new Column();
  private readonly sides = new Column();
  /** Opened strings with JSON, by the parts and by the messages that are in them. */
  private readonly partsInside = new Map<number, OpenedString>();
  private readonly unitsInside = new Map<number, OpenedString>();
  /** The text in a string's JSON that was opened last, and its part. */
  private latestInside: { readonly k: number; readonly inside: TextInside } | undefined;
  private opened: OpenedString | undefined;
  private inArray: Node = NONE;
  /** The values that were read, for the search for unread results. */
  private readonly traces = new Traces({
    parts: this.table,
    units: this.units,
    sides: this.sides,
    partsInside: this.partsInside,
    unitsInside: this.unitsInside,
  });
  /** The role of the latest message. */
  role: Role | undefined;
  /** Whether an assistant has spoken, in this record or an earlier one; the owner resets it. */
  hasReply = false;
  /** Whether a tool has: text that begins like a result then means nothing. */
  hasResult = false;
  /** How many observations and calls were found. */
  resultCount = 0;
  callCount = 0;
  readonly answers = new AnswerTexts();

  constructor(tree: Tree, target?: PartTarget) {
    this.tree = tree;
    this.target = target;
    this.traces.open(tree);
  }

  /** Sets what to find in the records that follow, besides their parts. */
  lookFor({ findsErrors = false, findsUsage = false, findsModels = false }: LookedFor): void {
    this.findsErrors = findsErrors;
    this.wantsUsage = findsUsage;
    this.wantsModels = findsModels;
  }

  /** Starts a record. */
  open(tree: Tree, record: number): void {
    this.tree = tree;
    this.record = record;
    this.inArray = NONE;
    this.table.clear();
    this.ids.clear();
    this.arrays.clear();
    this.units.clear();
    this.sides.clear();
    if (this.partsInside.size > 0) this.partsInside.clear();
    if (this.unitsInside.size > 0) this.unitsInside.clear();
    this.latestInside = undefined;
    this.traces.open(tree);
    this.resultCount = 0;
    this.callCount = 0;
    this.answers.clear();
  }

  /** Whether the format recognized the record. */
  get isUnderstood(): boolean {
    return this.units.length > 0 || this.sides.length > 0 || this.traces.outer.hasIgnored;
  }

  /** The record, and the JSON in its strings, each with the traces of what was read. */
  get traced(): readonly Traced[] {
    return this.traces.in(this.tree);
  }

  /** How many messages were found. */
  get messageCount(): number {
    return this.units.length;
  }

  array(array: Node): void {
    this.inArray = array;
    if (array !== NONE) this.traces.here.array(array);
  }

  message(role: Role, node: Node, about?: MessageAbout<Id>): void {
    if (this.opened !== undefined) this.unitsInside.set(this.units.length, this.opened);
    this.traces.here.message(node);
    this.arrays.push(this.inArray);
    this.units.push(node);
    this.role = role;
    if (role === "assistant") this.hasReply = true;
    this.target?.addMessage(role, this.record, about);
    if (role === "assistant" && this.latestModel !== undefined)
      this.target?.addModel(this.latestModel);
  }

  part(head: PartHead<Id>, node: Node = NONE, shape?: Shape): void {
    const k = this.table.length;
    if (this.opened !== undefined) this.partsInside.set(k, this.opened);
    this.table.add(head.kind, node, shape);
    this.note(head, node);
    const id =
      head.kind === "call" ? head.id : head.kind === "observation" ? head.callId : undefined;
    this.ids.add(id);
    if (this.target === undefined) return;
    const tree = this.opened?.tree ?? this.tree;
    const slot = { node, shape };
    if (this.findsErrors && head.kind === "observation" && !head.isError && node !== NONE) {
      if (slotShowsError(tree, slot)) head = { ...head, isError: true };
    }
    const chars = modelChars(tree, head, slot);
    if (head.kind === "image") this.target.addPart(head, chars, { bytes: bytesOf(tree, node) });
    else if (shape?.as === "json") {
      const inside = this.textInside(k);
      const frame = inside && frameOf(tree, slot, inside);
      this.target.addPart(head, chars, { frame });
    } else this.target.addPart(head, chars);
  }

  private note(head: PartHead<Id>, node: Node): void {
    const { kind } = head;
    if (kind === "text") {
      if (this.role !== "user" || node === NONE || head.isSaid) return;
      const tree = this.opened?.tree ?? this.tree;
      if (isPackedResult(tree, node)) this.unknown(node);
      if (this.hasReply && !this.hasResult) this.answers.add(tree, node);
      return;
    }
    if (kind === "call") this.callCount++;
    if (kind === "observation") {
      this.resultCount++;
      this.hasResult = true;
    }
    this.traces.here.part(kind, node);
  }

  id(node: Node): Id | undefined {
    return this.ids.read(this.opened?.tree ?? this.tree, node);
  }

  ignore(node: Node): void {
    if (node !== NONE) this.traces.here.ignore(node);
  }

  unknown(node: Node): void {
    if (node !== NONE) this.traces.here.unknown.push(node);
  }

  mark(mark: Mark<Id>): void {
    this.target?.addMark(mark, this.record);
  }

  side(node: Node, of?: SideOf): void {
    this.sides.push(node);
    this.traces.outer.side(node);
    this.target?.addSide(of, bytesOf(this.tree, node), this.record);
  }

  usage(usage: RequestUsage): void {
    if (usage.prompt > 0) this.target?.addUsage(usage);
  }

  model(node: Node): void {
    if (!this.wantsModels) return;
    const tree = this.opened?.tree ?? this.tree;
    if (tree.isString(node) && tree.chars(node) > 0) this.latestModel = tree.text(node);
  }

  inside(node: Node, read: (tree: Tree) => void): void {
    if (!(this.tree instanceof TapeTree) || this.opened !== undefined) return;
    const opened = openString(this.tree, node);
    if (!("tree" in opened)) {
      this.unknown(node);
      return;
    }
    this.opened = opened;
    this.traces.enter(node, opened);
    read(opened.tree);
    this.opened = undefined;
    this.traces.leave(node);
  }

  /** How many parts the record has. */
  get count(): number {
    return this.table.length;
  }

  isObservation(k: number): boolean {
    return this.table.kind(k) === "observation";
  }

  isImage(k: number): boolean {
    return k < this.count && this.table.kind(k) === "image";
  }

  /** The slot of the record's `k`-th part. */
  slot(k: number): PlacedSlot | undefined {
    const node = k < this.count ? this.table.node(k) : NONE;
    if (node === NONE) return undefined;
    const inside = this.partsInside.size === 0 ? undefined : this.partsInside.get(k);
    return { node, shape: this.table.shape(k), inside };
  }

  /** The text of the record's `k`-th part, if it is in JSON in a string. */
  textInside(k: number): TextInside | undefined {
    if (!this.table.hasShape(k) || this.table.shape(k)?.as !== "json") return undefined;
    if (this.latestInside?.k === k) return this.latestInside.inside;
    const slot = this.slot(k);
    const inside = slot && openText(this.treeOf(k), slot);
    this.latestInside = inside && { k, inside };
    return inside;
  }

  /** The string of the record's tree that is the text of its `k`-th part; else `NONE`. */
  plainString(k: number): Node {
    if (this.partsInside.size > 0 || k >= this.count || this.table.hasShape(k)) return NONE;
    return this.table.node(k);
  }

  /** The same if the string may be in a block: that of its only block with text. */
  onlyString(k: number): Node {
    if (this.partsInside.size > 0 || k >= this.count) return NONE;
    const node = this.table.node(k);
    if (!this.table.hasShape(k)) return node;
    const only = slotString(this.tree, { node, shape: this.table.shape(k) });
    return this.tree.isString(only) ? only : NONE;
  }

  /** The tree and slot from which to read the text of the record's `k`-th part. */
  textAt(k: number): { readonly tree: Tree; readonly slot: Slot } | undefined {
    const slot = this.slot(k);
    if (slot === undefined) return undefined;
    const inside = this.textInside(k);
    if (inside === undefined) return { tree: this.treeOf(k), slot };
    return { tree: inside.opened.tree, slot: { node: inside.node, shape: undefined } };
  }

  /** The tree that contains the record's `k`-th part. */
  treeOf(k: number): Tree {
    if (this.partsInside.size === 0) return this.tree;
    return this.partsInside.get(k)?.tree ?? this.tree;
  }

  /** The id of the record's `k`-th part, if it is a call or an observation. */
  idOf(k: number): string | undefined {
    return k < this.count ? this.ids.of(k, this.treeOf(k)) : undefined;
  }

  /** The place of the record's `k`-th message. */
  unit(k: number): Unit | undefined {
    if (k >= this.units.length) return undefined;
    return { array: this.arrays.at(k), node: this.units.at(k), inside: this.unitsInside.get(k) };
  }

  /** The record's `k`-th side copy. */
  sideCopy(k: number): Node {
    return k < this.sides.length ? this.sides.at(k) : NONE;
  }
}
