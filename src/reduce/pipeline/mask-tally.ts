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
  /** Masked observations that reach the model. */
  readonly maskedCount: number;
  /** The sum of old minus new lengths of observations. */
  readonly maskedChars: number;
  /** The chars saved in all, with the other edited parts. */
  readonly savedChars: number;
  /** Masked observations that no longer reach the model. */
  readonly deadMaskedCount: number;
  readonly deadMaskedChars: number;
  /** The index of the first edited part that reaches the model; infinite if there is none. */
  readonly firstEdit: number;
}

/** Counts what is decided for each part, one after another. */
export class MaskTally {
  /** The sums so far, for observations that reach the model and for dead ones. */
  readonly sums: { -readonly [Key in keyof MaskSums]: MaskSums[Key] } = {
    maskedCount: 0,
    maskedChars: 0,
    savedChars: 0,
    deadMaskedCount: 0,
    deadMaskedChars: 0,
    firstEdit: Number.POSITIVE_INFINITY,
  };
  private readonly counts: ReasonSums = {};
  /** A cache: the rule that masked last, mostly the same again, and its count. */
  private latest: { readonly rule: RuleName; readonly count: ReasonCount } | undefined;

  /** Counts an observation that stays raw. */
  keep(by: ReasonName, chars: number): void {
    countKept(this.counts, by, chars);
  }

  /** Counts a masked observation, `saved` chars shorter. */
  mask(index: number, rule: RuleName, saved: number): void {
    const { sums } = this;
    sums.firstEdit = Math.min(sums.firstEdit, index);
    sums.maskedCount++;
    sums.maskedChars += saved;
    sums.savedChars += saved;
    if (this.latest?.rule !== rule) this.latest = { rule, count: countOf(this.counts, rule) };
    addMasked(this.latest.count, saved);
  }

  /** Counts a masked observation that no longer reaches the model. */
  maskDead(saved: number): void {
    this.sums.deadMaskedCount++;
    this.sums.deadMaskedChars += saved;
    countMasked(this.counts, "dead", saved);
  }

  /** Counts an edited part other than an observation. */
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
