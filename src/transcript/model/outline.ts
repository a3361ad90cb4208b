import { Column } from "../columns/column.ts";
import type { MessageAbout, PartHead } from "./heads.ts";
import type { Id } from "./id.ts";
import type {
  Message,
  ObservationExtra,
  ObservationPart,
  Part,
  Place,
  Role,
  UnitPlace,
} from "./message.ts";
import { PairFinder } from "./pairs.ts";
import type { PartSize, PartTarget } from "./part-target.ts";
import { type Sequence, sequence } from "./sequence.ts";
import { TurnCounter } from "./turns.ts";

/**
 * The messages and parts of a transcript in columns: some fifteen bytes for each, no objects. Messages
 * come one after another, each with its parts; turns and pairs are found on the way. What is read
 * back is made anew each time, and is a value.
 */
export class Outline implements PartTarget {
  readonly turns = new TurnCounter();
  readonly pairs = new PairFinder();
  /** Tokens of the prompt that a turn answers, by the turn, where its provider counted them. */
  readonly usage = new Map<number, number>();
  /** The models that wrote messages, by the message, where they were looked for. */
  readonly models = new Map<number, string>();
  /** Whether a part is reasoning that must go back to its provider unchanged. */
  hasSigned = false;
  readonly messages: Sequence<Message>;
  readonly parts: Sequence<Part>;
  private readonly roles = new Column();
  private readonly records = new Column();
  private readonly firstParts = new Column();
  private readonly kinds = new Column();
  private readonly chars = new Column();
  /** Names by number; number 0 is for what has none. */
  private readonly nameList: (string | undefined)[] = [undefined];
  private readonly nameNumbers = new Map<string, number>();
  private readonly tags = new Map<number, readonly string[]>();
  private readonly extras = new Map<number, ObservationExtra>();
  private readonly imageBytes = new Map<number, number>();
  private latestObservation = NONE;
  /** The message whose part was asked for last. */
  private latestAsked = 0;
  private observationList: readonly ObservationPart[] | undefined;

  constructor() {
    this.messages = sequence(
      () => this.roles.length,
      (index) => this.message(index),
    );
    this.parts = sequence(
      () => this.kinds.length,
      (index) => this.part(index),
    );
  }

  /** Begins a message that lies in a record; `addPart` adds to it until the next. */
  addMessage(role: Role, record: number, about: MessageAbout = NOTHING): void {
    const index = this.roles.length;
    const { tags, fixed = false, joined = false } = about;
    this.roles.push(numberOfRole(role) | (fixed ? FIXED : 0) | (joined ? JOINED : 0));
    this.records.push(record);
    this.firstParts.push(this.kinds.length);
    this.turns.message(role, about);
    if (tags !== undefined && tags.length > 0) this.tags.set(index, tags);
  }

  /** Adds a part of `chars` chars to the message begun last. */
  addPart(head: PartHead<Id>, chars: number, size?: PartSize): void {
    const index = this.kinds.length;
    let kind: number = KIND_NUMBERS.text;
    let flags = 0;
    let name: string | undefined;
    switch (head.kind) {
      case "call":
        kind = KIND_NUMBERS.call;
        name = head.name;
        this.turns.call();
        this.pairs.call({ index, id: head.id, name, turn: this.turns.count });
        break;
      case "observation":
        kind = KIND_NUMBERS.observation;
        name = head.toolName;
        flags = (head.isError ? IS_ERROR : 0) | (head.editable ? EDITABLE : 0);
        this.turns.observation();
        this.pairs.observation({ index, id: head.callId, name, turn: this.turns.count });
        if (this.pairs.mate(index) === undefined) this.turns.tool();
        this.latestObservation = index;
        if (size?.frame !== undefined)
          this.extras.set(index, { images: 0, imageBytes: 0, frame: size.frame });
        break;
      case "reasoning":
        kind = KIND_NUMBERS.reasoning;
        flags = (head.signed ? SIGNED : 0) | (head.editable ? EDITABLE : 0);
        this.hasSigned ||= head.signed;
        this.pairs.other();
        break;
      case "image":
        kind = KIND_NUMBERS.image;
        flags = (head.insideObservation ? INSIDE : 0) | (head.editable ? EDITABLE : 0);
        this.pairs.other();
        this.addImage(index, head.insideObservation, size?.bytes ?? 0);
        break;
      default:
        this.pairs.other();
    }
    this.observationList = undefined;
    const named = name === undefined ? 0 : this.numberOf(name) << NAME_BITS;
    this.kinds.push(kind | flags | named);
    this.chars.push(chars);
  }

