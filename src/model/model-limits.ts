import type { Attempt } from "./client.ts";
import type { ModelOptions } from "./model-options.ts";
import type { ModelReply, ModelRequest } from "./model-request.ts";

const CONCURRENCY = 4;

/** Calls and tokens used so far. */
export interface Spent {
  readonly calls: number;
  readonly inputTokens: number;
  readonly outputTokens: number;
}

/** About how many tokens a request sends: four characters each. */
export function estimatedTokens({
  system,
  prompt,
}: Pick<ModelRequest, "system" | "prompt">): number {
  return Math.ceil((system.length + prompt.length) / 4);
}

/**
 * Limits total calls and tokens, and concurrent calls. A call reserves its most possible tokens when it begins;
 * its real tokens replace them when it ends, and tell how many to
 * reserve for the next.
 */
export function limited(
  call: (request: ModelRequest) => Promise<Attempt>,
  { maxCalls, maxTokens, concurrency = CONCURRENCY }: Partial<ModelOptions>,
): {
  ask(request: ModelRequest): Promise<{ readonly reply: ModelReply; readonly isPaid: boolean }>;
  spent(): Spent;
} {
  let calls = 0;
  let tokens = 0;
  let inputTokens = 0;
  let outputTokens = 0;
  /** The most that a server has counted for each token estimated: it is reserved from then on. */
  let ratio = 1;
  let free = concurrency;
  const waiting: (() => void)[] = [];
  const take = async () => {
    if (free > 0) free--;
    else await new Promise<void>((resolve) => waiting.push(resolve));
  };
  const give = () => {
    const next = waiting.shift();
    if (next === undefined) free++;
    else next();
  };
  const capReached = (most: number): string | undefined => {
    if (maxCalls !== undefined && calls >= maxCalls)
      return `the cap of ${maxCalls} calls is reached`;
    if (maxTokens !== undefined && tokens + most > maxTokens)
      return `the cap of ${maxTokens} tokens is reached`;
    return undefined;
  };

  const paidCall = async (request: ModelRequest) => {
    const estimated = estimatedTokens(request);
    const most = Math.ceil(estimated * ratio) + request.maxTokens;
    const reason = capReached(most);
    if (reason !== undefined) return { reply: { ok: false, reason } as const, isPaid: false };
    calls++;
    tokens += most;
    const attempt = await call(request);
    const { input, output } = usedBy(attempt, request);
    tokens += input + output - most;
    if (estimated > 0) ratio = Math.max(ratio, input / estimated);
    inputTokens += input;
    outputTokens += output;
    return settled(attempt);
  };
  return {
    async ask(request) {
      await take();
      try {
        return await paidCall(request);
      } finally {
        give();
      }
    },
    spent: () => ({ calls, inputTokens, outputTokens }),
  };
}

/** The tokens of a call: as the server counted them, else an estimate; none where it failed. */
function usedBy(attempt: Attempt, request: ModelRequest): { input: number; output: number } {
  if (!attempt.ok) return { input: attempt.isPaid ? estimatedTokens(request) : 0, output: 0 };
  return {
    input: attempt.inputTokens ?? estimatedTokens(request),
    output: attempt.outputTokens ?? Math.ceil(attempt.text.length / 4),
  };
}

function settled(attempt: Attempt): { readonly reply: ModelReply; readonly isPaid: boolean } {
  if (!attempt.ok)
    return { reply: { ok: false, reason: attempt.reason }, isPaid: attempt.isPaid ?? false };
  if (attempt.text.trim() === "")
    return { reply: { ok: false, reason: "the reply is empty" }, isPaid: true };
  return { reply: attempt, isPaid: true };
}
