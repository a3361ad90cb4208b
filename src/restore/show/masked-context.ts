import type { ReadTranscript } from "../../engine/input/transcripts/read-transcript.ts";
import { createPolicy, PROGRAM_DEFAULTS } from "../../reduce/pipeline/policy.ts";
import { reduceTranscript } from "../../reduce/pipeline/reduce-transcript.ts";
import { type Originals, type ShownTurn, turnOf } from "./shown-turn.ts";

/** Turns of a transcript, from 1, both included. */
export interface TurnRange {
  readonly first: number;
  readonly last: number;
}

/**
 * The turns as the agent would have seen them after the last of these, with all observations older than the newest
 * `window` tool turns masked. Turns that do not exist are left out.
 */
export function maskedContext(
  read: ReadTranscript,
  { first, last, window }: TurnRange & { readonly window: number },
  originals: Originals,
): readonly ShownTurn[] {
  const { transcript } = read;
  const end = Math.min(last, transcript.turns.count);
  const policy = createPolicy(
    { window, keepErrors: "none", keepExempt: false, minGain: 1 },
    PROGRAM_DEFAULTS,
  );
  const placeholders = new Map<number, string>();
  for (const { part, text } of reduceTranscript(transcript, policy, { step: end }).replacements())
    placeholders.set(part.index, text);
  const shown: ShownTurn[] = [];
  for (let turn = Math.max(1, first); turn <= end; turn++) {
    const one = turnOf(read, turn, { ...originals, placeholders });
    if (one !== undefined) shown.push(one);
  }
  return shown;
}
