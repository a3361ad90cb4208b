import { chars4 } from "../../transcript/model/size.ts";
import {
  deadToolTurns,
  type Transcript,
  turnOfObservation,
} from "../../transcript/model/transcript.ts";
import type { Verdict } from "./reduction.ts";

/**
 * The savings of masking a transcript, under the names that the technique's description gives them
 * (`estimate_token_savings`). Tokens are estimated as a quarter of the chars. Turns are tool turns.
 */
export interface Savings {
  /** Tokens of all observations. */
  readonly total_obs_tokens: number;
  /** Tool turns with an observation that is masked. */
  readonly masked_turns: number;
  /** The other tool turns. */
  readonly visible_turns: number;
  /** Does not include images replaced by notes, which have no chars. */
  readonly estimated_saved_tokens: number;
  /** The part of the observation tokens that is saved, from 0 to 100. */
  readonly reduction_percent: number;
}

/** The decisions for a transcript's observations as savings. Dead text does not count. */
export function savingsOf(transcript: Transcript, verdicts: Iterable<Verdict>): Savings {
  const { turns, firstLive } = transcript;
  const masked = new Set<number>();
  let chars = 0;
  let saved = 0;
  for (const { part, isMasked, isDropped, afterChars } of verdicts) {
    if (part.message < firstLive) continue;
    chars += part.chars;
    saved += part.chars - (isDropped ? 0 : afterChars);
    if (isMasked || isDropped) masked.add(turnOfObservation(transcript, part));
  }
  masked.delete(0);
  const toolTurns = turns.toolTurnsUpTo(turns.count) - deadToolTurns(transcript);
  return savingsFrom({ chars, saved, maskedTurns: masked.size, toolTurns });
}

/** The savings from counts of live text: chars of observations, saved chars, and tool turns. */
export function savingsFrom(counts: {
  readonly chars: number;
  readonly saved: number;
  readonly maskedTurns: number;
  readonly toolTurns: number;
}): Savings {
  const { chars, saved, maskedTurns } = counts;
  return withPercent({
    total_obs_tokens: Math.ceil(tokens(chars)),
    masked_turns: maskedTurns,
    visible_turns: Math.max(maskedTurns, counts.toolTurns) - maskedTurns,
    estimated_saved_tokens: Math.floor(tokens(Math.max(0, saved))),
  });
}

/** The savings of several transcripts together. */
export function addSavings(one: Savings, other: Savings): Savings {
  return withPercent({
    total_obs_tokens: one.total_obs_tokens + other.total_obs_tokens,
    masked_turns: one.masked_turns + other.masked_turns,
    visible_turns: one.visible_turns + other.visible_turns,
    estimated_saved_tokens: one.estimated_saved_tokens + other.estimated_saved_tokens,
  });
}

export const NO_SAVINGS: Savings = {
  total_obs_tokens: 0,
  masked_turns: 0,
  visible_turns: 0,
  estimated_saved_tokens: 0,
  reduction_percent: 0,
};

/** In the order in which they are reported. */
export const SAVINGS_KEYS = Object.keys(NO_SAVINGS) as readonly (keyof Savings)[];

function tokens(chars: number): number {
  return chars4.countChars?.(chars) ?? 0;
}

/** Rounded to one decimal. */
function withPercent(savings: Omit<Savings, "reduction_percent">): Savings {
  const { total_obs_tokens: total, estimated_saved_tokens: saved } = savings;
  return {
    ...savings,
    reduction_percent: total === 0 ? 0 : Math.round((saved * 1000) / total) / 10,
  };
}
