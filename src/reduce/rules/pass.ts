import { charsWith, type ObservationPart } from "../../transcript/message.ts";
import { DISPATCH_MARK, maskDispatch } from "../dispatch.ts";
import type { RuleContext } from "./rule.ts";

/**
 * Whether a pass may touch an observation: live ones that are whole, and no dispatch results, of which
 * every block stays.
 */
export function isOpen({ transcript, placeholders }: RuleContext, part: ObservationPart): boolean {
  const { editable, message } = part;
  if (!editable || message < transcript.firstLive || transcript.isFixed(message)) return false;
  if (placeholders.isMasked(part)) return false;
  if (!transcript.includes(part, DISPATCH_MARK)) return true;
  return maskDispatch(transcript.text(part)) === undefined;
}

/** A text for an observation, if it is shorter. */
export function ifShorter(part: ObservationPart, text: string): string | undefined {
  return charsWith(part, text) < part.chars ? text : undefined;
}
