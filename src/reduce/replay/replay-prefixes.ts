import { tokensOf } from "../../transcript/model/size.ts";
import type { Policy } from "../pipeline/checked-policy.ts";
import { NEVER } from "../pipeline/guards.ts";
import { tokensOfEdit } from "../pipeline/part-edits.ts";
import { reduceTranscript } from "../pipeline/reduce-transcript.ts";
import type { Dropping, Reduction } from "../pipeline/reduction.ts";
import type { Step } from "../windows/window-ends.ts";
import { EditLog } from "./edit-log.ts";
import { type Replay, replayOf } from "./replayed-prompts.ts";
import type { Requests } from "./requests.ts";
import type { PlacedText, WithinBudget } from "./within-budget.ts";

/** A piece of a prompt: a part, raw or masked, or a summary. */
interface PromptPiece {
  /** Distinguishes it from other pieces. */
  readonly key: string;
  readonly tokens: number;
  /** The index of its part; for a summary, of the part after it. */
  readonly index: number;
}

/**
 * Evaluates a policy on every prefix separately, since with a budget each is a separate decision. Messages dropped
 * at a step are dropped at every later one, since the kept part only moves forward.
 *
 * A result masked at a step stays masked at later ones: the level of a step is the minimum for those after it.
 *
 * `within` knows prefixes for which nothing is dropped: of consecutive ones only the first is evaluated.
 */
export function replayPrefixes(
  requests: Requests,
  policy: Policy,
  { dropping, within }: { readonly dropping: Dropping; readonly within?: WithinBudget | undefined },
): Replay {
  const { transcript, steps } = requests;
  const sizes = new Float64Array(steps.length);
  const shared = new Float64Array(steps.length);
  const changedFrom = new Int32Array(steps.length);
  const log = new EditLog(transcript);
  let least = 0;
  const reduceAt = (step: Step) => reduceTranscript(transcript, policy, { step, dropping, least });

  /** The prompt of the request before; undefined if it was not evaluated. */
  let previous: readonly PromptPiece[] | undefined = [];
  let known: ReturnType<WithinBudget["stageAt"]>;
  const placedAt = within && {
    untouched: inStepOrder(within.prompts.untouched.texts),
    masked: inStepOrder(within.prompts.masked.texts),
  };
  steps.forEach((step, request) => {
    const knownBefore = known;
    known = least > 1 ? undefined : within?.stageAt(request);
    const placed = { untouched: placedAt?.untouched(step), masked: placedAt?.masked(step) };
    if (known !== undefined && known === knownBefore) {
      log.replace(placed[known] ?? [], step);
      const prompts = within?.prompts[known];
      sizes[request] = prompts?.sizes[request] ?? 0;
      shared[request] = prompts?.shared[request] ?? 0;
      changedFrom[request] = prompts?.changedFrom[request] ?? NEVER;
      previous = undefined;
      return;
    }
    const stepBefore = steps[request - 1] ?? 0;
    const before = previous ?? promptOf(requests, reduceAt(stepBefore), stepBefore);
    const reduction = reduceAt(step);
    least = reduction.level;
    log.add(reduction, step);
    const pieces = promptOf(requests, reduction, step);
    sizes[request] = tokensIn(pieces);
    const same = sharedWith(before, pieces);
    shared[request] = tokensIn(same);
    changedFrom[request] = before[same.length]?.index ?? NEVER;
    previous = pieces;
  });
  const end = reduceTranscript(transcript, policy, { dropping, least });
  const pieces = promptOf(requests, end, transcript.turns.count);
  return replayOf({ sizes, shared, changedFrom }, finalOf(end, tokensIn(pieces)), log.lookups);
}

/** Consumes texts in the order of their steps: each call takes those up to a step not taken before. */
function inStepOrder(texts: readonly PlacedText[]): (step: Step) => readonly PlacedText[] {
  let next = 0;
  return (step) => {
    const first = next;
    while ((texts[next]?.from ?? NEVER) <= step) next++;
    return texts.slice(first, next);
  };
}

function tokensIn(pieces: readonly PromptPiece[]): number {
  return pieces.reduce((sum, { tokens }) => sum + tokens, 0);
}

/** The number of leading pieces that a prompt shares with the previous one. */
function sharedWith(
  before: readonly PromptPiece[],
  pieces: readonly PromptPiece[],
): readonly PromptPiece[] {
  const end = pieces.findIndex(({ key }, at) => before[at]?.key !== key);
  return end < 0 ? pieces : pieces.slice(0, end);
}

function finalOf(end: Reduction, tokens: number): Replay["final"] {
  const { maskedCount, maskedChars, stage, fits, targetMet } = end;
  return {
    chars: end.after.chars,
    tokens,
    maskedCount,
    maskedChars,
    reductionStage: stage,
    fits,
    targetMet,
  };
}

function promptOf(
  { transcript, counter }: Requests,
  reduction: Reduction,
  step: Step,
): readonly PromptPiece[] {
  const { condensation } = reduction;
  const texts = new Map<number, string>();
  for (const { part, text } of reduction.replacements()) texts.set(part.index, text);
  for (const { part, text } of reduction.edits()) texts.set(part.index, text);
  const dropped = condensation?.drop.indices;
  const end = transcript.turns.messagesUpTo(step);
  const pieces: PromptPiece[] = [];
  const summarize = (index: number) => {
    const summary = condensation?.summary;
    if (summary !== undefined) pieces.push({ key: summary, tokens: counter.count(summary), index });
  };
  for (let at = transcript.firstLive; at < end; at++) {
    if (at === condensation?.before?.index)
      summarize(condensation.before.parts[0]?.index ?? transcript.parts.length);
    if (dropped?.has(at)) continue;
    for (const part of transcript.messages.at(at)?.parts ?? []) {
      const { index } = part;
      const text = texts.get(index);
      if (text === undefined)
        pieces.push({ key: `${index}`, tokens: tokensOf(part, transcript, counter), index });
      else {
        const tokens = tokensOfEdit(transcript, part, { text, counter });
        pieces.push({ key: `${index} ${text}`, tokens, index });
      }
    }
  }
  if (condensation !== undefined && condensation.before === undefined)
    summarize(transcript.parts.length);
  return pieces;
}
