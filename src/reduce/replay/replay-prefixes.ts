import type { Part } from "../../transcript/model/message.ts";
import { tokensOf } from "../../transcript/model/size.ts";
import type { Policy } from "../pipeline/checked-policy.ts";
import type { MaskedText } from "../pipeline/masking-stage.ts";
import { tokensOfEdit } from "../pipeline/part-edits.ts";
import { reduceTranscript } from "../pipeline/reduce-transcript.ts";
import type { Dropping, Reduction } from "../pipeline/reduction.ts";
import { NEVER } from "../pipeline/verdicts.ts";
import type { Step } from "../windows/window-ends.ts";
import type { Replay } from "./replayed-prompts.ts";
import { type Requests, sizeOfRequest } from "./requests.ts";
import type { PlacedText, WithinBudget } from "./within-budget.ts";

/** A piece of a prompt: a part as it is or masked, or a summary. */
interface PromptPiece {
  /** Distinguishes it from other pieces. */
  readonly key: string;
  readonly tokens: number;
}

/**
 * Evaluates a policy on every prefix by itself: with a budget each is a decision of its own. What was
 * dropped at a step is dropped at every later one, since the messages that are kept only move on.
 *
 * What was masked at a step stays masked as well: the level that a step took is the least of later ones.
 *
 * `within` knows prefixes for which nothing is dropped: those that follow one another are not evaluated,
 * but for the first.
 */
export function replayPrefixes(
  requests: Requests,
  policy: Policy,
  { dropping, within }: { readonly dropping: Dropping; readonly within?: WithinBudget | undefined },
): Replay {
  const { transcript, steps } = requests;
  const sizes = new Float64Array(steps.length);
  const shared = new Float64Array(steps.length);
  const maskedFrom = new Int32Array(transcript.parts.length).fill(NEVER);
  const droppedFrom = new Int32Array(transcript.messages.length).fill(NEVER);
  /** By part and step: what is weaker gives way to what is stronger. */
  const texts = new Map<number, MaskedText[]>();
  const summaries = new Map<Step, string>();
  const note = (part: Part, text: string, step: Step) => {
    const known = texts.get(part.index);
    if (known === undefined) texts.set(part.index, [{ from: step, text }]);
    else if (known.at(-1)?.text !== text) known.push({ from: step, text });
    if (part.kind === "observation")
      maskedFrom[part.index] = Math.min(maskedFrom[part.index] ?? NEVER, step);
  };
  let least = 0;
  const reduceAt = (step: Step) => reduceTranscript(transcript, policy, { step, dropping, least });

  /** The prompt of the request before; undefined if it was not evaluated. */
  let previous: readonly PromptPiece[] | undefined = [];
  let known: ReturnType<WithinBudget["stageAt"]>;
  const masks = within?.texts ?? [];
  let next = 0;
  steps.forEach((step, request) => {
    const knownBefore = known;
    known = least > 1 ? undefined : within?.stageAt(request);
    const isGoingOn = known !== undefined && known === knownBefore;
    const isMasked = known === "masked";
    for (; (masks[next]?.from ?? NEVER) <= step; next++) {
      const { part, text } = masks[next] as PlacedText;
      if (isGoingOn && isMasked) note(part, text, step);
    }
    if (isGoingOn && within !== undefined) {
      const size = isMasked ? within.masked.sizes[request] : sizeOfRequest(requests, request);
      sizes[request] = size ?? 0;
      shared[request] = (isMasked ? within.masked.shared[request] : sizes[request - 1]) ?? 0;
      previous = undefined;
      return;
    }
    const stepBefore = steps[request - 1] ?? 0;
    const before = previous ?? promptOf(requests, reduceAt(stepBefore), stepBefore);
    const reduction = reduceAt(step);
    const { condensation } = reduction;
    least = reduction.level;
    for (const { part, text } of reduction.replacements()) note(part, text, step);
    for (const index of condensation?.drop.indices ?? [])
      droppedFrom[index] = Math.min(droppedFrom[index] ?? NEVER, step);
    for (const { part, text } of reduction.edits()) note(part, text, step);
    if (condensation?.summary !== undefined) summaries.set(step, condensation.summary);

    const pieces = promptOf(requests, reduction, step);
    let isShared = true;
    pieces.forEach(({ key, tokens }, at) => {
      sizes[request] = (sizes[request] ?? 0) + tokens;
      isShared &&= before[at]?.key === key;
      if (isShared) shared[request] = (shared[request] ?? 0) + tokens;
    });
    previous = pieces;
  });
  const end = reduceTranscript(transcript, policy, { dropping, least });
  const { chars } = end.after;
  const { maskedCount, maskedChars, stage, fits } = end;
  const pieces = promptOf(requests, end, transcript.turns.count);
  return {
    sizes,
    shared,
    final: {
      chars,
      tokens: pieces.reduce((sum, { tokens }) => sum + tokens, 0),
      maskedCount,
      maskedChars,
      ...(stage !== undefined && { reductionStage: stage }),
      fits,
    },
    maskedFrom: ({ index }) => maskedFrom[index] ?? NEVER,
    textAt: ({ index }, step) => texts.get(index)?.findLast(({ from }) => from <= step)?.text,
    droppedFrom: (message) => droppedFrom[message] ?? NEVER,
    summaryAt: (step) => summaries.get(step),
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
  const summarize = () => {
    const summary = condensation?.summary;
    if (summary !== undefined) pieces.push({ key: summary, tokens: counter.count(summary) });
  };
  for (let index = transcript.firstLive; index < end; index++) {
    if (index === condensation?.before?.index) summarize();
    if (dropped?.has(index)) continue;
    for (const part of transcript.messages.at(index)?.parts ?? []) {
      const text = texts.get(part.index);
      if (text === undefined)
        pieces.push({ key: `${part.index}`, tokens: tokensOf(part, transcript, counter) });
      else {
        const tokens = tokensOfEdit(transcript, part, { text, counter });
        pieces.push({ key: `${part.index} ${text}`, tokens });
      }
    }
  }
  if (condensation !== undefined && condensation.before === undefined) summarize();
  return pieces;
}
