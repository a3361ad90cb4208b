import type { Placeholders } from "../../../reduce/placeholders/placeholder.ts";
import type { Requests } from "../../../reduce/replay/requests.ts";
import { liveObservations } from "../../inspect/live-messages.ts";
import type { ReAsk } from "./re-asks.ts";

/**
 * Results that were already masked when the session was recorded, and calls for them. Its keys are a public contract.
 */
export interface RecordedMasks {
  /** Results that are placeholders. */
  readonly masked: number;
  /** Calls that the agent made again for one of them, and the tokens of those calls and their answers. */
  readonly askedAgain: number;
  readonly tokens: number;
}

/** The masked results of a context, and the calls that asked for them again. */
export function recordedMasks(
  { transcript, before }: Pick<Requests, "transcript" | "before">,
  reAsks: readonly ReAsk[],
  { isMasked }: Pick<Placeholders, "isMasked">,
): RecordedMasks {
  const masked = new Set<number>();
  for (const part of liveObservations(transcript)) if (isMasked(part)) masked.add(part.index);
  const again = reAsks.filter(({ observation }) => masked.has(observation.index));
  const tokensOf = (index: number | undefined) =>
    index === undefined ? 0 : (before[index + 1] ?? 0) - (before[index] ?? 0);
  const tokens = again.reduce(
    (sum, { part }) => sum + tokensOf(part) + tokensOf(transcript.pairs.mate(part)),
    0,
  );
  return { masked: masked.size, askedAgain: again.length, tokens: Math.round(tokens) };
}

/** Two counts together. */
export function addMasks(one: RecordedMasks | undefined, other: RecordedMasks): RecordedMasks {
  return {
    masked: (one?.masked ?? 0) + other.masked,
    askedAgain: (one?.askedAgain ?? 0) + other.askedAgain,
    tokens: (one?.tokens ?? 0) + other.tokens,
  };
}
