import type { Part } from "../../transcript/model/message.ts";
import { type TokenCounter, tokensOf } from "../../transcript/model/size.ts";
import type { Transcript } from "../../transcript/model/transcript.ts";
import type { Step } from "../windows/window-ends.ts";

/**
 * The requests of a transcript: one before each live reply of the model. Dead messages are not replayed; sizes are
 * in tokens of one counter.
 */
export interface Requests {
  readonly transcript: Transcript;
  readonly counter: TokenCounter;
  /** For each request the step that it was sent at, ascending. */
  readonly steps: readonly Step[];
  /** For each request, the number of the first part that it did not have yet. */
  readonly ends: Int32Array;
  /** The number of the first live part. */
  readonly start: number;
  /** The tokens of all parts before each part, and of all at the end. */
  readonly before: Float64Array;
}

/**
 * The requests of a transcript, its parts measured once for all replayed policies. `isNew` says which messages are
 * its own: those of turns that another transcript has are not replayed here.
 */
export function requestsOf(
  transcript: Transcript,
  counter: TokenCounter,
  isNew: (message: number) => boolean = () => true,
): Requests {
  const { messages, turns, firstLive } = transcript;
  const before = tokensBefore(transcript, counter);
  const steps: Step[] = [];
  const ends: number[] = [];
  for (let turn = turns.before + 1; turn <= turns.count; turn++) {
    const end = turns.messagesUpTo(turn - 1);
    // A turn whose reply is dead has no live request, though a live message may follow it.
    if (end < firstLive || end >= messages.length || !isNew(end)) continue;
    steps.push(turn - 1);
    ends.push(transcript.firstPartOf(Math.max(firstLive, end)));
  }
  const start = transcript.firstPartOf(firstLive);
  return { transcript, counter, steps, ends: Int32Array.from(ends), start, before };
}

/** Requests whose sizes are in another unit. */
export function requestsIn(requests: Requests, counter: TokenCounter): Requests {
  return { ...requests, counter, before: tokensBefore(requests.transcript, counter) };
}

/** The tokens of all parts before each part, and of all at the end. */
function tokensBefore(transcript: Transcript, counter: TokenCounter): Float64Array {
  const { length } = transcript.parts;
  const before = new Float64Array(length + 1);
  let tokens = 0;
  for (let at = 0; at < length; at++) {
    const chars = transcript.charsOf(at);
    if (chars > 0)
      tokens +=
        counter.countChars?.(chars, transcript.kindOf(at)) ??
        tokensOf(transcript.parts.at(at) as Part, transcript, counter);
    before[at + 1] = tokens;
  }
  return before;
}

/** The size of a prompt without edits. */
export function sizeOfRequest({ before, ends, start }: Requests, request: number): number {
  return (before[ends[request] ?? start] ?? 0) - (before[start] ?? 0);
}

/** Counts chars. */
export const inChars: TokenCounter = {
  name: "chars",
  count: (text) => text.length,
  countChars: (chars) => chars,
};
