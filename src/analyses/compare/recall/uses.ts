import type { Transcript } from "../../../transcript/model/transcript.ts";
import type { Share, UsedObservations } from "../result.ts";
import type { Uses } from "./find-references.ts";

/** Classes of observations by their later use. */
export type UseClass = keyof UsedObservations;

/**
 * Classifies the large observations of a transcript by their later use. Those without identifiers to follow are
 * `opaque`, which is no evidence that they were not used.
 */
export function usedObservations(transcript: Transcript, uses: readonly Uses[]): UsedObservations {
  const shares: Record<UseClass, { -readonly [K in keyof Share]: Share[K] }> = {
    opaque: { count: 0, chars: 0 },
    unreferenced: { count: 0, chars: 0 },
    closed: { count: 0, chars: 0 },
    open: { count: 0, chars: 0 },
  };
  for (const each of uses) {
    const { chars } = each.observation;
    if (chars < MIN_CHARS) continue;
    const share = shares[classOf(transcript, each)];
    share.count++;
    share.chars += chars;
  }
  return shares;
}

function classOf(
  { messages, turns, messageOf }: Transcript,
  { observation, novel, turns: count, lastPart }: Uses,
): UseClass {
  if (novel === 0) return "opaque";
  const turnsSince = turns.count - turns.of(observation.message);
  if (turnsSince < MIN_LATER) return "open";
  if (lastPart === undefined) return "unreferenced";
  const messagesSince = messages.length - 1 - messageOf(lastPart);
  return count < OPEN_TURNS && messagesSince >= CLOSED_DISTANCE ? "closed" : "open";
}

/** 300 tokens of four chars. */
const MIN_CHARS = 1200;
/** The least number of turns after it. */
const MIN_LATER = 8;
/** An observation that this many turns use is open. */
const OPEN_TURNS = 3;
/** Messages since the last use, to be closed. */
const CLOSED_DISTANCE = 12;
