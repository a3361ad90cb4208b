import { badOption } from "../../base/errors.ts";
import { boundModel } from "./model-id.ts";
import type { BindingOption } from "./reasoning-setting.ts";

/** Throws a `bad-option` error for a model whose reasoning is not known to be bound. */
export function checkBinding(binding: BindingOption): void {
  if (binding !== "auto" && binding !== "none" && boundModel(binding) === undefined)
    throw badOption("binding", "auto, none or a model whose reasoning is bound", binding);
}
