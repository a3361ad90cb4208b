import type { ObservationPart } from "../transcript/message.ts";
import { type Transcript, turnOfObservation } from "../transcript/transcript.ts";
import { head } from "./clip.ts";
import { DISPATCH_MARK, maskDispatch } from "./dispatch.ts";
import type { Policy } from "./policy.ts";
import { placeholderTest } from "./recognise.ts";
import { clipPlaceholder, renderTemplate } from "./template.ts";

/** What stands, or is to stand, in the place of observations. */
export interface Placeholders {
  /** The text for a masked observation, or undefined where that would not be shorter. */
  textFor(observation: ObservationPart): string | undefined;
  /** Whether the whole observation is a placeholder: this run's, or one that another tool wrote. */
  isMasked(observation: ObservationPart): boolean;
}

/** The placeholders of a transcript under a policy. */
export function placeholdersOf(transcript: Transcript, policy: Policy): Placeholders {
  const test = placeholderTest(policy.placeholder, policy.maxObservationChars);
  const known = new Int8Array(transcript.parts.length);

  const isMasked = (observation: ObservationPart): boolean => {
    const { index, chars } = observation;
    known[index] ||= test({
      chars,
      text: () => transcript.text(observation),
      excerpt: (count) => transcript.excerpt(observation, count),
      includes: (literal) => transcript.includes(observation, literal),
      mayBeginWith: (code) => transcript.mayBeginWith(observation, code),
      mayEndWith: (code) => transcript.mayEndWith(observation, code),
    })
      ? 1
      : -1;
    return known[index] === 1;
  };
  return {
    isMasked,
    textFor(observation) {
      if (!observation.editable || observation.chars === 0 || isMasked(observation))
        return undefined;
      const text = write(transcript, policy, observation);
      return text.length < observation.chars ? text : undefined;
    },
  };
}

function write(transcript: Transcript, policy: Policy, observation: ObservationPart): string {
  if (transcript.includes(observation, DISPATCH_MARK)) {
    const dispatch = maskDispatch(transcript.text(observation));
    if (dispatch !== undefined) return dispatch;
  }
  const placeholder = renderTemplate(policy.placeholder, {
    originalLength: () => observation.chars,
    toolName: () => transcript.toolName(observation) || "unknown",
    callId: () => callIdOf(transcript, observation) ?? "unknown",
    turn: () => turnOfObservation(transcript, observation),
    lines: () => countLines(transcript.text(observation)),
  });
  const limit = policy.maxObservationChars;
  if (limit === undefined) return placeholder;
  return withHead(placeholder, limit, (count) => transcript.excerpt(observation, count));
}

/** As much of the head of an observation as fits before its placeholder in `limit` chars. */
function withHead(placeholder: string, limit: number, excerpt: (count: number) => string): string {
  if (limit < placeholder.length) return clipPlaceholder(placeholder, limit);
  const room = limit - placeholder.length - 1;
  const start = room > 0 ? head(excerpt(room + 1), room) : "";
  return start === "" ? placeholder : `${start}\n${placeholder}`;
}

function callIdOf(transcript: Transcript, observation: ObservationPart): string | undefined {
  const mate = transcript.pairs.mate(observation.index);
  const call = mate === undefined ? undefined : transcript.parts.at(mate);
  return transcript.callId(observation) ?? (call && transcript.callId(call));
}

function countLines(text: string): number {
  let lines = 1;
  for (let at = text.indexOf("\n"); at >= 0; at = text.indexOf("\n", at + 1)) lines++;
  return text.endsWith("\n") ? lines - 1 : lines;
}
