import type { Requests } from "../../../reduce/replay/requests.ts";
import { stretchesOf } from "./prompt-stretches.ts";
import {
  type CountedPrompt,
  fitWeights,
  sum3,
  type TokenWeights,
  type Triple,
  USUAL_WEIGHTS,
} from "./token-weights.ts";

/**
 * Fits tokens to chars over the prompts whose size the provider had counted: the requests of all contexts of a
 * session. A new stretch of prompts begins where something was added or removed that the transcript does not show.
 * Results larger than `sentResultChars` were cut to it before sending. Undefined if too few counts are recorded.
 */
export function fitUsage(
  contexts: readonly Requests[],
  sentResultChars = Number.POSITIVE_INFINITY,
): TokenWeights | undefined {
  const prompts = contexts.flatMap((context) => countedPrompts(context, sentResultChars));
  if (prompts.length < MIN_USAGES) return undefined;
  const sizesBy = (weights: Triple) => prompts.map(({ holds }) => sum3(holds, weights));
  const counted = prompts.map(({ tokens }) => tokens);
  const start = scaledStart(prompts);
  let weights = start;
  let stretches = stretchesOf(sizesBy(weights), counted);
  for (let round = 0; round < ROUNDS; round++) {
    weights = fitWeights(prompts, stretches, start);
    const next = stretchesOf(sizesBy(weights), counted);
    if (next.every((stretch, k) => stretch === stretches[k])) break;
    stretches = next;
  }
  // Sizes that never grow with the transcript cannot be fitted.
  if (stretches.every((stretch, k) => stretch === k)) return undefined;
  const [observation, other, around] = weights;
  return { observation, other, around };
}

/** The prompts of a context that were counted. */
function countedPrompts(
  { transcript, steps, ends, start }: Requests,
  sentResultChars: number,
): CountedPrompt[] {
  if (transcript.usage.size === 0) return [];
  const prompts: CountedPrompt[] = [];
  const holds: [number, number, number] = [0, 0, 0];
  let at = start;
  steps.forEach((step, request) => {
    for (const end = ends[request] ?? start; at < end; at++) {
      const chars = transcript.charsOf(at);
      if (chars === 0) continue;
      if (transcript.kindOf(at) === "observation") holds[0] += Math.min(chars, sentResultChars);
      else {
        holds[1] += chars;
        holds[2]++;
      }
    }
    const tokens = transcript.usage.get(step + 1)?.prompt;
    if (tokens !== undefined) prompts.push({ holds: [...holds], tokens });
  });
  return prompts;
}

/** The usual weights, scaled by the median ratio of the prompts' growth to that under these weights. */
function scaledStart(prompts: readonly CountedPrompt[]): Triple {
  const ratios = prompts.flatMap(({ holds, tokens }, k): number[] => {
    const before = prompts[k - 1];
    if (before === undefined) return [];
    const grew = sum3(holds, USUAL_WEIGHTS) - sum3(before.holds, USUAL_WEIGHTS);
    return grew > 0 && tokens > before.tokens ? [(tokens - before.tokens) / grew] : [];
  });
  const middle = ratios.sort((a, b) => a - b)[Math.floor(ratios.length / 2)] ?? 1;
  const scale = Math.min(2, Math.max(0.5, middle));
  const [observation, other, around] = USUAL_WEIGHTS;
  return [observation * scale, other * scale, around * scale];
}

/** Two points always lie on a line, which says little. */
const MIN_USAGES = 3;

/** It converges within about three. */
const ROUNDS = 8;
