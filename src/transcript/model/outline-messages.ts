import { Column } from "../columns/column.ts";
import type { MessageAbout } from "./heads.ts";
import type { Id } from "./id.ts";
import { ROLES, type Role } from "./message.ts";

/** The messages of an outline in columns: role, record and first part. */
export class OutlineMessages {
  /** The number of a role, with flags. */
  private readonly roles = new Column();
  private readonly records = new Column();
  private readonly firstParts = new Column();
  private readonly tags = new Map<number, readonly string[]>();
  private partCount = 0;
  /** A cache: the message whose part was read last. */
  private latestAsked = 0;

  get length(): number {
    return this.roles.length;
  }

  /** Adds a message that lies in a record; `addPart` adds to it until the next. */
  add(role: Role, record: number, about: MessageAbout<Id>): void {
    const { tags, fixed = false, joined = false } = about;
    if (tags !== undefined && tags.length > 0) this.tags.set(this.length, tags);
    this.roles.push(numberOfRole(role) | (fixed ? FIXED : 0) | (joined ? JOINED : 0));
    this.records.push(record);
    this.firstParts.push(this.partCount);
  }

  /** Adds a part to the message added last. */
  addPart(): void {
    this.partCount++;
  }

  role(message: number): Role {
    return ROLES[this.roles.at(message) & ROLE] ?? "user";
  }

  isFixed(message: number): boolean {
    return (this.roles.at(message) & FIXED) !== 0;
  }

  isJoined(message: number): boolean {
    return (this.roles.at(message) & JOINED) !== 0;
  }

  get hasTags(): boolean {
    return this.tags.size > 0;
  }

  tagsOf(message: number): readonly string[] {
    return this.tags.get(message) ?? [];
  }

  record(message: number): number {
    return this.records.at(message);
  }

  /** The first message of a record, if messages came in the order of their records. */
  firstOf(record: number): number {
    return record === this.records.at(0) ? 0 : this.records.firstAbove(record - 1);
  }

  /** The number of a message's first part, if it has any. */
  firstPart(message: number): number {
    return this.firstParts.at(message);
  }

  /** The number after that of its last part. */
  partsEnd(message: number): number {
    const next = message + 1;
    return next < this.roles.length ? this.firstParts.at(next) : this.partCount;
  }

  /** The message that a part belongs to. */
  messageOf(part: number): number {
    const { firstParts } = this;
    // Parts are mostly read in order.
    for (let message = this.latestAsked; message < this.latestAsked + 4; message++) {
      if (part < firstParts.at(message) || message >= firstParts.length) break;
      if (part >= this.partsEnd(message)) continue;
      this.latestAsked = message;
      return message;
    }
    this.latestAsked = firstParts.firstAbove(part) - 1;
    return this.latestAsked;
  }

  /** Forgets the messages, and keeps the room. */
  clear(): void {
    for (const column of [this.roles, this.records, this.firstParts]) column.clear();
    this.tags.clear();
    this.partCount = 0;
    this.latestAsked = 0;
  }
}

/** The low bits hold a role, those above flags. */
const ROLE = 0x7;
const FIXED = 0x8;
const JOINED = 0x10;

/** The index of a role in `ROLES`; a lookup in an object would be slower. */
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
