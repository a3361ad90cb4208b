import { charsWith, type ObservationPart } from "../../transcript/message.ts";
import { DISPATCH_MARK, maskDispatch } from "../dispatch.ts";
import type { RuleContext } from "./rule.ts";

/**
 * The observations that a pass may touch: live ones that are whole, and no dispatch results, of which
 * every block stays.
 */
export function* openObservations({
  transcript,
  placeholders,
}: RuleContext): Iterable<ObservationPart> {
  for (const part of transcript.observations()) {
    const isOpen = part.editable && part.message >= transcript.firstLive;
    if (!isOpen || transcript.isFixed(part.message) || placeholders.isMasked(part)) continue;
    const mayDispatch = transcript.includes(part, DISPATCH_MARK);
    if (mayDispatch && maskDispatch(transcript.text(part)) !== undefined) continue;
    yield part;
  }
}

/** A text for an observation, if it is shorter. */
export function ifShorter(part: ObservationPart, text: string): string | undefined {
  return charsWith(part, text) < part.chars ? text : undefined;
}
