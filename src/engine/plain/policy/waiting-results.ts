import type { Policy, WindowPolicy } from "../../../reduce/pipeline/checked-policy.ts";
import { NEVER } from "../../../reduce/pipeline/guards.ts";
import { type Pressed, stepsUnderPressure } from "../../../reduce/pipeline/pressure.ts";
import { leavingAfter, type Step } from "../../../reduce/windows/window-ends.ts";
import { CHARS_PER_TOKEN } from "../../../transcript/model/size.ts";
import { pressureInChars } from "./plain-budget.ts";
import type { CountsSoFar, TurnStarts } from "./turn-starts.ts";

/** The results of a conversation by their places in it; the first `deadCount` no longer reach the model. */
export interface PlacedResults {
  readonly count: number;
  readonly deadCount: number;
  charsOf(at: number): number;
  /** Its number in the window's unit; any if the window counts results or tokens. */
  numberOf(at: number): number;
  /** The chars that masking it saves; undefined if it stays outside the window. */
  savedBy(at: number): number | undefined;
}

/**
 * Which results are masked later than outside the window, or not at all, because the policy's trigger is not reached or
 * too little would be saved: 1 at the places of those that still wait at the end. Undefined if there is no trigger.
 */
export function waitingResults(
  { pressure, window }: Policy,
  starts: TurnStarts | undefined,
  {
    counts,
    deadChars,
    results,
  }: {
    /** The counts of the whole conversation. */
    readonly counts: CountsSoFar;
    readonly deadChars: number;
    readonly results: PlacedResults;
  },
): Uint8Array | undefined {
  if (pressure === undefined || starts === undefined) return undefined;
  starts.add(counts);
  const leaves = leavingSteps(window, starts, results);
  const candidates: Pressed[] = [];
  for (let at = results.deadCount; at < results.count; at++) {
    const saves = results.savedBy(at);
    const from = saves === undefined ? undefined : leaves(at);
    if (saves !== undefined && from !== undefined)
      candidates.push({ index: at, rank: 0, masker: "window", from, saves });
  }
  const steps = stepsUnderPressure(candidates.sort(byStep), {
    parts: results.count,
    maskers: ["window"],
    sizes: starts.charsWithout(deadChars),
    pressure: pressureInChars(pressure),
  }).get("window");
  const waits = new Uint8Array(results.count);
  for (const { index } of candidates) waits[index] = Number(steps?.[index] === NEVER);
  return waits;
}

function byStep(one: Pressed, other: Pressed): number {
  return one.from - other.from || one.index - other.index;
}

/** The step from which each result is outside the window; undefined while it never is. */
function leavingSteps(
  window: WindowPolicy,
  starts: TurnStarts,
  results: PlacedResults,
): (at: number) => Step | undefined {
  if (window.unit === "tokens") return tokenSteps(window.size, starts, results);
  const areCounted = window.unit === "observations";
  const leaves = leavingAfter({ turn: (number) => starts.stepOfUnit(number) }, window);
  return (at) => leaves(areCounted ? at + 1 : results.numberOf(at), starts.stepOfResult(at));
}

/** The same for a window of tokens, at four chars a token. */
function tokenSteps(
  size: number,
  starts: TurnStarts,
  { count, charsOf }: PlacedResults,
): (at: number) => Step | undefined {
  const steps = new Int32Array(count).fill(NEVER);
  let oldest = 0;
  let chars = 0;
  for (let newest = 0; newest < count; newest++) {
    chars += charsOf(newest);
    const step = chars > size * CHARS_PER_TOKEN ? starts.stepOfResult(newest) : NEVER;
    for (; chars > size * CHARS_PER_TOKEN && oldest <= newest; oldest++) {
      chars -= charsOf(oldest);
      steps[oldest] = step;
    }
  }
  return (at) => (steps[at] === NEVER ? undefined : steps[at]);
}
