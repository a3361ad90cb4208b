import type { Replay } from "../../reduce/replay/replayed-prompts.ts";
import type { Requests } from "../../reduce/replay/requests.ts";
import type { Price } from "./billing/price.ts";
import { type ExtraRequests, sumOfRequests } from "./extra-requests.ts";
import type { Needed } from "./recall/window-recall.ts";

/** The tokens of a call such as `elision show 3f9a2c71b04e`, with what is around it. */
export const SHOW_CALL_TOKENS = 60;

/**
 * The calls by which an agent would have fetched hidden results again, one for each that a turn needs. A turn that
 * needs any makes one more request: it reads its prompt from the cache again, and writes the calls and the
 * results. These stay in the prompts, read from the cache, for as many turns as the result was visible at first;
 * within that time they need not be fetched again.
 */
export function askedAgain(
  { transcript, steps, before }: Requests,
  needed: readonly Needed[],
  {
    replay,
    sizes,
    price,
  }: { readonly replay: Replay; readonly sizes: ArrayLike<number>; readonly price: Price },
): ExtraRequests {
  if (needed.length === 0) return sumOfRequests([], price);
  const requestAt = new Map(steps.map((step, request) => [step, request]));
  const shown = new Map<number, number>();
  const byRequest = new Map<number, { calls: number; results: number; kept: number }>();
  let count = 0;
  for (const { turn, observation } of needed) {
    const { index, message } = observation;
    const request = requestAt.get(turn - 1);
    if (request === undefined || turn < (shown.get(index) ?? 0)) continue;
    const hidden = Math.min(replay.maskedFrom(observation), replay.droppedFrom(message));
    const life = Math.max(1, hidden - transcript.turns.of(message));
    shown.set(index, turn + life);
    count++;
    const sums = byRequest.get(request) ?? { calls: 0, results: 0, kept: 0 };
    const tokens = (before[index + 1] ?? 0) - (before[index] ?? 0);
    sums.calls += SHOW_CALL_TOKENS;
    sums.results += tokens;
    sums.kept += (SHOW_CALL_TOKENS + tokens) * Math.min(life, steps.length - 1 - request);
    byRequest.set(request, sums);
  }
  const requests = [...byRequest].map(([request, { calls, results, kept }]) => {
    const size = sizes[request] ?? 0;
    return { size, prompt: size + calls + results + kept, read: size + kept, again: calls };
  });
  return { ...sumOfRequests(requests, price), count };
}
