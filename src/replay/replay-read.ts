import { droppingOf } from "../compact/dropping.ts";
import { replyOf, type SentMessage, sentAt } from "../messages/sent-chat.ts";
import type { ReadTranscript } from "../read/read-transcript.ts";
import type { Policy } from "../reduce/policy.ts";
import { reduceTranscript } from "../reduce/reduce.ts";
import { inChars, requestsOf } from "../reduce/replay/requests.ts";
import type { Transcript } from "../transcript/transcript.ts";

/** What would have been sent at a step. Its keys are a public contract. */
export interface ReplayedStep {
  readonly messages: readonly SentMessage[];
  /** How many turns the agent had seen. */
  readonly step: number;
  /** What the model answered; absent after the last turn. */
  readonly reply?: SentMessage;
  /** The line that the transcript starts on, from 1. */
  readonly line: number;
}

/**
 * The same, with its texts held once they were looked at: every step says again what those before it
 * said, which is far more than the texts are.
 */
function withTextsHeld(transcript: Transcript): Transcript {
  const texts = new Map<number, string>();
  return {
    ...transcript,
    text(part) {
      let text = texts.get(part.index);
      if (text === undefined) {
        text = transcript.text(part);
        texts.set(part.index, text);
      }
      return text;
    },
  };
}

/**
 * Replays a transcript as it was read from an input: every step at which something was sent, in all of
 * its contexts, or `only` one. That after the last turn is given only if it is asked for.
 */
export function* replayRead(
  { contexts, reader, placed, line }: ReadTranscript,
  policy: Policy,
  { only }: { readonly only?: number | undefined } = {},
): Iterable<ReplayedStep> {
  const dropping = droppingOf(reader, placed);
  const all = contexts();
  for (const [at, { transcript: read, isNew }] of all.entries()) {
    const transcript = withTextsHeld(read);
    const { steps } = requestsOf(transcript, inChars, isNew);
    const last = transcript.turns.count;
    const isAsked = at === all.length - 1 && only === last;
    for (const step of isAsked ? [...steps, last] : steps) {
      if (only !== undefined && step !== only) continue;
      const reduction = reduceTranscript(transcript, policy, { step, dropping });
      const reply = replyOf(transcript, step + 1);
      const messages = sentAt(transcript, reduction, step);
      yield { messages, step, ...(reply !== undefined && { reply }), line };
    }
  }
}
