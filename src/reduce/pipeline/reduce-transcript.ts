import type { Transcript } from "../../transcript/model/transcript.ts";
import type { Answers, Asked } from "../asking/ask.ts";
import {
  type BoundReasoning,
  boundBlocks,
  type EarlierStep,
  type LoneReasoning,
} from "../binding/bound-blocks.ts";
import { chooseReasoning } from "../binding/choose-reasoning.ts";
import { withBound } from "../binding/lost-blocks.ts";
import { placeholdersOf } from "../placeholders/placeholder.ts";
import type { RuleContext } from "../rules/rule.ts";
import type { CondensingResult } from "../summaries/summarize.ts";
import { type Step, windowOf } from "../windows/window-ends.ts";
import { fits, measure, meetsTarget } from "./candidate-size.ts";
import type { Policy } from "./checked-policy.ts";
import { decideStage } from "./decide-stage.ts";
import type { Masking } from "./masking.ts";
import { noMasking } from "./masking-stage.ts";
import type { Condensation, Dropping, Reduction } from "./reduction.ts";
import { outcome } from "./stage-outcome.ts";
import { rulesOf } from "./tiers.ts";

/**
 * The graduated reducer: masks old observations, summarizes only if that does not fit the budget, truncates only
 * as a last resort, and never separates a call from its observation.
 *
 * Pure: it reads outlines and returns edits. `step` makes it the reduction at the time when the agent had seen
 * that many turns. `dropping` says which messages may be dropped; with `never`, only masking is tried. `answers`
 * has a model's answers: the questions are in the reduction, and without an acceptable answer the deterministic
 * text is used. `least` is the level of an earlier step of the same transcript: what that masked stays masked.
 * `earlier` is the prompt sent at that step, to which later reasoning is bound. `isSmaller` says whether the file
 * gets smaller when a summary replaces messages; without it only chars decide. `lone` says how the format removes
 * reasoning that is a separate message, `isResumed` whether the session is resumed from the output.
 */
export function reduceTranscript(
  transcript: Transcript,
  policy: Policy,
  given: Given & { readonly lone?: LoneReasoning; readonly isResumed?: boolean } = {},
): Reduction {
  const setting = policy.rules["bound-reasoning"];
  const { step, dropping, lone = "stays", isResumed = false } = given;
  if (setting === undefined || !transcript.hasSigned)
    return reduceFreely(transcript, policy, given);
  const blocks = boundBlocks(transcript, { binding: setting.binding, lone, step });
  if (blocks.length === 0) return reduceFreely(transcript, policy, given);
  return chooseReasoning(
    transcript,
    { setting, blocks, isResumed, earlier: given.earlier },
    (bound) =>
      reduceFreely(transcript, policy, {
        ...given,
        bound,
        dropping: bound.barrier > 0 ? "never" : (dropping ?? "remove"),
      }),
  );
}

/** The arguments of a reduction besides the policy. */
interface Given {
  readonly step?: Step;
  readonly dropping?: Dropping;
  readonly least?: number;
  readonly earlier?: EarlierStep;
  readonly isSmaller?: (condensation: Condensation) => boolean;
  readonly answers?: Answers | undefined;
}

/** The reduction with a given treatment of bound reasoning, or without any. */
function reduceFreely(
  transcript: Transcript,
  policy: Policy,
  {
    step = transcript.turns.count,
    dropping = "remove",
    answers,
    least = 0,
    isSmaller = () => true,
    bound,
  }: Given & { readonly bound?: BoundReasoning },
): Reduction {
  const reflections = new Map<string, Asked>();
  const context: RuleContext = {
    transcript,
    policy,
    active: rulesOf(policy).active,
    window: windowOf(transcript, policy.window),
    placeholders: placeholdersOf(transcript, policy),
    minGain: policy.minGain,
    answers,
    asked: reflections,
    bound,
  };
  const weigh = (given: Masking, condensation?: Condensation): CondensingResult => {
    const { masking, lost } = withBound(given, { transcript, bound, condensation, step });
    const size = measure({ transcript, counter: policy.counter }, step, { masking, condensation });
    return { masking, condensation, lost, size };
  };
  const untouched = weigh(noMasking(context, step));
  const stages = { context, step, dropping, least, answers, isSmaller, untouched, weigh };
  const { candidate, stage, level, asks } = decideStage(stages);
  return outcome(context, step, {
    level,
    before: untouched.size,
    candidate,
    stage,
    dropping,
    fits: fits(candidate.size, policy),
    targetMet: meetsTarget(context, step, { untouched, candidate }),
    asks: [...reflections.values(), ...asks],
  });
}
