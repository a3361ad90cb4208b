import type { Savings } from "../reduce/pipeline/savings.ts";
import { number } from "./figures.ts";

/** The savings of masking in a sentence. */
export function savingsLine(savings: Savings): string {
  const { masked_turns, visible_turns, total_obs_tokens, estimated_saved_tokens } = savings;
  const turns = `${number(masked_turns)} of ${number(masked_turns + visible_turns)} tool turns`;
  const tokens = `${number(estimated_saved_tokens)} of ${number(total_obs_tokens)} tokens`;
  return `masking would save: ${turns}, about ${tokens} (${savings.reduction_percent}%)`;
}