  /** Of what is said of a turn several times, as its pieces are written, the first holds. */
  addUsage(promptTokens: number): void {
    const { count } = this.turns;
    if (count > 0 && !this.usage.has(count)) this.usage.set(count, promptTokens);
  }

  addModel(model: string): void {
    this.models.set(this.roles.length - 1, model);
  }

  /** Marks decide nothing where file order is conversation order. */
  addMark(): void {}

  /** Side copies are not kept here: see `Findings`. */
  addSide(): void {}

  /** Where a part lies, if messages came in the order of their records. */
  placeOf({ index, message }: Part): Place {
    const record = this.records.at(message);
    return { record, slot: index - this.firstParts.at(this.firstMessageOf(record)) };
  }

  /** Where a message lies, if messages came in the order of their records. */
  unitOf({ index, record }: Message): UnitPlace {
    return { record, unit: index - this.firstMessageOf(record) };
  }

  private firstMessageOf(record: number): number {
    return record === this.records.at(0) ? 0 : this.records.firstAbove(record - 1);
  }

  /** The observations, in order. Those of a transcript that is not huge are made once. */
  observations(): Iterable<ObservationPart> {
    if (this.kinds.length > MAX_PARTS_HELD) return this.eachObservation();
    this.observationList ??= this.allObservations();
    return this.observationList;
  }

  private allObservations(): readonly ObservationPart[] {
    const all: ObservationPart[] = [];
    let message = 0;
    for (let index = 0; index < this.kinds.length; index++) {
      if (!this.isObservation(index)) continue;
      while (this.firstPartAfter(message) <= index) message++;
      all.push(this.observation(index, message));
    }
    return all;
  }

  private *eachObservation(): Iterable<ObservationPart> {
    for (let message = 0; message < this.roles.length; message++) {
      const end = this.firstPartAfter(message);
      for (let index = this.firstParts.at(message); index < end; index++)
        if (this.isObservation(index)) yield this.observation(index, message);
    }
  }

  private addImage(index: number, isInside: boolean, bytes: number): void {
    this.imageBytes.set(index, bytes);
    if (!isInside || this.latestObservation === NONE) return;
    const before = this.extras.get(this.latestObservation);
    this.extras.set(this.latestObservation, {
      images: (before?.images ?? 0) + 1,
      imageBytes: (before?.imageBytes ?? 0) + bytes,
      frame: before?.frame,
    });
  }

  /** The chars of all messages before this one. */
  charsBefore(message: number): number {
    const end = message < this.roles.length ? this.firstParts.at(message) : this.kinds.length;
    let chars = 0;
    for (let index = 0; index < end; index++) chars += this.chars.at(index);
    return chars;
  }

  isObservation(part: number): boolean {
    return (this.kinds.at(part) & KIND) === OBSERVATION;
  }

  /** The message that a part belongs to. */
  messageOf(part: number): number {
    const { firstParts } = this;
    // Parts are mostly asked for one after another.
    for (let message = this.latestAsked; message < this.latestAsked + 4; message++) {
      if (part < firstParts.at(message) || message >= firstParts.length) break;
      if (part >= this.firstPartAfter(message)) continue;
      this.latestAsked = message;
      return message;
    }
    this.latestAsked = firstParts.firstAbove(part) - 1;
    return this.latestAsked;
  }

  isFixed(message: number): boolean {
    return (this.roles.at(message) & FIXED) !== 0;
  }

  get hasTags(): boolean {
    return this.tags.size > 0;
  }

  tagsOf(message: number): readonly string[] {
    return this.tags.get(message) ?? [];
  }

  /** The name of a call, or of the tool that an observation came from. */
  toolName(index: number): string | undefined {
    const own = this.nameList[this.kinds.at(index) >>> NAME_BITS];
    if (own !== undefined) return own;
    const mate = this.pairs.mate(index);
    return mate === undefined ? undefined : this.nameList[this.kinds.at(mate) >>> NAME_BITS];
  }

