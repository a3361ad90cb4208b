import { createPolicy, REDUCER_DEFAULTS } from "../../src/reduce/pipeline/policy.ts";
import type { ReduceOptions } from "../../src/reduce/pipeline/policy-options.ts";
import { reduceTranscript } from "../../src/reduce/pipeline/reduce-transcript.ts";
import { type PlainEvent, transcriptFrom } from "./plain-transcript.ts";

/**
 * What becomes of the observations of a session, a word each: `masked`, or the rule that keeps it. The
 * window counts observations, none of them unless told.
 */
export function fateOf(
  events: readonly PlainEvent[],
  options: ReduceOptions,
  about: { readonly firstLive?: number; readonly step?: number } = {},
): readonly string[] {
  const given = { windowUnit: "observations", preserveRecentRawTurns: 0, ...options } as const;
  const transcript = transcriptFrom(events, about);
  const policy = createPolicy(given, REDUCER_DEFAULTS);
  const step = about.step ?? transcript.turns.count;
  const verdicts = [...reduceTranscript(transcript, policy, { step }).verdicts()];
  return verdicts.map(({ isMasked, by }) => (isMasked ? "masked" : by));
}

/** An observation that is longer than any placeholder. */
export const LONG = "o".repeat(200);

/** The texts of the observations of a session after it, the window counting as above. */
export function textsAfter(
  events: readonly PlainEvent[],
  options: ReduceOptions,
  { step }: { readonly step?: number } = {},
): readonly string[] {
  const given = { windowUnit: "observations", preserveRecentRawTurns: 0, ...options } as const;
  const transcript = transcriptFrom(events);
  const policy = createPolicy(given, REDUCER_DEFAULTS);
  const at = step ?? transcript.turns.count;
  const reduction = reduceTranscript(transcript, policy, { step: at });
  const texts = new Map([...reduction.replacements()].map(({ part, text }) => [part.index, text]));
  return [...reduction.verdicts()].map(
    ({ part }) => texts.get(part.index) ?? transcript.text(part),
  );
}
