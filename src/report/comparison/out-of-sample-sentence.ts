import type { ComparedTotals } from "../../analyses/compare/compared.ts";
import type { HalfChoice, HalfFigures } from "../../analyses/compare/sums/out-of-sample.ts";
import { ratio, share } from "./amounts.ts";

/**
 * How a recommendation does out of sample: chosen on one half of the transcripts and measured on the other, both
 * ways. One sentence.
 */
export function outOfSampleSentence({ outOfSample }: Pick<ComparedTotals, "outOfSample">): string {
  if (outOfSample === undefined) return "";
  const [one, two] = outOfSample.choices.map(choiceIn);
  return `Chosen on half of the sessions: ${one}; the other way round: ${two}.`;
}

function choiceIn({ setting, chosen, held }: HalfChoice): string {
  if (setting === undefined || chosen === undefined || held === undefined)
    return "nothing is recommended";
  return (
    `${setting}, which on the other half costs ${ratio(held.cachedRatio)} (${ratio(chosen.cachedRatio)} ` +
    `where it was chosen)${recallIn(held, chosen)}`
  );
}

function recallIn(
  { recallShare: held }: HalfFigures,
  { recallShare: chosen }: HalfFigures,
): string {
  return held === undefined || chosen === undefined
    ? ""
    : `, recall ${share(held)} (${share(chosen)})`;
}
