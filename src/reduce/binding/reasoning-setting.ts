import { badOption } from "../../base/errors.ts";
import { boundModel } from "./model-id.ts";

/** Which reasoning is bound: that of recorded models (`auto`), none, or that of the given model. */
export type BindingOption = string;

/** How to treat reasoning that an edit before it makes invalid. */
export type ReasoningChoice = "keep" | "drop" | "fit";

export const REASONING_CHOICES = [
  "keep",
  "drop",
  "fit",
] as const satisfies readonly ReasoningChoice[];

/** The choice, or how to choose if the session is resumed from the output. */
export interface ReasoningSetting {
  readonly choice: ReasoningChoice | undefined;
  readonly whenResumed: "keep" | "weigh" | "fit";
  readonly binding: BindingOption;
}

/** Throws a `bad-option` error for a model whose reasoning is not known to be bound. */
export function checkBinding(binding: BindingOption): void {
  if (binding !== "auto" && binding !== "none" && boundModel(binding) === undefined)
    throw badOption("binding", "auto, none or a model whose reasoning is bound", binding);
}
