import { type OpenedString, openString } from "../../json/splice/open-string.ts";
import {
  frameOf,
  openText,
  type Slot,
  slotChars,
  slotExcerpt,
  slotIncludes,
  slotMayBeginWith,
  slotMayEndWith,
  slotString,
  slotText,
  type TextInside,
} from "../../json/splice/slot.ts";
import { TapeTree } from "../../json/tape/tape-tree.ts";
import type { Shape } from "../../json/tree/shape.ts";
import { NONE, type Node, type Tree } from "../../json/tree/tree.ts";
import { Column } from "../../transcript/columns/column.ts";
import type { Mark } from "../../transcript/model/arrangement.ts";
import { SIGN_CHARS, showsError } from "../../transcript/model/error-signs.ts";
import type { MessageAbout, PartHead } from "../../transcript/model/heads.ts";
import { type Id, IdBytes } from "../../transcript/model/id.ts";
import type { Part, Role } from "../../transcript/model/message.ts";
import type { PartTarget, SideOf } from "../../transcript/model/part-target.ts";
import type { Texts } from "../../transcript/model/transcript.ts";
import type { MessageSink } from "../format.ts";
import { NodeList } from "../unread/node-list.ts";
import { hasResultHeader } from "./observation-headers.ts";
import { PartTable } from "./part-table.ts";
import type { PlacedSlot } from "./placed-slot.ts";
import { savedBytesIn } from "./saved-bytes.ts";

/** Where a message lies: it is an item of an array, or (`NONE`) the whole record. */
export interface Unit {
  readonly array: Node;
  readonly node: Node;
  /** The string that it lies in, if it is in JSON in a string. */
  readonly inside: OpenedString | undefined;
}

/**
 * The parts that a format finds in a record: where their texts lie, and the ids of calls. What is
 * found goes on to a target, if there is one, with its size.
 */
export class RecordParts implements MessageSink {
  /** The record's tree. */
  tree: Tree;
  private record = 0;
  private readonly target: PartTarget | undefined;
  private readonly measure: Measure;
  /** Whether observations are looked at for signs of errors, beyond what the format says of them. */
  findsErrors = false;
  /** Whether what providers counted is asked for. */
  wantsUsage = false;
  /** Whether the models that wrote messages are asked for. */
  wantsModels = false;
  /** The model named last, in this record or one before it: for the owner to unset. */
  latestModel: string | undefined;
  private readonly table = new PartTable();
  /** The strings that the ids of parts are, and the ids of other parts. */
  private readonly idNodes = new Column();
  private readonly ids = new Map<number, string>();
  private readonly latestId = new IdBytes();
  private latestIdNode: Node = NONE;
  private readonly arrays = new Column();
  private readonly units = new Column();
  private readonly sides = new Column();
  /** Strings that hold JSON, by the parts, and by the messages, that lie in them. */
  private readonly partsInside = new Map<number, OpenedString>();
  private readonly unitsInside = new Map<number, OpenedString>();
  /** The text in a string's JSON that was opened last, and the part that it is of. */
  private latestInside: { readonly k: number; readonly inside: TextInside } | undefined;
  private opened: OpenedString | undefined;
  private inArray: Node = NONE;
  /** All arrays that messages are items of. */
  private readonly unitArrays: Node[] = [];
  /**
   * Says what was read of results (texts, images, side copies), and the messages with calls or results, of the
   * record's own tree.
   */
  private readonly known = new NodeList();
  private readonly calls = new NodeList();
  private readonly toolUnits = new NodeList();
  private toolUnitEnd = 0;
  private readonly ignored: Node[] = [];
  /** Says what was read wherever it lies, made when it is first asked for. */
  private read: NodeList | undefined;
  private readOfTools: NodeList | undefined;
  /** The messages with a result without text. */
  private readonly hollow = new NodeList();
  /** Messages before the last without parts, and how many parts there were when that began. */
  private readonly empty: Node[] = [];
  private countBefore = 0;
  private role: Role | undefined;
  /** Whether an assistant has spoken, in this record or one before it: for the owner to unset. */
  hasReply = false;
  /** The same of a tool: text that begins as a result does says nothing then. */
  hasResult = false;
  /** How many observations and calls were found. */
  resultCount = 0;
  callCount = 0;
  /** User messages that begin as what tools answered does in text protocols. */
  headerCount = 0;

