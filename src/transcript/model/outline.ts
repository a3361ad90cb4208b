import type { MessageAbout, PartHead } from "./heads.ts";
import { type Id, textOfId } from "./id.ts";
import type { Message, ObservationPart, Part, Place, Role, UnitPlace } from "./message.ts";
import { OutlineMessages } from "./outline-messages.ts";
import { OutlineParts } from "./outline-parts.ts";
import { PairFinder } from "./pairs.ts";
import type { PartSize, PartTarget } from "./part-target.ts";
import { noteUsage, type RequestUsage } from "./request-usage.ts";
import { type Sequence, sequence } from "./sequence.ts";
import { TurnCounter } from "./turns.ts";

/**
 * The messages and parts of a transcript in columns: some fifteen bytes for each, no objects. Messages are added
 * in order, each with its parts; turns and pairs are found on the way. Reading makes a new value each time.
 */
export class Outline implements PartTarget {
  readonly turns: TurnCounter;
  readonly pairs = new PairFinder();
  /** The provider's token counts for the request of a turn, by turn, if recorded. */
  readonly usage = new Map<number, RequestUsage>();
  /** The models that wrote messages, by message, if reading looked for them. */
  readonly models = new Map<number, string>();
  /** Whether a part is reasoning that must go back to its provider unchanged. */
  hasSigned = false;
  readonly messages: Sequence<Message>;
  readonly parts: Sequence<Part>;
  private readonly messageColumns = new OutlineMessages();
  private readonly partColumns = new OutlineParts();
  private observationList: readonly ObservationPart[] | undefined;
  /** Messages as objects, kept while the outline is not huge: analyses go through them many times. */
  private held: (Message | undefined)[] = [];

  constructor(turns = new TurnCounter()) {
    this.turns = turns;
    this.messages = sequence(
      () => this.messageColumns.length,
      (index) => this.heldMessage(index),
    );
    this.parts = sequence(
      () => this.partColumns.length,
      (index) => this.part(index),
    );
  }

  /** Begins a message that lies in a record; `addPart` adds to it until the next. */
  addMessage(role: Role, record: number, about: MessageAbout<Id> = NOTHING): void {
    this.messageColumns.add(role, record, about);
    this.turns.message(role, withTexts(about));
  }

  /** Adds a part of `chars` chars to the message begun last. */
  addPart(head: PartHead<Id>, chars: number, size?: PartSize): void {
    if (this.held.length > 0) this.held = [];
    const index = this.partColumns.add(head, chars, size);
    this.messageColumns.addPart();
    this.observationList = undefined;
    if (head.kind === "call") {
      this.turns.call();
      this.pairs.call({ index, id: head.id, name: head.name, turn: this.turns.count });
    } else if (head.kind === "observation") {
      this.turns.observation();
      const { callId: id, toolName: name } = head;
      this.pairs.observation({ index, id, name, turn: this.turns.count });
      if (this.pairs.mate(index) === undefined) this.turns.tool();
    } else {
      if (head.kind === "reasoning") this.hasSigned ||= head.signed;
      this.pairs.other();
    }
  }

  addUsage(usage: RequestUsage): void {
    const { count } = this.turns;
    if (count > 0) noteUsage(this.usage, count, usage);
  }

  addModel(model: string): void {
    this.models.set(this.messageColumns.length - 1, model);
  }

  /** Marks decide nothing where file order is conversation order. */
  addMark(): void {}

  /** Side copies are not kept here: see `Findings`. */
  addSide(): void {}

  /** The place of a part, if messages came in the order of their records. */
  placeOf({ index, message }: Part): Place {
    const columns = this.messageColumns;
    const record = columns.record(message);
    return { record, slot: index - columns.firstPart(columns.firstOf(record)) };
  }

  /** The place of a message, if messages came in the order of their records. */
  unitOf({ index, record }: Message): UnitPlace {
    return { record, unit: index - this.messageColumns.firstOf(record) };
  }

