import type { WindowUnit } from "../../reduce/pipeline/option-values.ts";
import type { Transcript } from "../../transcript/model/transcript.ts";

/** Windows up to this size have a position each. */
const EACH_UP_TO = 20;
/** From there on each is larger than the last by this factor: some forty positions for thousands of turns. */
const GROWTH = 1.25;

/**
 * The sizes of windows that are tried over a transcript, ascending: from 0 to the one that holds all of
 * it, and the one that was asked for.
 */
export function windowPositions(
  transcript: Transcript,
  { unit, size }: { readonly unit: WindowUnit; readonly size: number },
): readonly number[] {
  const all = unitsIn(transcript, unit);
  const sizes = new Set([size, all]);
  let at = 0;
  while (at < all) {
    sizes.add(at);
    at = unit === "tokens" ? nextOf125(at) : at < EACH_UP_TO ? at + 1 : Math.ceil(at * GROWTH);
  }
  return [...sizes].sort((a, b) => a - b);
}

/** How many units there are, or more. */
function unitsIn(transcript: Transcript, unit: WindowUnit): number {
  const { turns, messages } = transcript;
  switch (unit) {
    case "turns":
      return turns.toolTurnsUpTo(turns.count);
    case "call-messages":
      return turns.callMessages.length;
    case "observations":
      return [...transcript.observations()].length;
    case "messages":
    case "events":
      return messages.length;
    case "tokens":
      return transcript.charsBefore(messages.length);
    default:
      return unit satisfies never;
  }
}

/** The next of 0, 1,000, 2,000, 5,000, 10,000, … */
function nextOf125(size: number): number {
  if (size === 0) return 1000;
  const digit = Number(String(size)[0]);
  return digit === 2 ? size * 2.5 : size * 2;
}
