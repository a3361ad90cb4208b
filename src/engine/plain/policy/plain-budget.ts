import type { Policy, Pressure } from "../../../reduce/pipeline/checked-policy.ts";
import { CHARS_PER_TOKEN } from "../../../transcript/model/size.ts";

/** The most chars of a transcript; undefined: there is no budget. A token is four chars: see `isPlainPolicy`. */
export function budgetOf({ maxInputChars, maxInputTokens }: Policy): number | undefined {
  if (maxInputTokens === undefined) return maxInputChars;
  return Math.min(maxInputChars ?? Number.POSITIVE_INFINITY, maxInputTokens * CHARS_PER_TOKEN);
}

/** Whether a transcript stays as it is because it is within the budget. */
export function isLeft(policy: Policy, chars: number): boolean {
  const budget = budgetOf(policy);
  return budget !== undefined && chars <= budget;
}

/** Whether a transcript is over the budget, once masked. */
export function isOver(policy: Policy, chars: number): boolean {
  return chars > (budgetOf(policy) ?? Number.POSITIVE_INFINITY);
}

/** When masking starts, by its sizes in chars. */
export function pressureInChars({
  counter,
  trigger,
  minSavings,
  target,
}: Pressure): Omit<Pressure, "counter"> {
  const unit = counter === undefined ? 1 : CHARS_PER_TOKEN;
  return {
    trigger: trigger * unit,
    minSavings: minSavings * unit,
    target: target === undefined ? undefined : target * unit,
  };
}

/** Whether a transcript of `chars` chars meets the policy's target, `saved` chars shorter. */
export function isOnTarget({ pressure }: Policy, chars: number, saved: number): boolean {
  if (pressure?.target === undefined) return true;
  const unit = pressure.counter === undefined ? 1 : CHARS_PER_TOKEN;
  return chars - saved <= pressure.target * unit || chars <= pressure.trigger * unit;
}

/**
 * Whether the policy has a trigger that was reached, and enough is saved. Some results outside the window may
 * then have to be masked before others.
 */
export function isUnderPressure(
  { pressure }: Policy,
  chars: number,
  masked: { readonly chars: number },
): boolean {
  if (pressure === undefined) return false;
  const { counter, trigger, minSavings, target } = pressure;
  const unit = counter === undefined ? 1 : CHARS_PER_TOKEN;
  if (chars <= trigger * unit) return false;
  return masked.chars >= minSavings * unit || target !== undefined;
}
