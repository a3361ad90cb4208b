import type { WindowPolicy } from "../../../reduce/pipeline/checked-policy.ts";
import type { Step } from "../../../reduce/windows/window-ends.ts";
import { Column } from "../../../transcript/columns/column.ts";
import { type UnitTotals, windowTotal } from "./window-limit.ts";

/** The counts of a conversation so far: its chars, its results, and the units that windows count. */
export type CountsSoFar = UnitTotals & { readonly chars: number };

/** The counts of a conversation at the start of each of its turns; then those at its end, which is the last step. */
export class TurnStarts {
  /** The name of the count of the window's units. */
  readonly total: keyof UnitTotals;
  private readonly sizes: number[] = [];
  private readonly units = new Column();
  private readonly results = new Column();

  constructor(window: WindowPolicy) {
    this.total = windowTotal(window);
  }

  get count(): number {
    return this.sizes.length;
  }

  /** Adds the counts before a turn. */
  add(counts: CountsSoFar): void {
    this.push(counts.chars, counts[this.total], counts.count);
  }

  /** The same where the units of the window are counted. */
  push(chars: number, units: number, results: number): void {
    this.sizes.push(chars);
    this.units.push(units);
    this.results.push(results);
  }

  /** The chars at every step that reach the model, without the first `deadChars`. */
  charsWithout(deadChars: number): Float64Array {
    return Float64Array.from(this.sizes, (chars) => Math.max(0, chars - deadChars));
  }

  /** The step at which a result is seen first, by its place in the conversation. */
  stepOfResult(at: number): Step {
    return this.results.firstAbove(at);
  }

  /** The step at which a unit is seen first, by its number from 1; undefined past the last one. */
  stepOfUnit(number: number): Step | undefined {
    const step = this.units.firstAbove(number - 1);
    return step < this.count ? step : undefined;
  }
}
