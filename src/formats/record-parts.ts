import {
  type Slot,
  slotChars,
  slotExcerpt,
  slotIncludes,
  slotMayBeginWith,
  slotMayEndWith,
  slotText,
} from "../json/slot.ts";
import type { Node, Tree } from "../json/tree.ts";
import type { Part } from "../transcript/message.ts";
import type { Outline, PartHead } from "../transcript/outline.ts";
import type { Texts } from "../transcript/transcript.ts";
import type { FoundMessage, MessageSink } from "./format.ts";

/** An item of an array in a record. */
export interface Unit {
  readonly array: Node;
  readonly index: number;
}

/**
 * The parts that a format finds in a record: where their texts lie, and the ids of calls. What is
 * found goes on to an outline, if there is one, with its size.
 */
export class RecordParts implements MessageSink {
  /** The record's tree. */
  tree: Tree;
  private record = 0;
  private readonly outline: Outline | undefined;
  private readonly measure: Measure;
  private readonly slots: (Slot | undefined)[] = [];
  private readonly ids: (string | undefined)[] = [];
  private readonly units: Unit[] = [];

  constructor(tree: Tree, outline?: Outline, measure: Measure = modelChars) {
    this.tree = tree;
    this.outline = outline;
    this.measure = measure;
  }

  /** Begins with a record, and forgets the one before. */
  open(tree: Tree, record: number): void {
    this.tree = tree;
    this.record = record;
    this.slots.length = 0;
    this.ids.length = 0;
    this.units.length = 0;
  }

  message(found: FoundMessage): void {
    this.units.push(found);
    this.outline?.addMessage({ ...found, record: this.record });
  }

  part(head: PartHead, slot?: Slot): void {
    this.slots.push(slot);
    this.ids.push(
      head.kind === "call" ? head.id : head.kind === "observation" ? head.callId : undefined,
    );
    this.outline?.addPart(head, this.measure(this.tree, head, slot));
  }

  /** Where the text of the record's `k`-th part lies. */
  slot(k: number): Slot | undefined {
    return this.slots[k];
  }

  /** The id of the record's `k`-th part, if it is a call or an observation. */
  id(k: number): string | undefined {
    return this.ids[k];
  }

  /** Where the record's `k`-th message lies. */
  unit(k: number): Unit | undefined {
    return this.units[k];
  }
}

/** The size of a part in chars. */
export type Measure = (tree: Tree, head: PartHead, slot: Slot | undefined) => number;

/** What the model sees of it: its text, and for a call its name as well. */
function modelChars(tree: Tree, head: PartHead, slot: Slot | undefined): number {
  const nameChars = head.kind === "call" ? head.name.length : 0;
  return nameChars + (slot === undefined ? 0 : slotChars(tree, slot));
}

/** The texts of parts, given the record of each and its number in it. */
export function textsOf(
  find: (part: Part) => { readonly parts: RecordParts; readonly k: number },
): Texts {
  const nameOf = (part: Part) => (part.kind === "call" ? part.name : "");
  return {
    text(part) {
      const { parts, k } = find(part);
      const slot = parts.slot(k);
      return nameOf(part) + (slot === undefined ? "" : slotText(parts.tree, slot));
    },
    excerpt(part, count) {
      const { parts, k } = find(part);
      const slot = parts.slot(k);
      return nameOf(part) + (slot === undefined ? "" : slotExcerpt(parts.tree, slot, count));
    },
    includes(part, literal) {
      const { parts, k } = find(part);
      const slot = parts.slot(k);
      return slot !== undefined && slotIncludes(parts.tree, slot, literal);
    },
    mayBeginWith(part, code) {
      const { parts, k } = find(part);
      const slot = parts.slot(k);
      return slot !== undefined && slotMayBeginWith(parts.tree, slot, code);
    },
    mayEndWith(part, code) {
      const { parts, k } = find(part);
      const slot = parts.slot(k);
      return slot !== undefined && slotMayEndWith(parts.tree, slot, code);
    },
    callId(part) {
      const { parts, k } = find(part);
      return parts.id(k);
    },
  };
}
