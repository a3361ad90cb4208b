import type { ObservationPart, Part } from "../../transcript/message.ts";
import type { Transcript } from "../../transcript/transcript.ts";
import type { Answers, Asked } from "../asking/ask.ts";
import type { Placeholders } from "../placeholder.ts";
import type { Policy } from "../policy.ts";
import type { Step, Window } from "../window.ts";

/** What a rule may look at. */
export interface RuleContext {
  readonly transcript: Transcript;
  readonly policy: Policy;
  readonly window: Window;
  readonly placeholders: Placeholders;
  /** What a model says; none: no model is asked. */
  readonly answers?: Answers | undefined;
  /** What was asked, by its key: rules add to it, and may do so again. */
  readonly asked?: Map<string, Asked>;
}

/**
 * What a rule says of one observation or another part, and from (or until) which step. Compaction takes all that
 * holds at the last step, a replay walks the steps, and what is masked once stays masked.
 */
export type Proposal =
  | {
      readonly kind: "mask";
      /** An observation; or an image, a call, reasoning, of which only one rule may say anything. */
      readonly part: Part;
      readonly from: Step;
      /** What is to stand for it, if that is not the rule's own text for it. */
      readonly text?: () => string | undefined;
      /** With a target, what has a lower rank is taken before older parts with a higher one. */
      readonly rank?: number;
    }
  | { readonly kind: "keep"; readonly part: ObservationPart; readonly until?: Step };

/**
 * Keeps each of these observations until so many newer ones of them are outside the window. Results
 * may come late, so that a newer one leaves before an older one: what counts is the step at which
 * that many have left, whichever they are.
 */
export function* keepNewestOutside(
  parts: readonly ObservationPart[],
  count: number,
  window: Window,
): Iterable<Proposal> {
  if (count === 0) return;
  // The earliest steps at which newer ones leave, so many, the latest of them first.
  const leaving: Step[] = [];
  for (const part of parts.toReversed()) {
    const until = leaving.length < count ? undefined : leaving[0];
    yield { kind: "keep", part, ...(until !== undefined && { until }) };
    const step = window.leaves(part);
    if (step === undefined) continue;
    let at = leaving.length;
    while (at > 0 && (leaving[at - 1] ?? 0) < step) at--;
    leaving.splice(at, 0, step);
    if (leaving.length > count) leaving.shift();
  }
}

/** One reason to mask or to keep. */
export interface Rule {
  propose?(context: RuleContext): Iterable<Proposal>;
  /**
   * The step from which it masks an observation; undefined where it never does. Instead of `propose`,
   * where each observation is looked at alone: it takes no objects.
   */
  masksFrom?(part: ObservationPart, context: RuleContext): Step | undefined;
  /** How many parts it would have edited, if they could be. */
  untouched?(context: RuleContext): number;
  /** The text for an observation that the rule masks, or undefined where that is not shorter. */
  text?(part: ObservationPart, context: RuleContext): string | undefined;
}
