import { droppingOf } from "../../engine/edits/dropping.ts";
import { loneReasoningOf } from "../../engine/edits/reduce-read.ts";
import type { ReadTranscript } from "../../engine/input/transcripts/read-transcript.ts";
import type { EarlierStep, LoneReasoning } from "../../reduce/binding/bound-blocks.ts";
import type { Policy } from "../../reduce/pipeline/checked-policy.ts";
import { reduceTranscript } from "../../reduce/pipeline/reduce-transcript.ts";
import type { Dropping, Reduction } from "../../reduce/pipeline/reduction.ts";
import { droppedOf } from "../../reduce/pipeline/stage-outcome.ts";
import { mayDrop } from "../../reduce/replay/replay-transcript.ts";
import { inChars, requestsOf } from "../../reduce/replay/requests.ts";
import type { Step } from "../../reduce/windows/window-ends.ts";
import type { Transcript } from "../../transcript/model/transcript.ts";
import { replyOf, type SentMessage, sentAt } from "./sent-chat.ts";

/** The prompt of a step under a policy. Its keys are a public contract. */
export interface ReplayedStep {
  readonly messages: readonly SentMessage[];
  /** How many turns the agent had seen. */
  readonly step: number;
  /** The model's reply; absent after the last turn. */
  readonly reply?: SentMessage;
  /** The line that the transcript starts on, from 1. */
  readonly line: number;
}

/**
 * The transcript with a cache of its texts: every step repeats earlier ones, so each text is needed many times.
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

/** The first and the last step of a transcript, those of its contexts included. */
export function stepRange({ contexts }: ReadTranscript): readonly [first: number, last: number] {
  const all = contexts();
  const steps = all.flatMap(
    ({ transcript, isNew }) => requestsOf(transcript, inChars, isNew).steps,
  );
  const last = Math.max(all.at(-1)?.transcript.turns.count ?? 0, ...steps.slice(-1));
  return [steps.reduce((least, step) => Math.min(least, step), last), last];
}

/**
 * Replays a transcript as it was read from an input: every step at which something was sent, in all of its
 * contexts, or `only` one. The step after the last turn is only replayed if it is requested.
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
    const reduceAt = latched(transcript, policy, { dropping, lone: loneReasoningOf(reader) });
    for (const step of isAsked ? [...steps, last] : steps) {
      if (only !== undefined && step !== only && !dependsOnSteps(policy)) continue;
      const reduction = reduceAt(step);
      if (only !== undefined && step !== only) continue;
      const reply = replyOf(transcript, step + 1);
      const messages = sentAt(transcript, reduction, step);
      yield { messages, step, ...(reply !== undefined && { reply }), line };
    }
  }
}

/** Whether the edits at a step depend on those at earlier steps. */
function dependsOnSteps(policy: Policy): boolean {
  const choice = policy.rules["bound-reasoning"]?.choice;
  return mayDrop(policy) || choice === "fit" || choice === "drop";
}

/**
 * Reduces a transcript at one step after another: an edit stays at later steps, and reasoning after it was a
 * response to the edited prompt.
 */
export function latched(
  transcript: Transcript,
  policy: Policy,
  given: { readonly dropping: Dropping; readonly lone: LoneReasoning },
): (step: Step) => Reduction {
  let least = 0;
  let earlier: EarlierStep = { edits: new Map(), dropped: droppedOf(undefined) };
  return (step) => {
    const reduction = reduceTranscript(transcript, policy, { step, ...given, least, earlier });
    least = reduction.level;
    const { condensation } = reduction;
    const edits = [...reduction.replacements(), ...reduction.edits()];
    earlier = {
      edits: new Map(edits.map(({ part, rule, text }) => [part.index, { rule, text }])),
      dropped: droppedOf(condensation),
      summary: condensation?.summary,
    };
    return reduction;
  };
}
