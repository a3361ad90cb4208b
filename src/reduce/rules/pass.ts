import { type ObservationPart, textCharsOf } from "../../transcript/model/message.ts";
import { noteIn } from "../first-sight/first-sight-note.ts";
import { holdsImageNote } from "../images/image.ts";
import type { Policy } from "../pipeline/checked-policy.ts";
import { DISPATCH_MARK, maskDispatch } from "../placeholders/dispatch.ts";
import { excerptKind } from "../placeholders/pass-notes.ts";
import type { RuleContext } from "./rule.ts";

/**
 * Whether a pass may touch an observation: live ones that are whole, and no dispatch results, of which
 * every block stays.
 */
export function isOpen(context: RuleContext, part: ObservationPart): boolean {
  const { transcript, placeholders, policy } = context;
  const { editable, message } = part;
  if (!editable || message < transcript.firstLive || transcript.isFixed(message)) return false;
  if (placeholders.isMasked(part) || isExcerpt(context, part)) return false;
  if (policy.rules["keep-images"] !== undefined && holdsImageNote(transcript.text(part)))
    return false;
  if (!transcript.includes(part, DISPATCH_MARK)) return true;
  return maskDispatch(transcript.text(part)) === undefined;
}

/** Whether an observation was oversize once, and only an excerpt is left. */
export function isExcerpt({ transcript, policy }: RuleContext, part: ObservationPart): boolean {
  const { clamp, "first-sight": firstSight } = policy.rules;
  if (firstSight !== undefined && noteIn(transcript, part) !== undefined) return true;
  if (clamp === undefined || textCharsOf(part) > clamp) return false;
  return excerptKind(transcript.text(part)) !== undefined;
}

/** The most chars of an observation that no rule of a policy makes an excerpt of. */
export function longestWhole({ rules }: Pick<Policy, "rules">): number {
  const { clamp = Number.POSITIVE_INFINITY, "first-sight": firstSight = clamp } = rules;
  return Math.min(clamp, firstSight);
}
