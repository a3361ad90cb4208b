import type { MessageAbout, PartHead } from "../model/heads.ts";
import type { Id } from "../model/id.ts";
import type { Role } from "../model/message.ts";
import { Outline } from "../model/outline.ts";
import type { PartSize, PartTarget, SideOf } from "../model/part-target.ts";
import { inFileOrder, type PlacedTranscript, type SidePlace } from "../model/placed.ts";
import type { RequestUsage } from "../model/request-usage.ts";
import { SideStore } from "./side-store.ts";

/** Ends the reading of a record whose messages have to be arranged: it is read again for that. */
export class NotOneThread extends Error {}

/**
 * Messages of a record that are one conversation in file order, as most are: an outline is made while they are found,
 * which takes less than to find them first and arrange them then. Its memory is that of the record before.
 */
export class OneThread implements PartTarget {
  readonly outline = new Outline();
  /** Whether nothing was found so far that has to be arranged. */
  isOne = true;
  private isLeft = false;
  private thread: string | undefined;
  private sides = new SideStore();
  private sideCount = 0;
  private latestObservation = -1;

  /** With `isLeft`, it throws `NotOneThread` as soon as it is not one. */
  clear({ isLeft = false }: { readonly isLeft?: boolean } = {}): void {
    this.outline.clear();
    this.isOne = true;
    this.isLeft = isLeft;
    if (this.sideCount > 0) this.sides = new SideStore();
    this.sideCount = 0;
    this.latestObservation = -1;
  }

  addMessage(role: Role, record: number, about: MessageAbout<Id> = {}): void {
    const { id, parent, thread } = about;
    if (this.outline.messages.length === 0) this.thread = thread;
    if (thread !== this.thread || id !== undefined || parent !== undefined) this.leave();
    this.outline.addMessage(role, record, about);
  }

  addPart(head: PartHead<Id>, chars: number, size?: PartSize): void {
    if (head.kind === "observation") this.latestObservation = this.outline.parts.length;
    this.outline.addPart(head, chars, size);
  }

  addUsage(usage: RequestUsage): void {
    this.outline.addUsage(usage);
  }

  addModel(model: string): void {
    this.outline.addModel(model);
  }

  addMark(): void {
    this.leave();
  }

  addSide(of: SideOf | undefined, bytes: number, record: number): void {
    const place: SidePlace = { record, side: this.sideCount++, bytes };
    if (of === "prompt" && this.outline.messages.length > 0)
      this.sides.addPrompt(place, this.thread);
    else if (of === undefined) this.sides.add(place, this.latestObservation);
    else this.leave();
  }

  private leave(): void {
    this.isOne = false;
    if (this.isLeft) throw new NotOneThread();
  }

  /** The conversation, valid until `clear`. */
  placed(): PlacedTranscript {
    const { outline, sides, thread } = this;
    const prompts = sides.takePrompts(thread);
    return {
      ...inFileOrder(outline),
      thread,
      hasSides: !sides.isEmpty || prompts.length > 0,
      sides: ({ index }) => sides.ofPart(index),
      prompts,
    };
  }
}