  /** The observations, in order. Cached unless the transcript is huge. */
  observations(): Iterable<ObservationPart> {
    if (this.partColumns.length > MAX_PARTS_HELD) return this.eachObservation();
    this.observationList ??= this.allObservations();
    return this.observationList;
  }

  /** The chars of all messages before this one. */
  charsBefore(message: number): number {
    const { length } = this.messageColumns;
    const end = message < length ? this.messageColumns.firstPart(message) : this.partColumns.length;
    return this.partColumns.charsBefore(end);
  }

  /** The message that a part belongs to. */
  messageOf(part: number): number {
    return this.messageColumns.messageOf(part);
  }

  /** The number of a message's first part, if it has any. */
  firstPartOf(message: number): number {
    return this.messageColumns.firstPart(message);
  }

  /** The kind of a part, and its chars, without an object for it. */
  kindOf(part: number): Part["kind"] {
    return this.partColumns.kindOf(part);
  }

  charsOf(part: number): number {
    return this.partColumns.charsOf(part);
  }

  roleOf(message: number): Role {
    return this.messageColumns.role(message);
  }

  isFixed(message: number): boolean {
    return this.messageColumns.isFixed(message);
  }

  get hasTags(): boolean {
    return this.messageColumns.hasTags;
  }

  tagsOf(message: number): readonly string[] {
    return this.messageColumns.tagsOf(message);
  }

  /** The name of a call, or of the tool that an observation came from. */
  toolName(index: number): string | undefined {
    const own = this.partColumns.ownName(index);
    if (own !== undefined) return own;
    const mate = this.pairs.mate(index);
    return mate === undefined ? undefined : this.partColumns.ownName(mate);
  }

  /** Clears the outline, so that the next transcript can use its memory. */
  clear(): void {
    this.messageColumns.clear();
    this.partColumns.clear();
    this.observationList = undefined;
    this.held = [];
    this.turns.clear();
    this.pairs.clear();
    this.usage.clear();
    this.models.clear();
    this.hasSigned = false;
  }

  private allObservations(): readonly ObservationPart[] {
    const { messageColumns: messages, partColumns: parts } = this;
    const all: ObservationPart[] = [];
    let message = 0;
    for (let index = 0; index < parts.length; index++) {
      if (!parts.isObservation(index)) continue;
      while (messages.partsEnd(message) <= index) message++;
      all.push(parts.observation(index, message));
    }
    return all;
  }

  private *eachObservation(): Iterable<ObservationPart> {
    const { messageColumns: messages, partColumns: parts } = this;
    for (let message = 0; message < messages.length; message++) {
      const end = messages.partsEnd(message);
      for (let index = messages.firstPart(message); index < end; index++)
        if (parts.isObservation(index)) yield parts.observation(index, message);
    }
  }

  private heldMessage(index: number): Message {
    if (this.partColumns.length > MAX_PARTS_HELD) return this.message(index);
    const known = this.held[index];
    if (known !== undefined) return known;
    const message = this.message(index);
    this.held[index] = message;
    return message;
  }

  private message(index: number): Message {
    const columns = this.messageColumns;
    const end = columns.partsEnd(index);
    const parts: Part[] = [];
    for (let part = columns.firstPart(index); part < end; part++)
      parts.push(this.part(part, index));
    return {
      index,
      record: columns.record(index),
      role: columns.role(index),
      parts,
      tags: columns.tagsOf(index),
      fixed: columns.isFixed(index),
      joined: columns.isJoined(index),
    };
  }

  private part(index: number, message = this.messageOf(index)): Part {
    return this.partColumns.part(index, message);
  }
}

const NOTHING: MessageAbout = {};

/** The attributes with the reply's id as text, the only id kept here. */
function withTexts(about: MessageAbout<Id>): Pick<MessageAbout, "reply" | "fixed" | "tags"> {
  const { reply, fixed, tags } = about;
  return { reply: reply && textOfId(reply), fixed, tags };
}

/** The most parts of a transcript whose observations are kept as objects. */
const MAX_PARTS_HELD = 10_000;
