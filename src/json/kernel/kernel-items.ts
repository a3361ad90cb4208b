import type { SignWords } from "../tape/chat-table.ts";
import {
  type LearnedItems,
  MOST_OF_OWN,
  MOST_READS,
  type OwnPath,
  type OwnReader,
  type PathStep,
  STEP_BYTES,
} from "../tape/learned-steps.ts";
import type { Node } from "../tree/tree.ts";
import { CHAT_RESULTS } from "./kernel-chat.ts";
import type { KernelWords } from "./kernel-words.ts";
import { LearnedPaths } from "./learned-paths.ts";
import { nodeAt, tokenAt } from "./token-address.ts";

/** The exports of item-rows.ts. */
export interface ItemExports {
  beginLearnedRows(at: number): void;
  askAboutItems(): void;
  signedBy(): number;
  readonly firstItem: { readonly value: number };
  readonly unlikeItem: { readonly value: number };
  noteOfUnlike(): number;
  readonly itemsHaveCopies: { readonly value: number };
  readonly itemsMayAnswer: { readonly value: number };
  readonly itemsAnswers: { readonly value: number };
  readonly itemsAreFixed: { readonly value: number };
}

// The layout of the memory, as in item-rows.ts.
const ROW_STEPS = 4096;
const ROW_STEP_BYTES = 32 * 1024;
const ITEM_STEPS = ROW_STEPS + ROW_STEP_BYTES;
/** The tokens that steps of an item name. */
const OF_ITEM = 1024;
/** Three integers for each result follow, and the first characters of a copy and of a result: see item-copies.ts. */
const COPY_BYTES = 12 * CHAT_RESULTS + 512;
/** Then the steps of an item that its format read. */
const OWN_STEPS = ITEM_STEPS + STEP_BYTES + COPY_BYTES;
const OWN_BYTES = 64 * 1024;
/** The values that were read, of a row and of an item, take eight bytes each. */
const READ_BYTES = 8 * (MOST_READS + MOST_OF_OWN);
export const ITEM_BYTES: number = OWN_STEPS + OWN_BYTES + READ_BYTES;

/** The most steps that are kept, to read a document again. */
const MOST_KNOWN = 100_000;

/** Asks for an item to be read: see assembly/tape/questions.ts. */
export const READ_ITEM = 65;

/** The most keys and words of rows, for which every kernel has room. */
export const FEW_IDS: number = 65_536;

/** The part of the kernel that learns rows by their messages. */
export class KernelItems implements LearnedItems {
  private readonly exports: ItemExports;
  private readonly words: KernelWords;
  private readonly rows: LearnedPaths;
  private readonly items: LearnedPaths;
  private readonly own: LearnedPaths;
  /** The tokens that steps of an item name. */
  private readonly places: Int32Array;
  private readonly tape: number;
  private readonly at: number;
  /** The owner of what is learned, while the texts of its paths are numbered. */
  private learned: { readonly by: object; readonly texts: number } | undefined;
  private readOwn: OwnReader | undefined;
  /** Paths of messages of the current tape, and the number of their steps. */
  private readonly known = new Map<Node, { readonly before: number; readonly path: OwnPath }>();
  private knownSteps = 0;

  constructor(
    exports: ItemExports,
    bytes: Buffer,
    {
      words,
      tape,
      at,
    }: { readonly words: KernelWords; readonly tape: number; readonly at: number },
  ) {
    this.exports = exports;
    this.words = words;
    this.tape = tape;
    this.at = at;
    this.rows = new LearnedPaths(bytes, at + ROW_STEPS, ROW_STEP_BYTES);
    this.items = new LearnedPaths(bytes, at + ITEM_STEPS);
    this.own = new LearnedPaths(bytes, at + OWN_STEPS, OWN_BYTES);
    this.places = new Int32Array(bytes.buffer, at + OF_ITEM, MOST_OF_OWN);
  }

  begin(by: object, signs: Pick<SignWords, "signOf" | "saysResult">): boolean {
    const { words, learned } = this;
    if (by === learned?.by && words.cleared === learned.texts) return false;
    words.clear(FEW_IDS);
    words.begin(signs);
    this.rows.clear();
    this.items.clear();
    this.exports.beginLearnedRows(this.at);
    this.readOwn = undefined;
    this.forget();
    this.learned = { by, texts: words.cleared };
    return true;
  }

  textOf(text: string): number {
    return this.words.intern(text);
  }

  learnRow(path: readonly PathStep[]): boolean {
    return this.rows.add(path);
  }

  learnItem(path: readonly PathStep[]): boolean {
    return this.items.add(path);
  }

  askAbout(read: OwnReader): void {
    this.readOwn = read;
    this.exports.askAboutItems();
  }

  /** Has a message read by its format; false if it cannot be. `isRow`: a row was scanned since the last reading. */
  read(item: Node, isRow: boolean): boolean {
    const { own, places, tape } = this;
    const found = this.found(item, isRow);
    own.clear();
    if (found === undefined || !own.add(found.steps)) return false;
    for (const [place, node] of found.places.entries()) places[place] = tokenAt(tape, node);
    return true;
  }

  /** The path of a message that its format reads, once for a document, which the kernel reads several times. */
  private found(item: Node, isRow: boolean): OwnPath | undefined {
    const { before, known } = this;
    const seen = known.get(item);
    if (!isRow && seen?.before === before) return seen.path;
    const path = this.readOwn?.(item, { before, isRow });
    const steps = this.knownSteps + (path?.steps.length ?? 0);
    if (isRow || path === undefined || steps > MOST_KNOWN) return path;
    this.knownSteps = steps;
    known.set(item, { before, path });
    return path;
  }

  /** To be called when the tape is written again. */
  forget(): void {
    if (this.knownSteps === 0) return;
    this.known.clear();
    this.knownSteps = 0;
  }

  learnKey(key: string): void {
    this.words.learnKey(key);
  }

  get first(): Node {
    return nodeAt(this.tape, this.exports.firstItem.value);
  }

  get unlike(): Node {
    return nodeAt(this.tape, this.exports.unlikeItem.value);
  }

  get before(): number {
    return this.exports.noteOfUnlike();
  }

  get hasCopies(): boolean {
    return this.exports.itemsHaveCopies.value !== 0;
  }

  get hasFixed(): boolean {
    return this.exports.itemsAreFixed.value !== 0;
  }

  get mayAnswer(): boolean {
    return this.exports.itemsMayAnswer.value !== 0;
  }

  get hasAnswers(): boolean {
    return this.exports.itemsAnswers.value > 1;
  }

  get signer(): Node {
    return nodeAt(this.tape, this.exports.signedBy());
  }
}
