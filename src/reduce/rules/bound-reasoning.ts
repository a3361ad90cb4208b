import {
  type BindingOption,
  checkBinding,
  REASONING_CHOICES,
  type ReasoningChoice,
  type ReasoningSetting,
} from "../binding/reasoning-setting.ts";
import { wordIn } from "../pipeline/option-checks.ts";
import type { KeepRule } from "./rule.ts";

/** The options of the rule. */
export interface ReasoningOptions {
  /**
   * The treatment of reasoning that its provider takes back only while everything before it is unchanged: `drop`
   * removes all of it after the first edit; `fit` makes no edit before the last of it; `keep` leaves it, invalid.
   * `compact` and the program only. Default: `keep`; the program with -i `drop` where the text saved exceeds the
   * reasoning lost, else `fit`.
   */
  readonly reasoning?: ReasoningChoice;
  /**
   * Which reasoning is bound so: `auto` goes by the models that a transcript names, `none` by no model,
   * and the id of a model that binds takes all signed reasoning for its own. Default: `auto`.
   */
  readonly binding?: BindingOption;
}

/** Keeps everything before bound reasoning unchanged, if the reasoning must stay valid. */
export const boundReasoningRule = {
  acts: "keep",
  ofWholes: false,
  reason: "reasoning after it is bound to it",
  options: {
    reasoning: {
      flag: "--reasoning <what>",
      help: "reasoning that is bound to what an edit changes: keep it (invalid when resumed), drop it, or fit the edits after it (default: keep; with -i drop where that saves more than it loses, else fit)",
      brief: "bound reasoning after an edit: keep, drop or fit",
      type: { oneOf: REASONING_CHOICES },
      group: "What stays",
      inPresets: false,
    },
    binding: {
      flag: "--binding <model>",
      help: "whose reasoning is bound: auto (by the models on record), none, or all of it to this model",
      type: "text",
      shownDefault: "auto",
      group: "What stays",
      inPresets: false,
    },
  },
  setting({ reasoning, binding = "auto" }, { whenResumed = "keep" }): ReasoningSetting {
    checkBinding(binding);
    const choice =
      reasoning === undefined ? undefined : wordIn(REASONING_CHOICES, "reasoning", reasoning);
    return { choice, whenResumed, binding };
  },
  // A conversation in which an edit would take reasoning out is not read as columns.
  inColumns: () => true,
  *propose({ transcript, bound }) {
    if (bound === undefined || bound.barrier === 0) return;
    for (const part of transcript.observations())
      if (part.index < bound.barrier && !bound.earlier?.edits.has(part.index)) yield { part };
  },
} as const satisfies KeepRule<ReasoningOptions, ReasoningSetting>;
