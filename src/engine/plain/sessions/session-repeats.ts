import {
  ARRANGED_PART,
  ARRANGED_PARTS,
  ARRANGED_STATES,
  type KernelArranged,
} from "../../../json/kernel/kernel-arranged.ts";
import type { Arrangement } from "../../../transcript/model/arrangement.ts";
import type { OfLength, SessionResults } from "./session-results.ts";

/** The columns that repeats need. */
type RepeatColumn =
  | ("firstParts" | "partKinds" | "partIds" | "partChars")
  | ("resultParts" | "states" | "copies");

/**
 * The results of messages that a session has more than once: where a message is masked, its earlier copies get the same
 * placeholder.
 */
export class SessionRepeats {
  private readonly kernel: KernelArranged;
  /** The results of messages, each followed by the same result of a copy. */
  private readonly pairs: number[] = [];

  constructor(kernel: KernelArranged) {
    this.kernel = kernel;
  }

  /** Adds the copies of messages, before their results are decided about. */
  add(again: NonNullable<Arrangement["again"]>): void {
    const { hasCopies } = this.kernel.exports;
    for (const [index, copies] of again) {
      const own = this.resultsOf(index);
      for (const copy of copies) {
        const others = this.lastFirst(copy);
        for (const result of own) {
          const same = others.get(this.idOf(result))?.pop();
          if (same === undefined) continue;
          this.pairs.push(result, same);
          if (hasCopies.value !== 0)
            this.set("copies", result, this.get("copies", result) + this.get("copies", same));
        }
      }
    }
  }

  /** The results in a message by their ids, the last of each first. */
  private lastFirst(index: number): ReadonlyMap<number, number[]> {
    const byId = new Map<number, number[]>();
    for (const result of this.resultsOf(index).reverse()) {
      const same = byId.get(this.idOf(result));
      if (same === undefined) byId.set(this.idOf(result), [result]);
      else same.push(result);
    }
    return byId;
  }

  /** Masks the copies of masked results; false if one is another text, or its placeholder another. */
  mask(results: SessionResults, ofLength: OfLength): boolean {
    const { pairs } = this;
    for (let k = 0; k < pairs.length; k += 2) {
      const [own = 0, copy = 0] = [pairs[k], pairs[k + 1]];
      const isMasked = (this.get("states", own) & ARRANGED_STATES.masked) !== 0;
      if (!isMasked || this.charsOf(copy) === 0) continue;
      if (this.charsOf(copy) !== this.charsOf(own)) return false;
      if (!results.repeat(own, copy, ofLength)) return false;
    }
    return true;
  }

  /** The results in a message, by their numbers. */
  private resultsOf(index: number): number[] {
    const { foundCount, partTotal } = this.kernel.exports;
    const isLast = index + 1 === foundCount.value;
    const end = isLast ? partTotal.value : this.get("firstParts", index + 1);
    const results: number[] = [];
    for (let part = this.get("firstParts", index); part < end; part++)
      if ((this.get("partKinds", part) & ARRANGED_PART) === ARRANGED_PARTS.result)
        results.push(this.resultIn(part));
    return results;
  }

  /** The number of the result in a part. */
  private resultIn(part: number): number {
    let [low, high] = [0, this.kernel.exports.resultTotal.value];
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (this.get("resultParts", middle) < part) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  private idOf(result: number): number {
    return this.get("partIds", this.get("resultParts", result));
  }

  private charsOf(result: number): number {
    return this.get("partChars", this.get("resultParts", result));
  }

  private get(column: RepeatColumn, at: number): number {
    const { integers, exports } = this.kernel;
    return integers[(exports[column].value >> 2) + at] ?? 0;
  }

  private set(column: RepeatColumn, at: number, value: number): void {
    const { integers, exports } = this.kernel;
    integers[(exports[column].value >> 2) + at] = value;
  }
}
