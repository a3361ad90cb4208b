import type { ObservationPart } from "../../transcript/model/message.ts";
import { meetsTarget } from "../pipeline/candidate-size.ts";
import type { Policy } from "../pipeline/checked-policy.ts";
import type { MaskedText, Masking } from "../pipeline/masking.ts";
import { maskingStage, noMasking } from "../pipeline/masking-stage.ts";
import { tokensOfEdit } from "../pipeline/part-edits.ts";
import type { PartEdit } from "../pipeline/reduction.ts";
import { rulesOf } from "../pipeline/tiers.ts";
import { NEVER } from "../pipeline/verdicts.ts";
import { type Placeholders, placeholdersOf } from "../placeholders/placeholder.ts";
import type { Masker } from "../rules/index.ts";
import { type Step, windowOf } from "../windows/window-ends.ts";
import { PrefixSums } from "./prefix-sums.ts";
import type { Final, Replay } from "./replayed-prompts.ts";
import type { Requests } from "./requests.ts";

export const NOTHING_MASKED = { maskedCount: 0, maskedChars: 0, fits: true, targetMet: true };
export const MASKS_NOTHING = { maskedFrom: () => NEVER, textAt: () => undefined };

/** The prompts of every step under masking alone. */
export type MaskedPrompts = Pick<Replay, "maskedFrom" | "textAt"> & {
  history(part: ObservationPart): readonly MaskedText[];
  /** Of parts that are no observations. */
  readonly edits: readonly PartEdit[];
  readonly counts: Omit<Final, "tokens">;
};

/** The masking of all steps, each rule asked once; `only` by these of the rules that mask. */
export function maskingOf(
  requests: Requests,
  policy: Policy,
  {
    placeholders = placeholdersOf(requests.transcript, policy),
    only = rulesOf(policy).maskers,
  }: {
    readonly placeholders?: Placeholders | undefined;
    readonly only?: readonly Masker[] | undefined;
  } = {},
): MaskedPrompts {
  const { transcript } = requests;
  const chars = liveChars(requests);
  const { active } = rulesOf(policy);
  const window = windowOf(transcript, policy.window);
  const context = { transcript, policy, active, window, placeholders, minGain: policy.minGain };
  const last = transcript.turns.count;
  const untouched = { masking: noMasking(context, last), condensation: undefined };
  const isMet = (masking: Masking) =>
    meetsTarget(context, last, { untouched, candidate: { masking, condensation: undefined } });
  if (only.length === 0) {
    const counts = { chars, ...NOTHING_MASKED, targetMet: isMet(untouched.masking) };
    return { ...MASKS_NOTHING, history: () => [], edits: [], counts };
  }
  const masking = maskingStage(context, last, only);
  const { maskedCount, maskedChars, savedChars, deadMaskedCount } = masking;
  return {
    counts: {
      chars: chars - savedChars,
      maskedCount,
      maskedChars,
      ...(maskedCount + deadMaskedCount > 0 && { reductionStage: "masking" }),
      fits: true,
      targetMet: isMet(masking),
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

/** The sizes of the prompts, in one walk over the steps. */
export function walk(
  requests: Requests,
  masked: MaskedPrompts,
): Pick<Replay, "sizes" | "shared" | "changedFrom" | "final"> {
  const { transcript, steps, ends, start, before } = requests;
  const changes = changesOf(requests, masked).sort((a, b) => a.from - b.from || a.index - b.index);
  const sizes = new Float64Array(steps.length);
  const shared = new Float64Array(steps.length);
  const changedFrom = new Int32Array(steps.length).fill(NEVER);
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
    if (first !== undefined) changedFrom[request] = first.index;
    // What was there before stays the same up to the first observation that is masked only now.
    shared[request] =
      first === undefined
        ? (sizes[request - 1] ?? 0)
        : (before[first.index] ?? 0) - base - saved.before(first.index);
    sizes[request] = (before[ends[request] ?? start] ?? 0) - base - savedInAll;
  });
  const savedInTheEnd = changes.reduce((all, { saves }) => all + saves, 0);
  const final = { ...masked.counts, tokens: liveTokens(requests) - savedInTheEnd };
  return { sizes, shared, changedFrom, final };
}

/** The tokens of all that reaches the model at the end. */
export function liveTokens({ before, start }: Requests): number {
  return (before.at(-1) ?? 0) - (before[start] ?? 0);
}

/** The same in chars. */
export function liveChars({ transcript }: Requests): number {
  const { messages, firstLive } = transcript;
  return transcript.charsBefore(messages.length) - transcript.charsBefore(firstLive);
}

function changesOf(
  { transcript, counter, start, before }: Requests,
  { history, edits }: MaskedPrompts,
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
