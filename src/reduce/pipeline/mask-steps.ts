import type { ObservationPart, Part } from "../../transcript/model/message.ts";
import type { Masker } from "../rules/index.ts";
import type { RuleContext } from "../rules/rule.ts";
import type { Step } from "../windows/window-ends.ts";
import { NEVER } from "./guards.ts";
import { underPressure } from "./pressure.ts";
import type { ReasonName } from "./reasons.ts";
import { decide, type Mask, type Verdicts } from "./verdicts.ts";

/** The step from which each rule masks a part, once the policy's trigger is reached. */
export interface MaskSteps extends Pick<Verdicts, "masks" | "others"> {
  /** The step from which a mask applies to a part; `NEVER` if it does not. */
  from(part: Part, mask: Mask): Step;
  /** Why no mask applies to an observation. */
  keptBy(part: ObservationPart): ReasonName;
}

/** Decides when masks apply, seen at a step; `only` masks of these rules. */
export function maskSteps(context: RuleContext, step: Step, only: readonly Masker[]): MaskSteps {
  const { transcript, policy, placeholders } = context;
  const verdicts = decide(context, only);
  const { masks, others } = verdicts;
  const delayed =
    policy.pressure === undefined
      ? undefined
      : underPressure(transcript, verdicts, { pressure: policy.pressure, last: step });

  /** Why the rules do not mask an observation, or that no rule names it. */
  const notMaskedBy = (part: ObservationPart): ReasonName => {
    const named = masks.filter((mask) => mask.from(part) <= step);
    if (named.length === 0) return only.includes("window") ? "window" : "no-masking";
    if (delayed !== undefined && named.some((mask) => mask.text(part) !== undefined))
      return "pressure";
    return named.some((mask) => mask.text(part, 1) !== undefined) ? "min-gain" : "not-shorter";
  };
  return {
    masks,
    others,
    from: (part, mask) =>
      delayed === undefined || part.message < transcript.firstLive
        ? mask.from(part)
        : (delayed.get(mask.rule)?.[part.index] ?? NEVER),
    keptBy(part) {
      if (placeholders.isMasked(part)) return "masked-before";
      if (transcript.isFixed(part.message)) return "fixed";
      if (!part.editable) return "not-editable";
      return verdicts.keptBy(part, step) ?? notMaskedBy(part);
    },
  };
}
