import { type Found, type Mark, TORN } from "../model/arrangement.ts";
import type { MessageAbout, PartHead } from "../model/heads.ts";
import type { Id } from "../model/id.ts";
import { ROLES, type Role } from "../model/message.ts";
import { type Sequence, sequence } from "../model/sequence.ts";
import { Column } from "./column.ts";
import { type FoundNumbers, numbersIn } from "./found-numbers.ts";
import { HeadStore } from "./head-store.ts";
import { TextTable } from "./text-table.ts";

/** Where a found message lies. */
export interface FoundPlace {
  readonly record: number;
  /** Its number, and that of its first part, among those of its record. */
  readonly unit: number;
  readonly slot: number;
  /** The number of its first part among all, and how many parts it has. */
  readonly firstPart: number;
  readonly parts: number;
}

/**
 * Messages, marks and parts in file order, in columns: about fifteen bytes a message besides the texts of its ids,
 * no objects. Each read makes a new view.
 */
export class FoundStore {
  private readonly texts = new TextTable();
  /** A role's number, or that of a mark's word from `MARK` up. */
  private readonly kinds = new Column();
  private readonly ids = new Column();
  private readonly parents = new Column();
  private readonly threads = new Column();
  private readonly replies = new Column();
  private readonly records = new Column();
  /** The marks, by their index. */
  private readonly marks = new Column();
  private readonly firstParts = new Column();
  private readonly tags = new Map<number, readonly string[]>();
  private readonly fixed = new Set<number>();
  private readonly joined = new Set<number>();
  /** The holder of each numbered id. */
  private holders: Int32Array | undefined;
  private readonly heads = new HeadStore(this.texts);

  get length(): number {
    return this.kinds.length;
  }

  get partCount(): number {
    return this.heads.length;
  }

  addMessage(role: Role, about: MessageAbout<Id>, record: number): void {
    const index = this.length;
    const { tags, fixed = false, joined = false, reply } = about;
    if (tags !== undefined && tags.length > 0) this.tags.set(index, tags);
    if (fixed) this.fixed.add(index);
    if (joined) this.joined.add(index);
    this.replies.push(this.texts.numberOfId(reply));
    this.add(ROLES.indexOf(role), about, record);
  }

  addMark(mark: Mark<Id>, record: number): void {
    this.replies.push(0);
    this.marks.push(this.length);
    this.add(MARK + this.texts.numberOf(mark.mark), mark, record);
  }

  addPart(head: PartHead<Id>): void {
    this.heads.push(head);
  }

  place(index: number): FoundPlace {
    const firstPart = this.firstParts.at(index);
    const record = this.records.at(index);
    const first = this.firstOf(record, index);
    return {
      record,
      unit: first === index ? 0 : index - first - this.marksBetween(first, index),
      slot: firstPart - this.firstParts.at(first),
      firstPart,
      parts: this.partsEnd(index) - firstPart,
    };
  }

  /** The index of the first thing found in the same record. */
  private firstOf(record: number, index: number): number {
    const isFirst = index === 0 || this.records.at(index - 1) !== record;
    return isFirst ? index : this.records.firstAbove(record - 1);
  }

  private marksBetween(first: number, index: number): number {
    return this.marks.firstAbove(index - 1) - this.marks.firstAbove(first - 1);
  }

  /** The message that part `number` belongs to. */
  messageOf(number: number): number {
    return this.firstParts.firstAbove(number) - 1;
  }

  role(index: number): Role {
    return ROLES[this.kinds.at(index)] ?? "user";
  }

  about(index: number): MessageAbout {
    return {
      reply: this.texts.text(this.replies.at(index)),
      tags: this.tags.get(index),
      fixed: this.fixed.has(index),
      joined: this.joined.has(index),
    };
  }

  head(part: number): PartHead {
    return this.heads.at(part);
  }

  /** The parts of a message, `[firstPart, partsEnd)`, by their numbers among all. */
  firstPart(index: number): number {
    return this.firstParts.at(index);
  }

  partsEnd(index: number): number {
    return index + 1 < this.length ? this.firstParts.at(index + 1) : this.heads.length;
  }

  isCall(part: number): boolean {
    return this.heads.isCall(part);
  }

  isObservation(part: number): boolean {
    return this.heads.isObservation(part);
  }

  /** The number of the id that a part has; 0 for none. */
  idNumber(part: number): number {
    return this.heads.idNumber(part);
  }

  /** The number of an id for parts, a new one if needed. */
  numberOfId(id: Id): number {
    return this.texts.numberOfId(id);
  }

  /** The number of the name that a part has; 0 for none. */
  nameNumber(part: number): number {
    return this.heads.nameNumber(part);
  }

  partName(part: number): string | undefined {
    return this.heads.name(part);
  }

  hasTags(index: number): boolean {
    return this.tags.size > 0 && this.tags.has(index);
  }

  /** The number of the reply's id; 0 for none. */
  replyNumber(index: number): number {
    return this.replies.at(index);
  }

  /** Everything found, each item made from the columns when it is read. */
  all(): Sequence<Found> & { readonly numbers: () => FoundNumbers } {
    const all = sequence(
      () => this.length,
      // Anything without a `mark` is a message, which the compiler cannot infer.
      (index) => new FoundView(this, index) as Found,
    );
    return Object.assign(all, { numbers: () => numbersIn(this) });
  }

