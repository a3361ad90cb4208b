import { type Requests, sizeOfRequest } from "../../reduce/replay/requests.ts";

/** How a provider counted the prompts of a transcript. */
export interface UsageFit {
  readonly tokensPerChar: number;
  /** Tokens before every prompt: of system prompt and tool schemas that are not in the file. */
  readonly overheadTokens: number;
  /** Prompts whose count is on record. */
  readonly usages: number;
}

/**
 * Fits tokens to chars by least squares over the prompts whose size the provider had counted; the
 * overhead is what the first of them leaves over. The requests of all contexts of a session, measured
 * in chars. Undefined where too few are on record, or the slope is none of any tokenizer.
 */
export function fitUsage(contexts: readonly Requests[]): UsageFit | undefined {
  const points = contexts.flatMap((requests) =>
    requests.steps.flatMap((step, request): Point[] => {
      const tokens = requests.transcript.usage.get(step + 1)?.prompt;
      return tokens === undefined ? [] : [{ chars: sizeOfRequest(requests, request), tokens }];
    }),
  );
  const [first] = points;
  if (first === undefined || points.length < MIN_USAGES) return undefined;
  const tokensPerChar = slopeOf(points);
  if (!(tokensPerChar >= LEAST && tokensPerChar <= MOST)) return undefined;
  const overheadTokens = Math.max(0, Math.round(first.tokens - tokensPerChar * first.chars));
  return { tokensPerChar, overheadTokens, usages: points.length };
}

interface Point {
  readonly chars: number;
  readonly tokens: number;
}

function slopeOf(points: readonly Point[]): number {
  const mean = (of: (point: Point) => number) =>
    points.reduce((sum, point) => sum + of(point), 0) / points.length;
  const [x, y] = [mean(({ chars }) => chars), mean(({ tokens }) => tokens)];
  const both = mean(({ chars, tokens }) => (chars - x) * (tokens - y));
  return both / mean(({ chars }) => (chars - x) ** 2);
}

/** Two points always lie on a line, which says little. */
const MIN_USAGES = 3;

/** Tokens per char: any tokenizer's count of any text is between one for ten chars and one for each. */
const LEAST = 0.1;
const MOST = 1;
