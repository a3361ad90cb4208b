import { SUMMARY_TAG } from "../../transcript/model/message.ts";
import { MessageSet } from "../../transcript/model/message-set.ts";
import type { Transcript } from "../../transcript/model/transcript.ts";
import { removedRef } from "../placeholders/removed.ts";
import type { RuleContext } from "../rules/rule.ts";
import { contractSummary } from "../summaries/contract-summary.ts";
import type { Step } from "../windows/window-ends.ts";
import { keptMessages, keptNatively, summaryPlace } from "./kept-messages.ts";
import type { SummaryStyle } from "./option-values.ts";
import type { Condensation, Dropping } from "./reduction.ts";

/** The second and third stage: drops every message that is not kept, with or without a summary. */
export interface Condensing {
  /** The messages that a summary replaces. */
  readonly replaced: Condensation;
  /** Their summary in a style. Reads their texts. */
  summary(style: SummaryStyle): string;
  readonly fallback: Condensation;
  /** The reference of the messages that the summary replaces, if there is an archive. Reads their texts. */
  ref(): string | undefined;
  /** Whether dropping these messages would separate a call from its observation. */
  readonly breaksPairs: boolean;
}

/** The messages that may be dropped at a step and their summary; undefined if there are none. */
export function planCondensing(
  context: RuleContext,
  step: Step,
  dropping: Exclude<Dropping, "never">,
): Condensing | undefined {
  const { transcript, policy, window } = context;
  const native =
    dropping === "remove"
      ? undefined
      : keptNatively(transcript, policy, { window, step, keeps: dropping });
  const kept = native?.kept ?? keptMessages(transcript, policy, { window, step });
  const { messages } = transcript;
  const drop = new MessageSet(messages, zerosIn(kept, transcript.firstLive));
  // An earlier summary is not dropped alone: only a new summary replaces it.
  const own = new MessageSet(messages, indicesOfOwn(drop));
  if (own.size === 0) return undefined;

  const before = messages.at(native?.start ?? summaryPlace(transcript, policy));
  const place = before && { before };
  const { refs, summaryMaxChars: maxChars } = policy;
  const ref = () => (refs ? removedRef(transcript, drop) : undefined);
  return {
    replaced: { drop, ...place },
    summary: (style) => contractSummary(transcript, drop, { maxChars, ref: ref(), style }),
    ref,
    fallback: { drop: own, ...place },
    breaksPairs: breaksPairs(transcript, kept),
  };
}

/** The indices of zeros from `start` on. */
function* zerosIn(marks: Uint8Array, start: number): Iterable<number> {
  for (let at = marks.indexOf(0, start); at >= 0; at = marks.indexOf(0, at + 1)) yield at;
}

/** The numbers of messages that are no summaries of others. */
function* indicesOfOwn(messages: MessageSet): Iterable<number> {
  for (const { index, tags } of messages) if (!tags.includes(SUMMARY_TAG)) yield index;
}

/** Whether a call and its observation are not both among the messages marked 1, or both not. */
function breaksPairs(transcript: Transcript, kept: Uint8Array): boolean {
  for (const { index, message } of transcript.observations()) {
    const call = transcript.pairs.mate(index);
    if (call !== undefined && kept[message] !== kept[transcript.messageOf(call)]) return true;
  }
  return false;
}
