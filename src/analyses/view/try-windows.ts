import { reduceRead } from "../../engine/edits/reduce-read.ts";
import type { ReadTranscript } from "../../engine/input/transcripts/read-transcript.ts";
import type { Policy } from "../../reduce/pipeline/checked-policy.ts";
import { charsOfEdit, textOfEdit } from "../../reduce/pipeline/part-edits.ts";
import type { Reduction } from "../../reduce/pipeline/reduction.ts";
import type { Part } from "../../transcript/model/message.ts";
import { type TokenCounter, tokensOf, tokensWith } from "../../transcript/model/size.ts";
import type { ViewedOutcome, ViewedSize } from "./result.ts";
import { SpanLog } from "./span-log.ts";
import type { TextList } from "./text-list.ts";

/** The decisions and sizes of several windows over one transcript. */
export interface TriedWindows {
  readonly before: ViewedSize;
  readonly outcomes: readonly ViewedOutcome[];
  readonly parts: SpanLog;
  /** The decisions about messages that are dropped, by their numbers. */
  readonly messages: SpanLog;
}

/** Reduces a transcript once for each window, by the reducer that writes files. */
export function tryWindows(
  read: ReadTranscript,
  windows: readonly number[],
  {
    policy,
    counter,
    texts,
  }: { readonly policy: Policy; readonly counter: TokenCounter; readonly texts: TextList },
): TriedWindows {
  const { transcript } = read;
  const { firstLive } = transcript;
  const parts = new SpanLog();
  const messages = new SpanLog();
  const tokens = Float64Array.from(transcript.parts, (part) => tokensOf(part, transcript, counter));
  const live = tokens.reduce(
    (sum, count, part) => (transcript.messageOf(part) < firstLive ? sum : sum + count),
    0,
  );
  const edited = (part: Part, text: string): ViewedSize => {
    const chars = charsOfEdit(transcript, part, text);
    return { chars, tokens: tokensWith(counter, chars, textOfEdit(part, text)) };
  };
  let before: ViewedSize = { chars: 0, tokens: Math.ceil(live) };
  const outcomes = windows.map((size, place): ViewedOutcome => {
    const { reduction } = reduceRead(
      { policy: { ...policy, window: { ...policy.window, size } }, answers: undefined },
      read,
    );
    before = { ...before, chars: reduction.before.chars };
    let left = live;
    const note = (part: Part, text: string, about: { is: "masked" | "edited"; by: string }) => {
      const after = edited(part, text);
      if (part.message >= firstLive) left += after.tokens - (tokens[part.index] ?? 0);
      parts.note(part.index, place, { ...about, text: texts.addOnce(text), size: after });
    };
    for (const { part, text, rule } of reduction.replacements())
      note(part, text, { is: "masked", by: rule });
    for (const { part, text, rule } of reduction.edits())
      note(part, text, { is: "edited", by: rule });
    noteKept(reduction, place, parts);
    const { condensation } = reduction;
    const dropped = [...(condensation?.drop ?? [])];
    for (const message of dropped) {
      messages.note(message.index, place, { is: "edited", by: "dropped" });
      for (const { index } of message.parts) left -= tokens[index] ?? 0;
    }
    const summary = condensation?.summary;
    return {
      chars: reduction.after.chars,
      tokens: Math.ceil(left + (summary === undefined ? 0 : counter.count(summary))),
      masked: reduction.maskedCount + reduction.deadMaskedCount,
      deadMasked: reduction.deadMaskedCount,
      dropped: dropped.length,
      ...(summary !== undefined && { summary: texts.addOnce(summary) }),
      fits: reduction.fits && reduction.targetMet,
    };
  });
  return { before, outcomes, parts, messages };
}

/** Notes what is raw for another reason than that it is inside the window. */
function noteKept(reduction: Reduction, place: number, parts: SpanLog): void {
  for (const { part, isMasked, isDropped, by } of reduction.verdicts())
    if (!isMasked && !isDropped && by !== "window" && by !== "masked-before")
      parts.note(part.index, place, { is: "kept", by });
}