  constructor(tree: Tree, target?: PartTarget, measure: Measure = modelChars) {
    this.tree = tree;
    this.target = target;
    this.measure = measure;
  }

  /** Begins with a record, and forgets the one before. */
  open(tree: Tree, record: number): void {
    this.tree = tree;
    this.record = record;
    this.inArray = NONE;
    if (this.unitArrays.length > 0) this.unitArrays.length = 0;
    this.table.clear();
    this.idNodes.clear();
    if (this.ids.size > 0) this.ids.clear();
    this.arrays.clear();
    this.units.clear();
    this.sides.clear();
    if (this.partsInside.size > 0) this.partsInside.clear();
    if (this.unitsInside.size > 0) this.unitsInside.clear();
    this.latestInside = undefined;
    this.known.clear();
    this.toolUnits.clear();
    this.toolUnitEnd = 0;
    if (this.ignored.length > 0) this.ignored.length = 0;
    this.read = undefined;
    this.readOfTools = undefined;
    this.calls.clear();
    this.hollow.clear();
    if (this.empty.length > 0) this.empty.length = 0;
    this.countBefore = 0;
    this.resultCount = 0;
    this.callCount = 0;
    this.headerCount = 0;
  }

  /** Whether the format knew what the record is. */
  get isUnderstood(): boolean {
    return this.units.length > 0 || this.sides.length > 0 || this.ignored.length > 0;
  }

  /** Whether something that is known to be of a tool result was read in the values `[object, end)`. */
  hasResultIn(object: Node, end: Node): boolean {
    return this.known.hasIn(object, end);
  }

  /** Whether a call was read in the values `[object, end)`. */
  hasCallIn(object: Node, end: Node): boolean {
    return this.calls.hasIn(object, end);
  }

  /** Whether a value is in a message that has calls or results. */
  isInToolUnit(node: Node): boolean {
    return this.holds(this.toolUnits, node);
  }

  get hollowCount(): number {
    return this.hollow.length;
  }

  /** The messages with results of which no text was found. */
  get hollowUnits(): Iterable<Node> {
    return this.hollow;
  }

  /** Whether a value was read, or lies in one that was, or that is ignored. */
  isRead(node: Node): boolean {
    this.read ??= this.findRead({ withTexts: true });
    return this.holds(this.read, node);
  }

  /** The same of calls, results and their copies, but not of what is said. */
  isReadOfTools(node: Node): boolean {
    this.readOfTools ??= this.findRead({ withTexts: false });
    return this.holds(this.readOfTools, node);
  }

  /** Items of the arrays that messages are items of, where the format found or ignored nothing. */
  *unreadItems(): Iterable<Node> {
    const { tree } = this;
    if (!(tree instanceof TapeTree) || this.unitsInside.size > 0) return;
    let sorted: NodeList | undefined;
    for (const array of this.unitArrays) {
      let at = 0;
      for (const item of tree.items(array)) {
        const end = tree.endOf(item);
        while (at < this.units.length && this.units.at(at) < item) at++;
        if (at < this.units.length && this.units.at(at) < end) continue;
        sorted ??= NodeList.of([...this.units, ...this.ignored]);
        if (!sorted.hasIn(item, end) && !this.isRead(item)) yield item;
      }
    }
  }

  get hasEmptyUnits(): boolean {
    return this.empty.length > 0 || this.count === this.countBefore;
  }

  /** The messages of which nothing was found. */
  *emptyUnits(): Iterable<Node> {
    yield* this.empty;
    if (this.units.length > 0 && this.count === this.countBefore && this.opened === undefined)
      yield this.units.at(this.units.length - 1);
  }

  private holds(list: NodeList, node: Node): boolean {
    const last = list.lastUpTo(node);
    if (last === node) return true;
    return last >= 0 && this.tree instanceof TapeTree && this.tree.endOf(last) > node;
  }

  /** Says what was read or ignored, without what lies in others of them. */
  private findRead({ withTexts }: { readonly withTexts: boolean }): NodeList {
    const { tree } = this;
    const nodes = [...this.ignored];
    for (const side of this.sides) nodes.push(side);
    for (let k = 0; k < this.count; k++) {
      const kind = this.table.kind(k);
      const isSaid = kind === "text" || kind === "reasoning";
      if (!this.partsInside.has(k) && (withTexts || !isSaid)) nodes.push(this.table.node(k));
    }
    const read = new NodeList();
    let end = 0;
    for (const node of nodes.sort((a, b) => a - b)) {
      if (node < end || !(tree instanceof TapeTree)) continue;
      read.add(node);
      end = tree.endOf(node);
    }
    return read;
  }

