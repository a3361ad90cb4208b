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

/** The string that is a result's text, in the input, and what would replace it. */
interface PlannedEdit {
  readonly start: number;
  readonly end: number;
  readonly written: Written;
  /** The rule that keeps the result all the same, as long as it reaches the model. */
  readonly keeper?: ReasonName | undefined;
}

/** Some of the results in the order of their conversation; the first of them no longer reach the model. */
interface ResultOrder {
  readonly results: readonly number[];
  readonly deadResults: number;
}

/** The results of conversations, in columns, with what is to be done with each outside the window. */
export class ResultTable {
  private readonly chars: number[] = [];
  private readonly numbers: number[] = [];
  /** Why each stays where the window does not keep it; "window" for one that is masked. */
  private readonly reasons: ReasonName[] = [];
  /** The same where no rule keeps it. */
  private readonly reasonsIfDead: ReasonName[] = [];
  /** Of those that are masked there: the string in the input, and the text that replaces it. */
  private readonly starts: number[] = [];
  private readonly lengths: number[] = [];
  private readonly gains: number[] = [];
  private readonly texts: string[] = [];
  private readonly isMasked: boolean[] = [];

  get count(): number {
    return this.chars.length;
  }

  /** Adds a result that stays. */
  keep(about: AboutResult, reason: ReasonName, ifDead = reason): void {
    this.add(about, reason, ifDead);
    this.starts.push(0);
    this.lengths.push(0);
    this.gains.push(0);
    this.texts.push("");
  }

  /** Adds a result that is masked outside the window, if that saves enough and nothing keeps it. */
  edit(
    about: AboutResult,
    { start, end, written: { text, json, bytes }, keeper }: PlannedEdit,
    minGain: number,
  ): void {
    const gain = about.chars - text.length;
    const savedBytes = end - start - bytes;
    if (!savesEnough(gain, savedBytes, minGain)) {
      const worth = savesEnough(gain, savedBytes, 1) ? "min-gain" : "not-shorter";
      this.keep(about, keeper ?? worth, worth);
      return;
    }
    this.add(about, keeper ?? "window", "window");
    this.starts.push(start);
    this.lengths.push(end - start);
    this.gains.push(gain);
    this.texts.push(json);
  }

  private add({ chars, number }: AboutResult, reason: ReasonName, ifDead: ReasonName): void {
    this.chars.push(chars);
    this.numbers.push(number);
    this.reasons.push(reason);
    this.reasonsIfDead.push(ifDead);
    this.isMasked.push(false);
  }

  /** Says which number a result has in the window's unit. */
  number(result: number, number: number): void {
    this.numbers[result] = number;
  }

  /** Decides which results of a conversation are masked, once all are there: all of them unless told. */
  mask(
    window: WindowPolicy,
    totals: Pick<WindowCounts, "messages" | "spoken" | "toolTurns">,
    order?: ResultOrder,
  ): Masked {
    const count = order?.results.length ?? this.count;
    const deadCount = order?.deadResults ?? 0;
    const resultAt = (at: number) => (order === undefined ? at : (order.results[at] ?? 0));
    const charsOf = (at: number) => this.chars[resultAt(at)] ?? 0;
    const limit = windowLimit(window, { ...totals, count, charsOf });
    const counts: ReasonSums = {};
    const sums = { live: { count: 0, chars: 0 }, dead: { count: 0, chars: 0 } };
    let remaining = 0;
    for (let at = 0; at < count; at++) {
      const k = resultAt(at);
      const state = at < deadCount ? "dead" : "live";
      const reason = this.reason(k, { at, state, limit });
      if (reason === undefined) {
        const gain = this.gains[k] ?? 0;
        countMasked(counts, state === "dead" ? "dead" : "window", gain);
        sums[state].count++;
        sums[state].chars += gain;
        this.isMasked[k] = true;
      } else {
        if (reason === "masked-before" && state === "live") remaining++;
        countKept(counts, reason, charsOf(at));
      }
    }
    return { ...sums.live, remaining: remaining + sums.live.count, counts, dead: sums.dead };
  }

  /** Why a result stays; undefined where it is masked. */
  private reason(
    k: number,
    about: { readonly at: number; readonly state: "live" | "dead"; readonly limit: WindowLimit },
  ): ReasonName | undefined {
    const { at, state, limit } = about;
    const reason = (state === "dead" ? this.reasonsIfDead[k] : this.reasons[k]) ?? "window";
    if (reason === "masked-before" || reason === "not-editable") return reason;
    if (state === "live" && !this.isOutside(k, at, limit)) return "window";
    return reason === "window" ? undefined : reason;
  }

  /** Whether a result is a placeholder now. */
  isPlaceholder(result: number): boolean {
    return this.isMasked[result] === true || this.reasons[result] === "masked-before";
  }

  /** The splices of the results that are masked, in order. */
  *splices(): Iterable<Splice> {
    for (let k = 0; k < this.count; k++) {
      if (this.isMasked[k] !== true) continue;
      const start = this.starts[k] ?? 0;
      yield { start, end: start + (this.lengths[k] ?? 0), text: this.texts[k] ?? "" };
    }
  }

  private isOutside(k: number, at: number, { column, limit }: WindowLimit): boolean {
    return (column === undefined ? at + 1 : (this.numbers[k] ?? 0)) <= limit;
  }
}