  /** A number for the kind: equal for messages of the same role, and for marks with the same word. */
  kind(index: number): number {
    return this.kinds.at(index);
  }

  /** The word of a mark; undefined for a message. */
  mark(index: number): string | undefined {
    const kind = this.kinds.at(index);
    return kind < MARK ? undefined : (this.texts.text(kind - MARK) ?? "");
  }

  /** Whether it is a line that cannot be read. */
  isTorn(index: number): boolean {
    return this.mark(index) === TORN;
  }

  hasId(index: number): boolean {
    return this.ids.at(index) !== 0;
  }

  hasParent(index: number): boolean {
    return this.parents.at(index) !== 0;
  }

  threadNumber(index: number): number {
    return this.threads.at(index);
  }

  textOf(number: number): string | undefined {
    return this.texts.text(number);
  }

  idOf(index: number): string | undefined {
    return this.texts.text(this.ids.at(index));
  }

  parentOf(index: number): string | undefined {
    return this.texts.text(this.parents.at(index));
  }

  /**
   * The index of the parent: if several have its id, the last message of them. A mark with the id of a message is
   * about that message.
   */
  parentIndexOf(index: number): number | undefined {
    return this.holder(this.parents.at(index));
  }

  /** The index that this one's id resolves to, by the same rule. */
  holderOf(index: number): number | undefined {
    return this.holder(this.ids.at(index));
  }

  private holder(number: number): number | undefined {
    if (number === 0) return undefined;
    this.holders ??= this.findHolders();
    const holder = this.holders[number] ?? NOBODY;
    return holder === NOBODY ? undefined : holder;
  }

  /** Frees the memory that only adding needs; it is rebuilt if more is added. */
  doneAdding(): void {
    this.texts.releaseIndex();
  }

  /** Frees the memory that only finding parents needs; it is rebuilt for the next lookup. */
  doneArranging(): void {
    this.holders = undefined;
  }

  private findHolders(): Int32Array {
    const holders = new Int32Array(this.texts.size + 1).fill(NOBODY);
    for (let index = 0; index < this.length; index++) {
      const number = this.ids.at(index);
      const isMark = this.kinds.at(index) >= MARK;
      if (number !== 0 && !(isMark && holders[number] !== NOBODY)) holders[number] = index;
    }
    return holders;
  }

  /**
   * The messages, and marks in chains, whose parent is missing, in file order. Empty if no message has an id and a
   * parent; words like `__root__` do not count as parents.
   */
  *parentless(): Iterable<number> {
    if (!this.hasChains()) return;
    for (let index = 0; index < this.length; index++)
      if (this.parentIndexOf(index) === undefined && this.isChained(index)) yield index;
  }

  private hasChains(): boolean {
    for (let index = 0; index < this.length; index++)
      if (this.kinds.at(index) < MARK && this.isChained(index)) return true;
    return false;
  }

  /** Whether something is part of a chain, has an id and names another. */
  private isChained(index: number): boolean {
    if (this.ids.at(index) === 0 || this.parents.at(index) === 0) return false;
    const mark = this.mark(index);
    if (mark !== undefined && !CHAINED_MARKS.has(mark)) return false;
    return !/^__\w+__$/.test(this.parentOf(index) ?? "");
  }

  threadOf(index: number): string | undefined {
    return this.texts.text(this.threads.at(index));
  }

  replyOf(index: number): string | undefined {
    return this.texts.text(this.replies.at(index));
  }

  private add(
    kind: number,
    { id, parent, thread }: Pick<MessageAbout<Id>, "id" | "parent" | "thread">,
    record: number,
  ): void {
    this.kinds.push(kind);
    this.ids.push(this.texts.numberOfId(id));
    this.parents.push(this.texts.numberOfId(parent));
    this.threads.push(this.texts.numberOf(thread));
    this.records.push(record);
    this.firstParts.push(this.heads.length);
  }
}

/** A message or a mark of the store. Nobody reads a mark's role, reply or parts. */
class FoundView {
  readonly index: number;
  private readonly store: FoundStore;

  constructor(store: FoundStore, index: number) {
    this.store = store;
    this.index = index;
  }

  get mark(): string | undefined {
    return this.store.mark(this.index);
  }

  get role(): Role {
    return this.store.role(this.index);
  }

  get id(): string | undefined {
    return this.store.idOf(this.index);
  }

  get hasId(): boolean {
    return this.store.hasId(this.index);
  }

  get parent(): string | undefined {
    return this.store.parentOf(this.index);
  }

  get parentIndex(): number | undefined {
    return this.store.parentIndexOf(this.index);
  }

  get thread(): string | undefined {
    return this.store.threadOf(this.index);
  }

  get reply(): string | undefined {
    return this.store.replyOf(this.index);
  }

  get parts(): readonly PartHead[] {
    const { firstPart, parts } = this.store.place(this.index);
    return Array.from({ length: parts }, (_, k) => this.store.head(firstPart + k));
  }
}

const NOBODY = -1;

/** Words of marks that have a place between messages. */
const CHAINED_MARKS: ReadonlySet<string> = new Set(["link", "boundary"]);

/** Kinds from here up are marks, by the number of their word. */
const MARK = 8;
