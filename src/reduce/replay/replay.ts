import type { ObservationPart, Part } from "../../transcript/message.ts";
import { type MaskedText, maskingStage } from "../masking.ts";
import { tokensOfEdit } from "../part-edits.ts";
import { type Placeholders, placeholdersOf } from "../placeholder.ts";
import type { Policy } from "../policy.ts";
import type { Dropping, PartEdit, ReductionStage } from "../reduction.ts";
import { maskersOf } from "../tiers.ts";
import { NEVER } from "../verdicts.ts";
import { type Step, windowOf } from "../window.ts";
import { PrefixSums } from "./prefix-sums.ts";
import { replayPrefixes } from "./replay-prefixes.ts";
import { type Requests, sizeOfRequest } from "./requests.ts";

/** What a policy would have sent, in tokens of the requests' counter. */
export interface Replay {
  /** The size of each prompt. */
  readonly sizes: Float64Array;
  /** How much of it, from its start, it shares with the prompt before it; nothing for the first. */
  readonly shared: Float64Array;
  /** The step from which an observation is masked; `NEVER` where it is raw to the end. */
  maskedFrom(part: ObservationPart): Step;
  /** The text that stands for a part at a step, if any does; for a call that of its arguments. */
  textAt(part: Part, step: Step): string | undefined;
  /** The step from which a message is dropped; `NEVER` where it stays. */
  droppedFrom(message: number): Step;
  /** What stands at a step for the messages that are dropped, if anything does. */
  summaryAt(step: Step): string | undefined;
  /** What is left of the whole transcript, once it has ended. */
  readonly final: Final;
}

/** What a policy leaves of a whole transcript. */
export interface Final {
  readonly chars: number;
  readonly tokens: number;
  readonly maskedCount: number;
  readonly maskedChars: number;
  readonly reductionStage?: ReductionStage;
  /** Whether it is within the budget; true where there is none. */
  readonly fits: boolean;
}

/** How a policy is replayed. */
export interface ReplayOptions {
  readonly dropping?: Dropping;
  /** Those of the transcript under the policy, where several policies share them. */
  readonly placeholders?: Placeholders;
}

/**
 * Replays a transcript: what each request would have been, had the policy been at work from the start.
 * Masking takes one walk over the steps. A policy with a budget is evaluated on every prefix by itself,
 * in time that grows with the square of their number.
 */
export function replay(requests: Requests, policy: Policy, options: ReplayOptions = {}): Replay {
  const { dropping = "remove", placeholders } = options;
  if (mayDrop(policy)) return replayPrefixes(requests, policy, { dropping });
  const masked = maskingOf(requests, policy, placeholders);
  return { ...masked, ...walk(requests, masked), ...DROPS_NOTHING };
}

/** What was sent in fact: every message as it was. */
export function leaveAlone(requests: Requests): Replay {
  const { steps } = requests;
  const sizes = Float64Array.from(steps, (_, request) => sizeOfRequest(requests, request));
  const shared = sizes.map((_, request) => sizes[request - 1] ?? 0);
  const final = { chars: liveChars(requests), tokens: liveTokens(requests), ...NOTHING_MASKED };
  return { sizes, shared, final, ...MASKS_NOTHING, ...DROPS_NOTHING };
}

const NOTHING_MASKED = { maskedCount: 0, maskedChars: 0, fits: true };
const MASKS_NOTHING = { maskedFrom: () => NEVER, textAt: () => undefined };
const DROPS_NOTHING = { droppedFrom: () => NEVER, summaryAt: () => undefined };

/** Whether a policy may drop messages: to meet a budget, or to summarize so many turns at a time. */
export function mayDrop({ maxInputChars, maxInputTokens, summarizeAfter }: Policy): boolean {
  return [maxInputChars, maxInputTokens, summarizeAfter].some((limit) => limit !== undefined);
}

/** Whether a policy may take away what the model itself had written. */
export function mayHideCalls(policy: Policy): boolean {
  return mayDrop(policy) || policy.passes.shrinkInputs !== undefined;
}

type Masked = Pick<Replay, "maskedFrom" | "textAt"> & {
  history(part: ObservationPart): readonly MaskedText[];
  /** Of parts that are no observations. */
  readonly edits: readonly PartEdit[];
  readonly counts: Omit<Final, "tokens">;
};