  /** How many messages were found. */
  get messageCount(): number {
    return this.units.length;
  }

  array(array: Node): void {
    this.inArray = array;
    if (array !== NONE && this.opened === undefined) this.unitArrays.push(array);
  }

  message(role: Role, node: Node, about?: MessageAbout): void {
    if (this.opened !== undefined) this.unitsInside.set(this.units.length, this.opened);
    else if (this.units.length > 0 && this.count === this.countBefore)
      this.empty.push(this.units.at(this.units.length - 1));
    this.countBefore = this.count;
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
    if (typeof id === "string") this.ids.set(k, id);
    this.idNodes.push(typeof id === "object" ? this.latestIdNode : NONE);
    if (this.target === undefined) return;
    const tree = this.opened?.tree ?? this.tree;
    const slot = { node, shape };
    if (this.findsErrors && head.kind === "observation" && !head.isError && node !== NONE) {
      if (slotShowsError(tree, slot)) head = { ...head, isError: true };
    }
    const chars = this.measure(tree, head, slot);
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
      const mayBeUnread = this.hasReply && !this.hasResult && this.role === "user";
      if (!mayBeUnread || node === NONE || head.isSaid) return;
      if (hasResultHeader(this.opened?.tree ?? this.tree, node)) this.headerCount++;
      return;
    }
    if (kind === "image" && node !== NONE && this.opened === undefined) this.known.add(node);
    if (kind !== "call" && kind !== "observation") return;
    if (kind === "call") this.callCount++;
    else {
      this.resultCount++;
      this.hasResult = true;
    }
    if (this.opened !== undefined) return;
    if (node !== NONE) (kind === "call" ? this.calls : this.known).add(node);
    const unit = this.units.at(this.units.length - 1);
    if (kind === "observation" && node === NONE) this.hollow.add(unit);
    if (unit < this.toolUnitEnd || !(this.tree instanceof TapeTree)) return;
    this.toolUnits.add(unit);
    this.toolUnitEnd = this.tree.endOf(unit);
  }

  id(node: Node): Id | undefined {
    const tree = this.opened?.tree ?? this.tree;
    if (!tree.isString(node)) return undefined;
    if (!(tree instanceof TapeTree && tree.readId(node, this.latestId))) return tree.text(node);
    this.latestIdNode = node;
    return this.latestId;
  }

  ignore(node: Node): void {
    if (this.opened !== undefined || node === NONE) return;
    this.ignored.push(node);
  }

  mark(mark: Mark): void {
    this.target?.addMark(mark, this.record);
  }

  side(node: Node, of?: SideOf): void {
    this.sides.push(node);
    this.known.add(node);
    this.target?.addSide(of, bytesOf(this.tree, node), this.record);
  }

  usage(promptTokens: number): void {
    if (promptTokens > 0) this.target?.addUsage(promptTokens);
  }

  model(node: Node): void {
    if (!this.wantsModels) return;
    const tree = this.opened?.tree ?? this.tree;
    if (tree.isString(node) && tree.chars(node) > 0) this.latestModel = tree.text(node);
  }

  inside(node: Node, read: (tree: Tree) => void): void {
    if (!(this.tree instanceof TapeTree) || this.opened !== undefined) return;
    const opened = openString(this.tree, node);
    if (!("tree" in opened)) return;
    this.opened = opened;
    read(opened.tree);
    this.opened = undefined;
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

  /** Where the text of the record's `k`-th part lies. */
  slot(k: number): PlacedSlot | undefined {
    const node = k < this.count ? this.table.node(k) : NONE;
    if (node === NONE) return undefined;
    const inside = this.partsInside.size === 0 ? undefined : this.partsInside.get(k);
    return { node, shape: this.table.shape(k), inside };
  }

  /** The text of the record's `k`-th part, if that is in JSON that a string holds. */
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

  /** The same where the string may be in a block: that of its only block with text. */
  onlyString(k: number): Node {
    if (this.partsInside.size > 0 || k >= this.count) return NONE;
    const node = this.table.node(k);
    if (!this.table.hasShape(k)) return node;
    const only = slotString(this.tree, { node, shape: this.table.shape(k) });
    return this.tree.isString(only) ? only : NONE;
  }

  /** Where the text of the record's `k`-th part is to be read. */
  textAt(k: number): { readonly tree: Tree; readonly slot: Slot } | undefined {
    const slot = this.slot(k);
    if (slot === undefined) return undefined;
    const inside = this.textInside(k);
    if (inside === undefined) return { tree: this.treeOf(k), slot };
    return { tree: inside.opened.tree, slot: { node: inside.node, shape: undefined } };
  }

  /** The tree that the record's `k`-th part lies in. */
  treeOf(k: number): Tree {
    if (this.partsInside.size === 0) return this.tree;
    return this.partsInside.get(k)?.tree ?? this.tree;
  }

  /** The id of the record's `k`-th part, if it is a call or an observation. */
  idOf(k: number): string | undefined {
    if (k >= this.count) return undefined;
    const node = this.idNodes.at(k);
    return node === NONE ? this.ids.get(k) : this.treeOf(k).text(node);
  }

  /** Where the record's `k`-th message lies. */
  unit(k: number): Unit | undefined {
    if (k >= this.units.length) return undefined;
    return { array: this.arrays.at(k), node: this.units.at(k), inside: this.unitsInside.get(k) };
  }

  /** The record's `k`-th side copy. */
  sideCopy(k: number): Node {
    return k < this.sides.length ? this.sides.at(k) : NONE;
  }
}

