import type { SignWords } from "../tape/chat-table.ts";
import { type LearnedItems, type PathStep, STEP_BYTES } from "../tape/learned-steps.ts";
import type { KernelWords } from "./kernel-words.ts";
import { LearnedPaths } from "./learned-paths.ts";

/** The exports of item-rows.ts. */
export interface ItemExports {
  beginLearnedRows(at: number): void;
}

// The layout of the memory, as in item-rows.ts.
const ROW_STEPS = 4096;
const ROW_STEP_BYTES = 32 * 1024;
const ITEM_STEPS = ROW_STEPS + ROW_STEP_BYTES;
export const ITEM_BYTES: number = ITEM_STEPS + STEP_BYTES;

/** The most keys and words of rows. */
const MOST_WORDS = 65_536;

/** The part of the kernel that learns rows by their messages. */
export class KernelItems implements LearnedItems {
  private readonly exports: ItemExports;
  private readonly words: KernelWords;
  private readonly rows: LearnedPaths;
  private readonly items: LearnedPaths;
  private readonly at: number;

  constructor(
    exports: ItemExports,
    bytes: Buffer,
    { words, at }: { readonly words: KernelWords; readonly at: number },
  ) {
    this.exports = exports;
    this.words = words;
    this.at = at;
    this.rows = new LearnedPaths(bytes, at + ROW_STEPS, ROW_STEP_BYTES);
    this.items = new LearnedPaths(bytes, at + ITEM_STEPS);
  }

  begin(signs: Pick<SignWords, "signOf" | "saysResult">): void {
    this.words.clear(MOST_WORDS);
    this.words.begin(signs);
    this.rows.clear();
    this.items.clear();
    this.exports.beginLearnedRows(this.at);
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
}
