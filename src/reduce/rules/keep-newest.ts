import type { ObservationPart } from "../../transcript/model/message.ts";
import type { Step, WindowEnds } from "../windows/window-ends.ts";
import type { KeepProposal } from "./rule.ts";

/**
 * Keeps each of these observations until `count` newer ones of them are outside the window. Results may come late,
 * so that a newer one leaves before an older one: the step counts at which that many have left, whichever they
 * are.
 */
export function* keepNewestOutside(
  parts: readonly ObservationPart[],
  count: number,
  window: WindowEnds,
): Iterable<KeepProposal> {
  if (count === 0) return;
  // The `count` earliest steps at which newer ones leave, the latest of them first.
  const leaving: Step[] = [];
  for (const part of parts.toReversed()) {
    const until = leaving.length < count ? undefined : leaving[0];
    yield { part, ...(until !== undefined && { until }) };
    const step = window.leaves(part);
    if (step === undefined) continue;
    let at = leaving.length;
    while (at > 0 && (leaving[at - 1] ?? 0) < step) at--;
    leaving.splice(at, 0, step);
    if (leaving.length > count) leaving.shift();
  }
}
