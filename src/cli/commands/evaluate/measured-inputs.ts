import { type LikelihoodModel, measureStep } from "../../../analyses/evaluate/measure-step.ts";
import {
  type PlannedStep,
  type Planning,
  planSteps,
} from "../../../analyses/evaluate/plan-steps.ts";
import type { EvaluatedStep, StepCounts } from "../../../analyses/evaluate/result.ts";
import { estimatedTokens } from "../../../model/model-limits.ts";
import { looksForErrors } from "../../../reduce/pipeline/policy.ts";
import { countIn, createInputCounts, discarding } from "../../inputs/input-counts.ts";
import type { InputTaker } from "../../inputs/over-inputs.ts";

/** Steps measured while inputs are read, one after another. */
export interface MeasuredInputs extends InputTaker {
  /** The steps of inputs that were read to their end. */
  readonly steps: readonly EvaluatedStep[];
  readonly counts: StepCounts;
  /** Why other steps were not measured, and how many. */
  readonly unmeasured: Readonly<Record<string, number>>;
  readonly exitCode: number;
}

/** Draws steps of each transcript and measures them before more is read. */
export function measuredInputs(
  model: LikelihoodModel,
  planning: Planning & { readonly maxPromptTokens: number | undefined },
): MeasuredInputs {
  const inputs = createInputCounts();
  const steps: EvaluatedStep[] = [];
  const unmeasured: Record<string, number> = {};
  const counts = noCounts();
  let current = newInput();
  let waiting: PlannedStep[] = [];
  const discard = () => {
    current = newInput();
    waiting = [];
  };
  const { measure, throwFailure } = measuring(model);
  const flush = async () => {
    const planned = waiting;
    waiting = [];
    for (const step of planned) {
      const reason = tooLarge(step, planning.maxPromptTokens);
      const measured = reason === undefined ? await measure(step) : { reason };
      if ("reason" in measured) countIn(current.unmeasured, measured.reason);
      else current.steps.push(measured);
    }
  };
  return {
    looksFor: {
      findsErrors: looksForErrors(planning.policy),
      findsModels: planning.policy.rules["bound-reasoning"]?.binding === "auto",
    },
    *transcript(read, file) {
      countIn(current.formats, read.format);
      for (const step of planSteps(read, planning, { file, counts: current.counts })) {
        waiting.push(step);
        yield;
      }
    },
    flush,
    file(read) {
      inputs.file(read, current.formats);
      steps.push(...current.steps);
      for (const key of Object.keys(counts) as (keyof StepCounts)[])
        counts[key] += current.counts[key];
      for (const [reason, count] of current.unmeasured)
        unmeasured[reason] = (unmeasured[reason] ?? 0) + count;
      discard();
    },
    ...discarding(inputs, discard),
    async finish() {
      throwFailure();
    },
    steps,
    counts,
    unmeasured,
    get exitCode() {
      return inputs.exitCode;
    },
  };
}

/** Measures steps until the model fails, which it would for all later ones. */
function measuring(model: LikelihoodModel) {
  let failure: { readonly error: unknown } | undefined;
  return {
    async measure(step: PlannedStep) {
      if (failure !== undefined) return { reason: "the model failed" };
      try {
        return await measureStep(step, model);
      } catch (error) {
        failure = { error };
        return { reason: "the model failed" };
      }
    },
    /** To be called once all is read, so that other failures are reported too. */
    throwFailure() {
      if (failure !== undefined) throw failure.error;
    },
  };
}

/** The steps and sums of one input. */
function newInput() {
  return {
    steps: [] as EvaluatedStep[],
    counts: noCounts(),
    unmeasured: new Map<string, number>(),
    formats: new Map<string, number>(),
  };
}

function noCounts(): StepCounts {
  return { replies: 0, unchanged: 0, sampled: 0, measured: 0 };
}

function tooLarge({ raw, reply }: PlannedStep, most: number | undefined): string | undefined {
  const tokens = estimatedTokens({ system: raw, prompt: reply });
  if (most === undefined || tokens <= most) return undefined;
  return `the prompt is larger than --max-prompt-tokens ${most}`;
}
