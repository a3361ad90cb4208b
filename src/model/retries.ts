import { setTimeout as timer } from "node:timers/promises";
import type { Attempt, Client } from "./client.ts";
import type { ModelOptions } from "./model-options.ts";
import type { ModelRequest } from "./model-request.ts";

/** Attempts at one call. */
const ATTEMPTS = 4;

/** How long to wait after the first failure; twice as long after each other one. */
const FIRST_MS = 1000;

/** The longest wait, whatever a server asks for. All waits of a call together take as long as an attempt may. */
const LONGEST_MS = 60_000;

const TIMEOUT_MS = 120_000;

/**
 * Asks again where that may help (too many requests, an overloaded server, a torn connection), each
 * attempt with its time limit. What no attempt can mend is answered at once from then on, and so is everything
 * after a call none of whose attempts got an answer, if the server has never given one.
 */
export function withRetries(
  client: Client,
  { timeoutMs = TIMEOUT_MS, wait = timer, random = () => 0.5 }: Partial<ModelOptions>,
): (request: ModelRequest) => Promise<Attempt> {
  let hopeless: Attempt | undefined;
  let hasAnswered = false;
  const attemptOnce = async (request: ModelRequest) => {
    const attempt = await inTime(client, request, timeoutMs);
    if (attempt.ok || attempt.isUnanswered !== true) hasAnswered = true;
    return attempt;
  };
  const attemptAgain = async (request: ModelRequest) => {
    let leftMs = timeoutMs;
    for (let failures = 1; ; failures++) {
      const attempt = await attemptOnce(request);
      if (attempt.ok || attempt.outlook !== "again") return attempt;
      if (failures === ATTEMPTS || leftMs <= 0)
        return { ...attempt, reason: `${attempt.reason} (${inWords(failures)})` };
      const backoff = FIRST_MS * 2 ** (failures - 1) * (0.5 + random());
      const waitMs = Math.min(LONGEST_MS, leftMs, attempt.afterMs ?? backoff);
      leftMs -= waitMs;
      await wait(waitMs);
    }
  };
  return async (request) => {
    if (hopeless !== undefined) return hopeless;
    const attempt = await attemptAgain(request);
    if (!attempt.ok && (attempt.outlook === "never" || !hasAnswered)) hopeless = attempt;
    return attempt;
  };
}

function inWords(attempts: number): string {
  return `${attempts} attempt${attempts === 1 ? "" : "s"}`;
}

async function inTime(client: Client, request: ModelRequest, ms: number): Promise<Attempt> {
  const limit = new AbortController();
  const clock = setTimeout(() => limit.abort(), ms);
  try {
    const attempt = await client.attempt(request, limit.signal);
    if (!limit.signal.aborted || attempt.ok) return attempt;
    return { ok: false, reason: `no reply within ${ms / 1000} s` };
  } finally {
    clearTimeout(clock);
  }
}