  /** Forgets everything, so that the next transcript can take its room. */
  clear(): void {
    for (const column of [this.roles, this.records, this.firstParts]) column.clear();
    for (const column of [this.kinds, this.chars]) column.clear();
    this.observationList = undefined;
    this.turns.clear();
    this.pairs.clear();
    this.usage.clear();
    this.models.clear();
    this.hasSigned = false;
    this.tags.clear();
    this.extras.clear();
    this.imageBytes.clear();
    this.latestObservation = NONE;
    this.latestAsked = 0;
    if (this.nameList.length > MAX_NAMES_KEPT) {
      this.nameList.length = 1;
      this.nameNumbers.clear();
    }
  }

  /** The number of a message's first part, if it has any. */
  firstPartOf(message: number): number {
    return this.firstParts.at(message);
  }

  private firstPartAfter(message: number): number {
    const next = message + 1;
    return next < this.roles.length ? this.firstParts.at(next) : this.kinds.length;
  }

  private message(index: number): Message {
    const end = this.firstPartAfter(index);
    const parts: Part[] = [];
    for (let part = this.firstParts.at(index); part < end; part++)
      parts.push(this.part(part, index));
    return {
      index,
      record: this.records.at(index),
      role: ROLES[this.roles.at(index) & KIND] ?? "user",
      parts,
      tags: this.tagsOf(index),
      fixed: this.isFixed(index),
      joined: (this.roles.at(index) & JOINED) !== 0,
    };
  }

  private part(index: number, message = this.messageOf(index)): Part {
    const flags = this.kinds.at(index);
    const kind = KINDS[flags & KIND] ?? "text";
    const base = { index, message, chars: this.chars.at(index) };
    switch (kind) {
      case "text":
        return { kind, ...base };
      case "reasoning":
        return {
          kind,
          ...base,
          signed: (flags & SIGNED) !== 0,
          editable: (flags & EDITABLE) !== 0,
        };
      case "call":
        return { kind, ...base, name: this.toolName(index) ?? "" };
      case "observation":
        return this.observation(index, message);
      case "image":
        return {
          kind,
          ...base,
          insideObservation: (flags & INSIDE) !== 0,
          editable: (flags & EDITABLE) !== 0,
          bytes: this.imageBytes.get(index) ?? 0,
        };
      default:
        return kind satisfies never;
    }
  }

  private observation(index: number, message: number): ObservationPart {
    const flags = this.kinds.at(index);
    return {
      kind: "observation",
      index,
      message,
      chars: this.chars.at(index),
      isError: (flags & IS_ERROR) !== 0,
      editable: (flags & EDITABLE) !== 0,
      extra: this.extras.size === 0 ? undefined : this.extras.get(index),
    };
  }

  private numberOf(name: string): number {
    const known = this.nameNumbers.get(name);
    if (known !== undefined) return known;
    this.nameNumbers.set(name, this.nameList.length);
    return this.nameList.push(name) - 1;
  }
}

const ROLES: readonly Role[] = ["system", "user", "assistant", "tool"];
const KINDS: readonly Part["kind"][] = ["text", "reasoning", "call", "observation", "image"];
const KIND_NUMBERS = { text: 0, reasoning: 1, call: 2, observation: 3, image: 4 } as const;
const OBSERVATION = KIND_NUMBERS.observation;
const NOTHING: MessageAbout = {};
const NONE = -1;

/** The low bits hold a role or a kind, those above flags. */
const KIND = 0x7;
const FIXED = 0x8;
const JOINED = 0x10;
const SIGNED = 0x8;
const IS_ERROR = 0x10;
const EDITABLE = 0x20;
const INSIDE = 0x40;
/** The bits above these are the number of a name. */
const NAME_BITS = 8;

/** Parts of a transcript whose observations are kept as objects. */
const MAX_PARTS_HELD = 10_000;

/** Names kept from one transcript to the next: the tools of an agent are few. */
const MAX_NAMES_KEPT = 1000;

/** The place of a role in `ROLES`; an object of numbers by their roles is slower to look into. */
function numberOfRole(role: Role): number {
  switch (role) {
    case "system":
      return 0;
    case "user":
      return 1;
    case "assistant":
      return 2;
    case "tool":
      return 3;
    default:
      return role satisfies never;
  }
}
