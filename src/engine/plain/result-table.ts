import type { Splice } from "../../json/splice/splice.ts";
import type { WindowPolicy } from "../../reduce/pipeline/checked-policy.ts";
import {
  countKept,
  countMasked,
  type ReasonName,
  type ReasonSums,
} from "../../reduce/pipeline/reasons.ts";
import { savesEnough } from "../../reduce/pipeline/worth.ts";
import type { Written } from "./plain-placeholders.ts";
import type { Masked } from "./plain-telemetry.ts";
import { type WindowCounts, type WindowLimit, windowLimit } from "./window-limit.ts";

/** The size of a result, and its number in the window's unit where that is a column's. */
interface AboutResult {
  readonly chars: number;
  readonly number: number;
}

/** The results of a conversation, in columns, with what is to be done with each outside the window. */
export class ResultTable {
  private readonly chars: number[] = [];
  private readonly numbers: number[] = [];
  /** Why each stays where the window does not keep it; "window" for one that is masked. */
  private readonly reasons: ReasonName[] = [];
  /** Of those that are masked there: the string in the input, and the text that replaces it. */
  private readonly starts: number[] = [];
  private readonly lengths: number[] = [];
  private readonly gains: number[] = [];
  private readonly texts: string[] = [];

  get count(): number {
    return this.chars.length;
  }

  /** Adds a result that stays. */
  keep({ chars, number }: AboutResult, reason: ReasonName): void {
    this.chars.push(chars);
    this.numbers.push(number);
    this.reasons.push(reason);
    this.starts.push(0);
    this.lengths.push(0);
    this.gains.push(0);
    this.texts.push("");
  }

  /** Adds a result that is masked outside the window, if that saves enough. */
  edit(
    about: AboutResult,
    {
      start,
      end,
      written: { text, json, bytes },
    }: { readonly start: number; readonly end: number; readonly written: Written },
    minGain: number,
  ): void {
    const gain = about.chars - text.length;
    const savedBytes = end - start - bytes;
    if (!savesEnough(gain, savedBytes, minGain)) {
      this.keep(about, savesEnough(gain, savedBytes, 1) ? "min-gain" : "not-shorter");
      return;
    }
    this.chars.push(about.chars);
    this.numbers.push(about.number);
    this.reasons.push("window");
    this.starts.push(start);
    this.lengths.push(end - start);
    this.gains.push(gain);
    this.texts.push(json);
  }

  /** Decides which results are masked, once all are there. */
  mask(
    window: WindowPolicy,
    totals: Pick<WindowCounts, "messages" | "spoken" | "toolTurns">,
  ): Masked & { readonly limit: WindowLimit } {
    const charsOf = (k: number) => this.chars[k] ?? 0;
    const limit = windowLimit(window, { ...totals, count: this.count, charsOf });
    const counts: ReasonSums = {};
    let count = 0;
    let saved = 0;
    let remaining = 0;
    for (let k = 0; k < this.count; k++) {
      const reason = this.reasons[k] ?? "window";
      if (reason === "masked-before") remaining++;
      const isSettled = reason === "masked-before" || reason === "not-editable";
      const isOutside = this.isOutside(k, limit);
      if (reason === "window" && isOutside) {
        const gain = this.gains[k] ?? 0;
        countMasked(counts, "window", gain);
        count++;
        saved += gain;
      } else countKept(counts, isSettled || isOutside ? reason : "window", charsOf(k));
    }
    return { count, chars: saved, remaining: remaining + count, counts, limit };
  }

  /** The splices of the results that are masked, in order. */
  *splices(limit: WindowLimit): Iterable<Splice> {
    for (let k = 0; k < this.count; k++) {
      if (this.reasons[k] !== "window" || !this.isOutside(k, limit)) continue;
      const start = this.starts[k] ?? 0;
      yield { start, end: start + (this.lengths[k] ?? 0), text: this.texts[k] ?? "" };
    }
  }

  private isOutside(k: number, { column, limit }: WindowLimit): boolean {
    return (column === undefined ? k + 1 : (this.numbers[k] ?? 0)) <= limit;
  }
}