function maskingOf(
  requests: Requests,
  policy: Policy,
  placeholders: Placeholders = placeholdersOf(requests.transcript, policy),
): Masked {
  const { transcript } = requests;
  const chars = liveChars(requests);
  if (maskersOf(policy).length === 0)
    return { ...MASKS_NOTHING, history: () => [], edits: [], counts: { chars, ...NOTHING_MASKED } };
  const window = windowOf(transcript, policy.window);
  const context = { transcript, policy, window, placeholders };
  const masking = maskingStage(context, transcript.turns.count);
  const { maskedCount, maskedChars, savedChars, deadMaskedCount } = masking;
  return {
    counts: {
      chars: chars - savedChars,
      maskedCount,
      maskedChars,
      ...(maskedCount + deadMaskedCount > 0 && { reductionStage: "masking" }),
      fits: true,
    },
    history: (part) => masking.history(part),
    maskedFrom: (part) => masking.history(part)[0]?.from ?? NEVER,
    edits: masking.edits,
    textAt(part, step) {
      if (part.kind === "observation")
        return masking.history(part).findLast(({ from }) => from <= step)?.text;
      const edit = masking.edit(part);
      return edit !== undefined && edit.from <= step ? edit.text : undefined;
    },
  };
}

/** A text that is replaced at a step. */
interface Change {
  /** The number of its part. */
  readonly index: number;
  readonly from: Step;
  readonly saves: number;
}

function walk(requests: Requests, masked: Masked): Pick<Replay, "sizes" | "shared" | "final"> {
  const { transcript, steps, ends, start, before } = requests;
  const changes = changesOf(requests, masked).sort((a, b) => a.from - b.from || a.index - b.index);
  const sizes = new Float64Array(steps.length);
  const shared = new Float64Array(steps.length);
  const saved = new PrefixSums(transcript.parts.length);
  const base = before[start] ?? 0;
  let savedInAll = 0;
  let next = 0;
  steps.forEach((step, request) => {
    const previousEnd = request === 0 ? start : (ends[request - 1] ?? start);
    let first: Change | undefined;
    for (; (changes[next]?.from ?? NEVER) <= step; next++) {
      const change = changes[next] as Change;
      if (change.index < previousEnd && change.index < (first?.index ?? NEVER)) first = change;
      saved.add(change.index, change.saves);
      savedInAll += change.saves;
    }
    // What was there before stays the same up to the first observation that is masked only now.
    shared[request] =
      first === undefined
        ? (sizes[request - 1] ?? 0)
        : (before[first.index] ?? 0) - base - saved.before(first.index);
    sizes[request] = (before[ends[request] ?? start] ?? 0) - base - savedInAll;
  });
  const savedInTheEnd = changes.reduce((all, { saves }) => all + saves, 0);
  const final = { ...masked.counts, tokens: liveTokens(requests) - savedInTheEnd };
  return { sizes, shared, final };
}

function liveTokens({ before, start }: Requests): number {
  return (before.at(-1) ?? 0) - (before[start] ?? 0);
}

function liveChars({ transcript }: Requests): number {
  const { messages, firstLive } = transcript;
  return transcript.charsBefore(messages.length) - transcript.charsBefore(firstLive);
}

function changesOf(
  { transcript, counter, start, before }: Requests,
  { history, edits }: Masked,
): Change[] {
  const changes: Change[] = [];
  const sizeOf = (index: number) => (before[index + 1] ?? 0) - (before[index] ?? 0);
  for (const part of transcript.observations()) {
    const { index } = part;
    if (index < start) continue;
    let size = sizeOf(index);
    for (const { from, text } of history(part)) {
      const tokens = tokensOfEdit(transcript, part, { text, counter });
      changes.push({ index, from, saves: size - tokens });
      size = tokens;
    }
  }
  for (const { part, text, from } of edits) {
    const { index } = part;
    if (index < start) continue;
    const tokens = tokensOfEdit(transcript, part, { text, counter });
    changes.push({ index, from, saves: sizeOf(index) - tokens });
  }
  return changes;
}
