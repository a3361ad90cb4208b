import type { MessageAbout, PartHead } from "../model/heads.ts";
import type { Id } from "../model/id.ts";
import type { Role } from "../model/message.ts";
import { Outline } from "../model/outline.ts";
import type { PartSize, PartTarget, SideOf } from "../model/part-target.ts";
import { inFileOrder, type PlacedTranscript, type SidePlace } from "../model/placed.ts";
import type { RequestUsage } from "../model/request-usage.ts";
import { SideStore } from "./side-store.ts";

/**
 * Messages of a record that are one conversation in file order, as most are: an outline is made while they are found,
 * which takes less than to find them first and arrange them then. Its memory is that of the record before.
 */
export class OneThread implements PartTarget {
  readonly outline = new Outline();
  /** Whether nothing was found so far that has to be arranged. */
  isOne = true;
  private thread: string | undefined;
  private sides = new SideStore();
  private sideCount = 0;
  private latestObservation = -1;

  clear(): void {
    this.outline.clear();
    this.isOne = true;
    if (this.sideCount > 0) this.sides = new SideStore();
    this.sideCount = 0;
    this.latestObservation = -1;
  }

  addMessage(role: Role, record: number, about: MessageAbout<Id> = {}): void {
    const { id, parent, thread } = about;
    if (this.outline.messages.length === 0) this.thread = thread;
    if (thread !== this.thread || id !== undefined || parent !== undefined) this.isOne = false;
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
    this.isOne = false;
  }

  addSide(of: SideOf | undefined, bytes: number, record: number): void {
    const place: SidePlace = { record, side: this.sideCount++, bytes };
    if (of === "prompt" && this.outline.messages.length > 0)
      this.sides.addPrompt(place, this.thread);
    else if (of === undefined) this.sides.add(place, this.latestObservation);
    else this.isOne = false;
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
