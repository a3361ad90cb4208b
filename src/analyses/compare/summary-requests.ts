import type { Replay } from "../../reduce/replay/replayed-prompts.ts";
import type { Requests } from "../../reduce/replay/requests.ts";
import type { Price } from "./billing/price.ts";
import { type ExtraRequests, sumOfRequests } from "./extra-requests.ts";

/**
 * The summaries of a replay as a model would have written them: one request whenever messages are dropped, which
 * reads them and the previous summary, uncached, and writes the new summary.
 */
export function summaryRequests(
  { transcript, steps, before, counter }: Requests,
  replay: Replay,
  price: Price,
): ExtraRequests {
  const dropped = new Map<number, number>();
  if (!steps.some((step) => replay.summaryAt(step) !== undefined)) return sumOfRequests([], price);
  for (const { index, parts } of transcript.messages) {
    const step = replay.droppedFrom(index);
    const [first, last] = [parts[0]?.index ?? 0, (parts.at(-1)?.index ?? -1) + 1];
    const tokens = Math.max(0, (before[last] ?? 0) - (before[first] ?? 0));
    dropped.set(step, (dropped.get(step) ?? 0) + tokens);
  }
  let summary = 0;
  const requests = steps.flatMap((step) => {
    const text = replay.summaryAt(step);
    const read = dropped.get(step);
    if (text === undefined || read === undefined) return [];
    const size = read + summary;
    summary = counter.count(text);
    return [{ size, prompt: size, read: 0, again: summary }];
  });
  return sumOfRequests(requests, price);
}
