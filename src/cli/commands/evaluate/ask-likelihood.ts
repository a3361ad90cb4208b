import type { LikelihoodModel, Unanswered } from "../../../analyses/evaluate/measure-step.ts";
import { estimatedTokens } from "../../../model/model-limits.ts";
import type { ModelReply, ModelRequest } from "../../../model/model-request.ts";
import type { Likelihood } from "../../../model/prompt-likelihood.ts";

/** The most tokens of a continuation: a call's tool and path come early. */
const CONTINUATION_TOKENS = 200;

/** One token is generated though none is wanted: servers reject a limit of 0. */
const NO_TOKENS = 1;

/** Asks a model for likelihoods, with requests whose replies are cached. */
export function askLikelihood(
  { ask }: { ask(request: ModelRequest): Promise<ModelReply> },
  { greedy, stop }: { readonly greedy: boolean; readonly stop: string },
): LikelihoodModel {
  const answer = async <T>(request: ModelRequest): Promise<T | Unanswered> => {
    const reply = await ask(request);
    return reply.ok ? (JSON.parse(reply.text) as T) : { reason: reply.reason };
  };
  return {
    likelihood: (system, prompt) =>
      answer<Likelihood>({ purpose: "likelihood", system, prompt, maxTokens: NO_TOKENS }),
    continuation: greedy
      ? (system) =>
          answer<string>({
            purpose: "continuation",
            system,
            prompt: stop,
            maxTokens: CONTINUATION_TOKENS,
          })
      : undefined,
  };
}

/** Counts the questions, and answers as if nothing changed. */
export function countQuestions(): {
  ask(request: ModelRequest): Promise<ModelReply>;
  readonly sums: { readonly calls: number; readonly tokens: number };
} {
  const sums = { calls: 0, tokens: 0 };
  return {
    sums,
    async ask(request) {
      sums.calls++;
      sums.tokens += estimatedTokens(request) + request.maxTokens;
      const text = request.purpose === "likelihood" ? '{"logprob":0,"tokens":1}' : '""';
      return { ok: true, text };
    },
  };
}
