import type { Step } from "../windows/window-ends.ts";
import { passagesOf } from "./passages.ts";
import type { TellingLine } from "./telling-lines.ts";

/** The cost of referring to a run of lines, in chars. */
const RUN_COST = 8;

/** The share of a text that is repeated elsewhere, and the step from which that is enough. */
export interface Cover {
  readonly from: Step;
  /** The share of its lines' chars that are repeated elsewhere by then, from 0 to 1. */
  readonly share: number;
  /** The lines that are not repeated. */
  readonly rest: readonly TellingLine[];
}

/**
 * The first step, `earliest` or later, at which other texts repeat enough of a text: a share `least` of its chars
 * in passages that they have as well, minus a cost for each run. `firstStep` returns when a passage is seen. Only
 * whole lines count, since similar lines differ in numbers and names. Repetition within the text does not count.
 */
export function coverOf(
  lines: readonly TellingLine[],
  {
    least,
    earliest,
    firstStep,
  }: {
    readonly least: number;
    readonly earliest: Step;
    firstStep(passage: string): Step | undefined;
  },
): Cover | undefined {
  const steps = stepsOf(lines, (passage) => {
    const step = firstStep(passage);
    return step === undefined ? undefined : Math.max(earliest, step);
  });
  const all = lines.reduce((sum, { text }) => sum + text.length, 0);
  const byStep = [...lines.keys()]
    .filter((index) => steps[index] !== undefined)
    .sort((a, b) => (steps[a] ?? 0) - (steps[b] ?? 0) || a - b);
  const isCovered = new Uint8Array(lines.length + 2);
  let covered = 0;
  let runs = 0;
  for (const [place, index] of byStep.entries()) {
    covered += lines[index]?.text.length ?? 0;
    runs += 1 - (isCovered[index] ?? 0) - (isCovered[index + 2] ?? 0);
    isCovered[index + 1] = 1;
    const from = steps[index] ?? 0;
    const next = byStep[place + 1];
    const isStepDone = next === undefined || steps[next] !== from;
    if (!isStepDone || covered - RUN_COST * runs < least * all) continue;
    const rest = lines.filter((_, line) => isCovered[line + 1] === 0);
    return { from, share: covered / all, rest };
  }
  return undefined;
}

/** The first step at which each line is in a visible passage. */
function stepsOf(
  lines: readonly TellingLine[],
  firstStep: (passage: string) => Step | undefined,
): readonly (Step | undefined)[] {
  const steps: (Step | undefined)[] = lines.map(() => undefined);
  for (const { first, last, text } of passagesOf(lines)) {
    const step = firstStep(text);
    if (step === undefined) continue;
    for (let index = first; index < last; index++)
      steps[index] = Math.min(step, steps[index] ?? step);
  }
  return steps;
}
