import type { RuleName } from "../rules/index.ts";
import {
  addMasked,
  type ByRule,
  countKept,
  countMasked,
  countOf,
  inOrder,
  type ReasonCount,
  type ReasonName,
  type ReasonSums,
} from "./reasons.ts";

/** How much is masked, and how much shorter that makes the transcript. */
export interface MaskSums {
  /** Of what reaches the model. */
  readonly maskedCount: number;
  /** The sum of old minus new lengths of observations. */
  readonly maskedChars: number;
  /** The same with the other parts that are edited: by how many chars all is shorter. */
  readonly savedChars: number;
  /** The same of what no longer does. */
  readonly deadMaskedCount: number;
  readonly deadMaskedChars: number;
  /** The first part that reaches the model and is edited, by its index; infinite where there is none. */
  readonly firstEdit: number;
}

/** Counts what is decided for each part, one after another. */
export class MaskTally {
  /** The sums so far, of observations that reach the model and of those that no longer do. */
  readonly sums: { -readonly [Key in keyof MaskSums]: MaskSums[Key] } = {
    maskedCount: 0,
    maskedChars: 0,
    savedChars: 0,
    deadMaskedCount: 0,
    deadMaskedChars: 0,
    firstEdit: Number.POSITIVE_INFINITY,
  };
  private readonly counts: ReasonSums = {};
  /** The rule that masked last, mostly the same again, and its count. */
  private latest: { readonly rule: RuleName; readonly count: ReasonCount } | undefined;

  /** An observation stays as it is. */
  keep(by: ReasonName, chars: number): void {
    countKept(this.counts, by, chars);
  }

  /** The observation with this index is masked, which makes it `saved` chars shorter. */
  mask(index: number, rule: RuleName, saved: number): void {
    const { sums } = this;
    sums.firstEdit = Math.min(sums.firstEdit, index);
    sums.maskedCount++;
    sums.maskedChars += saved;
    sums.savedChars += saved;
    if (this.latest?.rule !== rule) this.latest = { rule, count: countOf(this.counts, rule) };
    addMasked(this.latest.count, saved);
  }

  /** The same of an observation that no longer reaches the model. */
  maskDead(saved: number): void {
    this.sums.deadMaskedCount++;
    this.sums.deadMaskedChars += saved;
    countMasked(this.counts, "dead", saved);
  }

  /** The part with this index, no observation, is edited. */
  edit(index: number, rule: RuleName, saved: number): void {
    this.sums.firstEdit = Math.min(this.sums.firstEdit, index);
    this.sums.savedChars += saved;
    countMasked(this.counts, rule, saved);
  }

  /** The observations by their reasons. */
  byRule(): ByRule {
    return inOrder(this.counts);
  }
}
