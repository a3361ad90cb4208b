import type { SignWords } from "../tape/chat-table.ts";
import { type LearnedItems, type PathStep, STEP_BYTES } from "../tape/learned-steps.ts";
import type { Node } from "../tree/tree.ts";
import { CHAT_RESULTS } from "./kernel-chat.ts";
import type { KernelWords } from "./kernel-words.ts";
import { LearnedPaths } from "./learned-paths.ts";
import { nodeAt } from "./token-address.ts";

/** The exports of item-rows.ts. */
export interface ItemExports {
  beginLearnedRows(at: number): void;
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
/** Three integers for each result follow, and the first characters of a copy and of a result: see item-copies.ts. */
export const ITEM_BYTES: number = ITEM_STEPS + STEP_BYTES + 12 * CHAT_RESULTS + 512;

/** The most keys and words of rows, for which every kernel has room. */
export const FEW_IDS: number = 65_536;

/** The part of the kernel that learns rows by their messages. */
export class KernelItems implements LearnedItems {
  private readonly exports: ItemExports;
  private readonly words: KernelWords;
  private readonly rows: LearnedPaths;
  private readonly items: LearnedPaths;
  private readonly tape: number;
  private readonly at: number;
  /** The owner of what is learned, while the texts of its paths are numbered. */
  private learned: { readonly by: object; readonly texts: number } | undefined;

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
  }

  begin(by: object, signs: Pick<SignWords, "signOf" | "saysResult">): void {
    const { words, learned } = this;
    if (by === learned?.by && words.cleared === learned.texts) return;
    words.clear(FEW_IDS);
    words.begin(signs);
    this.rows.clear();
    this.items.clear();
    this.exports.beginLearnedRows(this.at);
    this.learned = { by, texts: words.cleared };
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
