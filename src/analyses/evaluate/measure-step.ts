import type { Likelihood } from "../../model/prompt-likelihood.ts";
import type { HiddenPrompt, PlannedStep } from "./plan-steps.ts";
import { actionIn } from "./prompt-template.ts";
import { type EvaluatedStep, type Flips, HIDDEN_SETS, type HiddenOutcome } from "./result.ts";

/** Why a question has no answer. */
export interface Unanswered {
  readonly reason: string;
}

/** A model that returns the likelihood of a text after a prompt, and a continuation of the prompt. */
export interface LikelihoodModel {
  likelihood(prompt: string, text: string): Promise<Likelihood | Unanswered>;
  /** The most likely continuation; undefined if none is requested. */
  readonly continuation?: ((prompt: string) => Promise<string | Unanswered>) | undefined;
}

/** Measures a step with nothing hidden, and with each of its prompts. */
export async function measureStep(
  planned: PlannedStep,
  model: LikelihoodModel,
): Promise<EvaluatedStep | Unanswered> {
  const { file, line, step, tool, raw, reply, hidings } = planned;
  const names = HIDDEN_SETS.filter((name) => hidings[name] !== undefined);
  const prompts = [raw, ...names.map((name) => (hidings[name] as HiddenPrompt).prompt)];
  // Equal prompts are asked about once.
  const answers = new Map([...new Set(prompts)].map((each) => [each, ask(each, reply, model)]));
  const [whole, ...others] = await Promise.all(prompts.map((each) => answers.get(each)));
  if (whole === undefined || "reason" in whole) return whole ?? { reason: "nothing was asked" };
  const outcomes: Partial<Record<(typeof HIDDEN_SETS)[number], HiddenOutcome>> = {};
  for (const [at, name] of names.entries()) {
    const other = others[at];
    const hidden = hidings[name];
    if (other === undefined || hidden === undefined) continue;
    if ("reason" in other) return other;
    outcomes[name] = outcomeOf(hidden, whole, other);
  }
  return {
    file,
    line,
    step,
    ...(tool !== undefined && { tool }),
    raw: whole.likelihood,
    ...outcomes,
  };
}

/** A model's answers about one prompt. */
interface PromptAnswers {
  readonly likelihood: Likelihood;
  readonly continuation: string | undefined;
}

async function ask(
  prompt: string,
  reply: string,
  model: LikelihoodModel,
): Promise<PromptAnswers | Unanswered> {
  const [likelihood, continuation] = await Promise.all([
    model.likelihood(prompt, reply),
    model.continuation?.(prompt),
  ]);
  if ("reason" in likelihood) return likelihood;
  if (typeof continuation === "object") return continuation;
  return { likelihood, continuation };
}

function outcomeOf(
  { prompt: _, ...about }: HiddenPrompt,
  whole: PromptAnswers,
  { likelihood, continuation }: PromptAnswers,
): HiddenOutcome {
  const { logprob } = likelihood;
  const flips = flipsOf(whole.continuation, continuation);
  return {
    logprob,
    difference: logprob - whole.likelihood.logprob,
    ...about,
    ...(flips !== undefined && { flips }),
  };
}

function flipsOf(whole: string | undefined, other: string | undefined): Flips | undefined {
  if (whole === undefined || other === undefined) return undefined;
  const [before, after] = [actionIn(whole), actionIn(other)];
  return { tool: before.tool !== after.tool, path: before.path !== after.path };
}
