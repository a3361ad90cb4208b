import type { Part } from "../../../transcript/model/message.ts";
import { solve } from "./solve-equations.ts";

/** The tokens of a provider per char and part, fitted to its own counts. */
export interface TokenWeights {
  /** Tokens per char of observations: code and listings, often. */
  readonly observation: number;
  /** Tokens per char of all other parts. */
  readonly other: number;
  /** Tokens around each of the other parts: names, ids, brackets. */
  readonly around: number;
}

/** The tokens of a part with these chars. */
export function weighed(weights: TokenWeights, kind: Part["kind"], chars: number): number {
  return kind === "observation"
    ? weights.observation * chars
    : weights.other * chars + weights.around;
}

/** A prompt whose size a provider counted. */
export interface CountedPrompt {
  /** Chars of its observations, chars of its other parts, and their number. */
  readonly holds: Triple;
  readonly tokens: number;
}

export type Triple = readonly [number, number, number];

/** The weights of most tokenizers: some 3.7 chars a token, and what a call's JSON takes. */
export const USUAL_WEIGHTS: Triple = [0.27, 0.27, 30];

/**
 * The weights that fit the counted sizes of the prompts, up to an offset for each stretch: least squares of the
 * relative errors. What the prompts do not determine stays near `start`, the nearer the noisier they are (the most
 * probable weights, if tokenizers' weights spread by a third about the usual ones).
 */
export function fitWeights(
  prompts: readonly CountedPrompt[],
  stretches: readonly number[],
  start: Triple = USUAL_WEIGHTS,
): Triple {
  const rows = centred(prompts, stretches);
  const exact = solved(rows, start, TINY);
  const free = prompts.length - new Set(stretches).size - exact.length;
  const noise =
    free < 1 ? UNKNOWN_NOISE : rows.reduce((all, row) => all + errorOf(row, exact) ** 2, 0) / free;
  return solved(rows, start, Math.max(TINY, noise / SPREAD ** 2));
}

/** An equation: the weighted sum of the first should be the second. */
interface Equation {
  readonly holds: Triple;
  readonly tokens: number;
}

/** The prompts minus the mean of their stretch, relative to their sizes; this removes the offset. */
function centred(
  prompts: readonly CountedPrompt[],
  stretches: readonly number[],
): readonly Equation[] {
  const means = new Map<number, { weight: number; holds: Triple; tokens: number }>();
  prompts.forEach(({ holds, tokens }, k) => {
    const mean = means.get(stretches[k] ?? 0) ?? { weight: 0, holds: [0, 0, 0], tokens: 0 };
    const weight = 1 / tokens ** 2;
    mean.holds = map3((at) => mean.holds[at] + weight * holds[at]);
    mean.tokens += weight * tokens;
    mean.weight += weight;
    means.set(stretches[k] ?? 0, mean);
  });
  return prompts.map(({ holds, tokens }, k) => {
    const mean = means.get(stretches[k] ?? 0);
    if (mean === undefined) return { holds: [0, 0, 0], tokens: 0 };
    return {
      holds: map3((at) => (holds[at] - mean.holds[at] / mean.weight) / tokens),
      tokens: (tokens - mean.tokens / mean.weight) / tokens,
    };
  });
}

/** The weights that fit the rows best, pulled to `start` by `hold`; undefined if no tokenizer has such weights. */
function solved(rows: readonly Equation[], start: Triple, hold: number): Triple {
  const at = [0, 1, 2] as const;
  const matrix = at.map((row) =>
    at.map((column) => {
      const own = row === column ? hold / start[row] ** 2 : 0;
      return rows.reduce((all, { holds }) => all + holds[row] * holds[column], own);
    }),
  );
  const right = at.map((row) =>
    rows.reduce((all, { holds, tokens }) => all + holds[row] * tokens, hold / start[row]),
  );
  const weights = solve(matrix, right);
  return map3((which) => {
    const { least, most } = which === 2 ? AROUND : PER_CHAR;
    return Math.min(most, Math.max(least, weights[which] ?? start[which]));
  });
}

function errorOf({ holds, tokens }: Equation, weights: Triple): number {
  return tokens - sum3(holds, weights);
}

/** The tokens of what a prompt holds, under these weights. */
export function sum3(holds: Triple, weights: Triple): number {
  return holds[0] * weights[0] + holds[1] * weights[1] + holds[2] * weights[2];
}

function map3(of: (at: 0 | 1 | 2) => number): Triple {
  return [of(0), of(1), of(2)];
}

/** The relative spread of tokenizers' weights about the usual ones. */
const SPREAD = 1 / 3;

/** The squared relative error of a prompt if there are too few to estimate it: 2%. */
const UNKNOWN_NOISE = 0.02 ** 2;

/** So small that it only decides weights that the prompts do not determine. */
const TINY = 1e-9;

/** Any tokenizer's count of any text is between one token for ten chars and one for each. */
const PER_CHAR = { least: 0.1, most: 1 };
const AROUND = { least: 0, most: 200 };
