import type { Part } from "../../transcript/model/message.ts";
import type { TokenCounter } from "../../transcript/model/size.ts";
import type { Policy } from "../pipeline/checked-policy.ts";
import { isAtOnce, maskersOf } from "../pipeline/tiers.ts";
import type { Placeholders } from "../placeholders/placeholder.ts";
import type { Step } from "../windows/window-ends.ts";
import { type MaskedPrompts, maskingOf, walk } from "./masking-walk.ts";
import type { Replay } from "./replayed-prompts.ts";
import { inChars, type Requests, requestsIn } from "./requests.ts";

/** The requests at which a budget is met without dropping messages, and their prompts. */
export interface WithinBudget {
  /** Whether a request fits as it is, or with masking; undefined if unknown. */
  stageAt(request: number): BudgetStage | undefined;
  /** The prompts without reduction for the budget, and with masking at each of them. */
  readonly prompts: Readonly<Record<BudgetStage, BudgetPrompts>>;
}

export type BudgetStage = "untouched" | "masked";

/** Prompts, and the replacements of parts in them, in the order of the steps. */
export interface BudgetPrompts extends Pick<Replay, "sizes" | "shared" | "changedFrom"> {
  readonly texts: readonly PlacedText[];
}

/** A text that replaces a part from a step on. */
export interface PlacedText {
  readonly part: Part;
  readonly from: Step;
  readonly text: string;
}

/** Undefined for a policy that summarizes regardless of the budget. */
export function withinBudget(
  requests: Requests,
  policy: Policy,
  placeholders?: Placeholders,
): WithinBudget | undefined {
  const { maxInputChars, maxInputTokens, counter, summarizeAfter } = policy;
  if (summarizeAfter !== undefined) return undefined;
  const maskers = maskersOf(policy);
  const atOnce = maskers.filter(isAtOnce);
  const untouched = maskingOf(requests, policy, { placeholders, only: atOnce });
  const masked = maskingOf(requests, policy, { placeholders });
  const inBudget = [
    within(requests, { untouched, masked, unit: inChars, budget: maxInputChars }),
    within(requests, { untouched, masked, unit: counter ?? inChars, budget: maxInputTokens }),
  ];
  // With several passes, each is used only if those before it do not suffice.
  const isAllOrNothing = maskers.length - atOnce.length === 1;
  return {
    stageAt(request) {
      if (inBudget.every(({ untouched }) => untouched(request))) return "untouched";
      const isEnough = isAllOrNothing && inBudget.every((each) => each.masked(request));
      return isEnough ? "masked" : undefined;
    },
    prompts: {
      untouched: { ...walk(requests, untouched), texts: textsOf(requests, untouched) },
      masked: { ...walk(requests, masked), texts: textsOf(requests, masked) },
    },
  };
}

/** Whether a request is within one budget, as it was and masked. */
function within(
  requests: Requests,
  {
    untouched,
    masked,
    unit,
    budget,
  }: {
    readonly untouched: MaskedPrompts;
    readonly masked: MaskedPrompts;
    readonly unit: TokenCounter;
    readonly budget: number | undefined;
  },
): Record<BudgetStage, (request: number) => boolean> {
  if (budget === undefined) return { untouched: () => true, masked: () => true };
  const measured = requestsIn(requests, unit);
  const fitting = (prompts: MaskedPrompts) => {
    const { sizes } = walk(measured, prompts);
    return (request: number) => Math.ceil(sizes[request] ?? 0) <= budget;
  };
  return { untouched: fitting(untouched), masked: fitting(masked) };
}

function textsOf(
  { transcript }: Requests,
  { history, edits }: MaskedPrompts,
): readonly PlacedText[] {
  const texts: PlacedText[] = [...edits];
  for (const part of transcript.observations())
    for (const { from, text } of history(part)) texts.push({ part, from, text });
  return texts.sort((a, b) => a.from - b.from);
}
