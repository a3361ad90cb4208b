import { badOption } from "../../base/errors.ts";
import type { ObservationPart } from "../../transcript/model/message.ts";
import type { ErrorsSetting } from "../pipeline/checked-policy.ts";
import { errorTest } from "../pipeline/error-test.ts";
import { wholeNumber, wordIn } from "../pipeline/option-checks.ts";
import { ERROR_SIGNS, type ErrorSigns, type KeepErrors } from "../pipeline/option-values.ts";
import type { Step, WindowEnds } from "../windows/window-ends.ts";
import type { KeepProposal, KeepRule } from "./rule.ts";

/** The options of the rule. */
export interface KeepErrorsOptions {
  /** Errors that stay raw. `compact` and the program: `all`; else `none`. */
  readonly keepErrors?: KeepErrors;
  /** By what an error is known. Default: `anchored`. */
  readonly errorSigns?: ErrorSigns;
}

/**
 * Keeps errors raw: all of them, or each until `last` newer ones are outside the window. In the mode
 * `excerpt` it keeps none: see the text that the window's rule gives them.
 */
export const errorsRule = {
  acts: "keep",
  ofWholes: true,
  reason: "it is an error",
  options: {
    keepErrors: {
      flag: "--keep-errors <mode>",
      help: "which errors to keep: all, none, last:N (the newest N), excerpt:N (the last N chars of each)",
      type: "errors",
      shownDefault: "all",
      group: "What stays",
      off: "none",
    },
    errorSigns: {
      flag: "--error-signs <kind>",
      help: "what counts as an error: marked (by the format), anchored (or by words at the start of a line), words (or by words anywhere)",
      type: { oneOf: ERROR_SIGNS },
      shownDefault: "anchored",
      group: "What stays",
      off: "marked",
    },
  },
  setting: ({ keepErrors, errorSigns = "anchored" }, defaults) => ({
    kept: keptFrom(keepErrors ?? defaults.keepErrors),
    signs: wordIn(ERROR_SIGNS, "errorSigns", errorSigns),
  }),
  inColumns: () => true,
  *propose({ transcript, policy, window }, { kept: errors }) {
    if (errors === "none" || (typeof errors === "object" && "excerpt" in errors)) return;
    const isError = errorTest(transcript, policy);
    // One after another: a transcript can have a million observations, of which few are errors.
    const kept: ObservationPart[] = [];
    for (const part of transcript.observations()) {
      if (transcript.isFixed(part.message) || !isError(part)) continue;
      if (errors === "all") yield { part };
      else kept.push(part);
    }
    if (errors !== "all") yield* keepNewestOutside(kept, errors.last, window);
  },
} as const satisfies KeepRule<KeepErrorsOptions, ErrorsSetting>;

function keptFrom(errors: KeepErrors): KeepErrors {
  if (errors === "none" || errors === "all") return errors;
  if (typeof errors === "object" && "last" in errors)
    return { last: wholeNumber("keepErrors", errors.last) ?? 0 };
  if (typeof errors === "object" && "excerpt" in errors)
    return { excerpt: wholeNumber("keepErrors", errors.excerpt) ?? 0 };
  throw badOption("keepErrors", '"none", "all", { last: n } or { excerpt: n }', errors);
}

/**
 * Keeps each of these observations until `count` newer ones of them are outside the window. Results may come late,
 * so that a newer one leaves before an older one: the step counts at which that many have left, whichever they
 * are.
 */
function* keepNewestOutside(
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
