import {
  type Slot,
  slotChars,
  slotExcerpt,
  slotIncludes,
  slotMayBeginWith,
  slotMayEndWith,
  slotText,
} from "../json/slot.ts";
import { NONE, type Node, type Tree } from "../json/tree.ts";
import type { MessageAbout, PartHead } from "../transcript/heads.ts";
import type { Part, Role } from "../transcript/message.ts";
import type { Outline } from "../transcript/outline.ts";
import type { Texts } from "../transcript/transcript.ts";
import type { MessageSink } from "./format.ts";

/** Where a message lies: it is an item of an array, or (`NONE`) the whole record. */
export interface Unit {
  readonly array: Node;
  readonly node: Node;
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
  private readonly nodes: Node[] = [];
  private readonly keys: (string | undefined)[] = [];
  private readonly ids: (string | undefined)[] = [];
  private readonly arrays: Node[] = [];
  private readonly units: Node[] = [];
  private parts = 0;
  private messages = 0;
  private inArray: Node = NONE;

  constructor(tree: Tree, outline?: Outline, measure: Measure = modelChars) {
    this.tree = tree;
    this.outline = outline;
    this.measure = measure;
  }

  /** Begins with a record, and forgets the one before. */
  open(tree: Tree, record: number): void {
    this.tree = tree;
    this.record = record;
    this.inArray = NONE;
    this.parts = 0;
    this.messages = 0;
  }

  array(array: Node): void {
    this.inArray = array;
  }

  message(role: Role, node: Node, about?: MessageAbout): void {
    this.arrays[this.messages] = this.inArray;
    this.units[this.messages++] = node;
    this.outline?.addMessage(role, this.record, about);
  }

  part(head: PartHead, node: Node = NONE, key?: string): void {
    const k = this.parts++;
    this.nodes[k] = node;
    this.keys[k] = key;
    this.ids[k] =
      head.kind === "call" ? head.id : head.kind === "observation" ? head.callId : undefined;
    this.outline?.addPart(head, this.measure(this.tree, head, { node, key }));
  }

  /** Where the text of the record's `k`-th part lies. */
  slot(k: number): Slot | undefined {
    const node = k < this.parts ? this.nodes[k] : undefined;
    return node === undefined || node === NONE ? undefined : { node, key: this.keys[k] };
  }

  /** The id of the record's `k`-th part, if it is a call or an observation. */
  id(k: number): string | undefined {
    return k < this.parts ? this.ids[k] : undefined;
  }

  /** Where the record's `k`-th message lies. */
  unit(k: number): Unit | undefined {
    const node = k < this.messages ? this.units[k] : undefined;
    return node === undefined ? undefined : { array: this.arrays[k] ?? NONE, node };
  }
}

/** The size of a part in chars. */
export type Measure = (tree: Tree, head: PartHead, slot: Slot) => number;

/** What the model sees of it: its text, and for a call its name as well. */
function modelChars(tree: Tree, head: PartHead, slot: Slot): number {
  return (head.kind === "call" ? head.name.length : 0) + slotChars(tree, slot);
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