/** The size of a part in chars. */
export type Measure = (tree: Tree, head: PartHead<Id>, slot: Slot) => number;

/** The chars that the model sees: of its text, and for a call of its name as well; 0 for an image. */
function modelChars(tree: Tree, head: PartHead<Id>, slot: Slot): number {
  if (slot.node === NONE || head.kind === "image")
    return head.kind === "call" ? head.name.length : 0;
  return (head.kind === "call" ? head.name.length : 0) + slotChars(tree, slot);
}

/** Whether the text of a slot shows an error. */
export function slotShowsError(tree: Tree, slot: Slot): boolean {
  // Of bytes, an excerpt has room for six to a character: text without escapes comes six times as long.
  const isTape = tree instanceof TapeTree;
  const count = isTape ? Math.ceil(SIGN_CHARS / 6) : SIGN_CHARS;
  const only = isTape ? slotString(tree, slot) : NONE;
  if (isTape && tree.isString(only) && !tree.mayShowError(only, count)) return false;
  const start = slotExcerpt(tree, slot, count);
  return showsError(start, slotExcerpt(tree, slot, -count), () => slotText(tree, slot));
}

function bytesOf(tree: Tree, node: Node): number {
  if (node === NONE) return 0;
  return tree instanceof TapeTree
    ? tree.end(node) - tree.start(node)
    : Buffer.byteLength(tree.text(node));
}

/** The texts of parts, given the record of each and its number in it. */
export function textsOf(
  find: (part: Part) => { readonly parts: RecordParts; readonly k: number },
): Texts {
  const nameOf = (part: Part) => (part.kind === "call" ? part.name : "");
  const at = (part: Part) => {
    const { parts, k } = find(part);
    return parts.textAt(k);
  };
  return {
    text(part) {
      const text = at(part);
      return nameOf(part) + (text === undefined ? "" : slotText(text.tree, text.slot));
    },
    excerpt(part, count) {
      const text = at(part);
      return nameOf(part) + (text === undefined ? "" : slotExcerpt(text.tree, text.slot, count));
    },
    includes(part, literal) {
      const { parts, k } = find(part);
      const plain = parts.plainString(k);
      if (plain !== NONE) return parts.tree.includes(plain, literal);
      const text = at(part);
      return text !== undefined && slotIncludes(text.tree, text.slot, literal);
    },
    mayBeginWith(part, code) {
      const { parts, k } = find(part);
      const plain = parts.plainString(k);
      if (plain !== NONE) return parts.tree.mayBeginWith(plain, code);
      const text = at(part);
      return text !== undefined && slotMayBeginWith(text.tree, text.slot, code);
    },
    mayEndWith(part, code, before) {
      const { parts, k } = find(part);
      const plain = parts.plainString(k);
      if (plain !== NONE) return parts.tree.mayEndWith(plain, code, before);
      const text = at(part);
      return text !== undefined && slotMayEndWith(text.tree, text.slot, code, before);
    },
    callId(part) {
      const { parts, k } = find(part);
      return parts.idOf(k);
    },
    savedBytes(part, text) {
      const { parts, k } = find(part);
      return savedBytesIn(parts, { slot: k, part, text });
    },
  };
}
