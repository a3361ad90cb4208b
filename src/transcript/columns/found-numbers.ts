import { TORN } from "../model/arrangement.ts";
import type { PartHead } from "../model/heads.ts";

/** Messages and marks as numbers, by their index in file order, for code that reads each of them several times. */
export interface FoundNumbers {
  /** Sums of `FOUND_FLAGS`; 0 where nothing is. */
  readonly flags: Uint8Array;
  /** The index of the parent; -1 if it is missing. */
  readonly parents: Int32Array;
  /** Whether any may be of a thread of its own. */
  readonly hasThreads: boolean;
  /** The number of a thread of its own, 0 for none; and the name of one. */
  threadOf(index: number): number;
  threadName(thread: number): string;
  /** The number of the id of a message's reply; 0 for none. */
  replyOf(index: number): number;
  /** Calls back with the number of each id of a message's parts of a kind. */
  eachId(
    index: number,
    kind: Extract<PartHead["kind"], "call" | "observation">,
    visit: (id: number) => void,
  ): void;
}

/**
 * The kinds of things found: a message, or a mark of one of these words; and whether it has an id, and names a parent.
 */
export const FOUND_FLAGS = {
  message: 0x1,
  boundary: 0x2,
  leaf: 0x4,
  torn: 0x8,
  hasId: 0x10,
  hasParent: 0x20,
  /** A mark of another word. */
  other: 0x40,
  /** A mark for a message kept by a compaction boundary: see `arrangeChains`. */
  preserved: 0x80,
} as const;

/** A store of messages and marks in columns: see `FoundStore`. */
interface NumberedStore {
  readonly length: number;
  mark(index: number): string | undefined;
  kind(index: number): number;
  hasId(index: number): boolean;
  hasParent(index: number): boolean;
  parentIndexOf(index: number): number | undefined;
  threadNumber(index: number): number;
  textOf(number: number): string | undefined;
  replyNumber(index: number): number;
  firstPart(index: number): number;
  partsEnd(index: number): number;
  isCall(part: number): boolean;
  isObservation(part: number): boolean;
  idNumber(part: number): number;
}

export function numbersIn(store: NumberedStore): FoundNumbers {
  const { length } = store;
  const flags = new Uint8Array(length);
  const parents = new Int32Array(length);
  const kinds = new Map<number, number>();
  let hasThreads = false;
  for (let index = 0; index < length; index++) {
    const kind = store.kind(index);
    let flag = kinds.get(kind);
    if (flag === undefined) {
      flag = flagOfMark(store.mark(index));
      kinds.set(kind, flag);
    }
    if (store.hasId(index)) flag |= FOUND_FLAGS.hasId;
    if (store.hasParent(index)) flag |= FOUND_FLAGS.hasParent;
    flags[index] = flag;
    parents[index] = store.parentIndexOf(index) ?? NOBODY;
    if (store.threadNumber(index) !== 0) hasThreads = true;
  }
  return {
    flags,
    parents,
    hasThreads,
    threadOf: (index) => store.threadNumber(index),
    threadName: (thread) => store.textOf(thread) ?? "",
    replyOf: (index) => store.replyNumber(index),
    eachId(index, kind, visit) {
      const end = store.partsEnd(index);
      for (let part = store.firstPart(index); part < end; part++) {
        const isOne = kind === "call" ? store.isCall(part) : store.isObservation(part);
        const id = isOne ? store.idNumber(part) : 0;
        if (id !== 0) visit(id);
      }
    },
  };
}

const NOBODY = -1;

/** The flag of a mark by its word, or of a message. */
export function flagOfMark(mark: string | undefined): number {
  if (mark === undefined) return FOUND_FLAGS.message;
  if (mark === TORN) return FOUND_FLAGS.torn;
  if (mark === "boundary") return FOUND_FLAGS.boundary;
  if (mark === "preserved") return FOUND_FLAGS.preserved;
  return mark === "leaf" ? FOUND_FLAGS.leaf : FOUND_FLAGS.other;
}
