import type { ComparedTotals } from "../../analyses/compare/compared.ts";
import { FEW_TRANSCRIPTS } from "../../analyses/compare/recall/recall-over.ts";
import type { UsedObservations } from "../../analyses/compare/result.ts";
import { OTHER_SETTINGS } from "../../analyses/compare/setting.ts";
import type { OutcomeTotals } from "../../analyses/compare/sums/outcome-totals.ts";
import { visible } from "../../base/visible.ts";
import { number, percent } from "../figures.ts";
import { counted, dollars, ratio } from "./amounts.ts";
import { idleSettings } from "./idle-settings.ts";

/** Remarks about the figures, a line each. */
export function notesOf(totals: ComparedTotals): readonly string[] {
  const { uses, alone, overheadTokens, skippedFiles, failedInputs, badLines } = totals;
  const notes: string[] = [LIVE, ...reasoningOf(totals), ...unpricedOf(totals)];
  if (uses !== undefined) notes.push(...usesOf(uses));
  notes.push(...masksOf(totals));
  if (overheadTokens === 0)
    notes.push(
      "System prompt and tools that are not in the file are not counted: --overhead-tokens adds them.",
    );
  if (alone.recall?.references === 0)
    notes.push("No later turn used a name from a tool result: recall says nothing here.");
  else if (alone.recall !== undefined)
    notes.push(
      `A call made again for a result that would have been masked counts as a missed reference. ${intervalOf(alone)}`,
      "Recall is measured on what the agent did with everything in view: it cannot see an agent that would have looped, and says nothing of whether tasks succeed.",
    );
  if (badLines > 0)
    notes.push(
      `Left out: ${counted(badLines, "line")} that ${badLines === 1 ? "is" : "are"} not JSON`,
    );
  if (failedInputs > 0)
    notes.push(`Left out, not read to the end: ${counted(failedInputs, "input")}`);
  if (skippedFiles > 0) notes.push(`Skipped, of no known format: ${number(skippedFiles)}`);
  return notes;
}

/** How often agents repeated calls whose results were masked in the recording. */
function masksOf({ recordedMasks }: ComparedTotals): readonly string[] {
  if (recordedMasks === undefined) return [];
  const { masked, askedAgain, tokens } = recordedMasks;
  const each = askedAgain === 0 ? "" : `, ${number(Math.round(tokens / askedAgain))} tokens each`;
  return [
    `On record, ${counted(masked, "result was", "results were")} masked already; agents made the call again for ${askedAgain === 0 ? "none" : `${number(askedAgain)} of them (${percent(askedAgain, masked)})`}${each}.`,
  ];
}

/** How the interval of recall was computed, and its limits. */
function intervalOf({ recallTranscripts = 0 }: OutcomeTotals): string {
  if (recallTranscripts >= FEW_TRANSCRIPTS)
    return `The 95% interval is that of ${number(recallTranscripts)} transcripts drawn again 1,000 times (bootstrap), and no narrower than Wilson's, which takes references for independent.`;
  return `The 95% interval is ${recallTranscripts === 1 ? "Wilson's" : "the wider of Wilson's and that of transcripts drawn again 1,000 times"}: ${counted(recallTranscripts, "transcript")} cannot show how others differ, so the true interval is wider.`;
}

/** The kind of agents that the figures apply to. */
const LIVE =
  "These figures are for agents at work, whose prompts are masked as they are sent. For files at rest, elision -n shows what masking saves.";

/** Whether the costs include lost reasoning, and how much at most. */
function reasoningOf(totals: ComparedTotals): readonly string[] {
  const { outcomes, price, prices } = totals;
  const worst = outcomes.reduce<(typeof outcomes)[number] | undefined>(
    (most, each) => (each.lostBlocks > (most?.lostBlocks ?? 0) ? each : most),
    undefined,
  );
  if (worst === undefined) return [];
  const others = othersOf(totals);
  const again = `The setting ${worst.setting} loses ${counted(worst.lostBlocks, "block")} of reasoning that is bound to what it masks`;
  if (worst.againTokens > 0 && worst.reasoningCost === 0 && Object.keys(prices).length === 1)
    return [
      `${again}; ${visible(price.name)} has no output price, so writing it again is not in the costs.`,
      ...others,
    ];
  return [
    `${again}; what the model was still at work with, ${number(worst.againTokens)} tokens, is written again as output: ${dollars(worst.reasoningCost)} of its cost.`,
    ...others,
  ];
}

/** The settings that lose no reasoning: their cost, or that they change nothing. */
function othersOf(totals: ComparedTotals): readonly string[] {
  const idle = idleSettings(totals);
  const active = totals.outcomes.filter(
    ({ setting }) => OTHER_SETTINGS.some((name) => name === setting) && !idle.includes(setting),
  );
  const notes = active.map(
    ({ setting, cachedRatio }) =>
      `${setting} loses none, and costs ${ratio(cachedRatio)} of left alone with a prompt cache.`,
  );
  return idle.length === 0 ? notes : [...notes, `${idle.join(" and ")} would change nothing here.`];
}

function unpricedOf({ unpriced, prices }: ComparedTotals): readonly string[] {
  if (unpriced.length === 0) return [];
  const names = unpriced.map(visible).join(", ");
  const billed =
    Object.keys(prices).length === 1 ? Object.keys(prices).map(visible) : ["the default"];
  return [
    `No price is known for ${names}: billed as ${billed.join("")}. --price names another, --price-file adds it.`,
  ];
}

/** How large observations are used; those of unknown use do not count as unused. */
function usesOf({ opaque, unreferenced, closed, open }: UsedObservations): readonly string[] {
  const all = [open, closed, unreferenced, opaque];
  const chars = all.reduce((sum, share) => sum + share.chars, 0);
  const count = all.reduce((sum, share) => sum + share.count, 0);
  if (count === 0) return [];
  const of = (share: { readonly chars: number }) => percent(share.chars, chars);
  return [
    `Observations of 300 tokens or more (${number(count)}, by chars): ${of(open)} in use to the end, ` +
      `${of(closed)} used and done with, ${of(unreferenced)} never referred to, ` +
      `${of(opaque)} without names to follow.`,
  ];
}
