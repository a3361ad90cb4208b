import type { AnyMessage } from "../chat/chat-types.ts";
import type { HistoryReductionResult } from "../chat/reduce-chat.ts";
import { withValue } from "../chat/replace-value.ts";
import { finderFrom } from "../loop/handed-reader.ts";
import { type LoopPart, readNew } from "../loop/loop-reader.ts";
import { resultMasks } from "./mask-result.ts";
import { placeResults } from "./place-results.ts";
import { messageWindow, type WindowReduceOptions } from "./window-options.ts";

/**
 * Masks the tool results of an array of messages that are outside a window. Returns the same as `reduce` of
 * `elision/messages` for these options; that one also has budgets and passes. Nothing is changed in place, and the
 * same array is returned if nothing is done.
 *
 * @throws {ElisionError} `bad-option` where an option makes no sense or is not here, `unknown-shape` for messages
 * of no shape that a reader is for, or of two.
 */
export function reduce<M extends AnyMessage>(
  messages: readonly M[],
  options: WindowReduceOptions,
): HistoryReductionResult<M> {
  const window = messageWindow(options);
  const reader = finderFrom(options.reader)(messages, 0);
  const units = readNew(messages, { ...reader, first: 0 });
  const sizeOf = COUNTING_CONTENT.has(reader.shape) ? contentChars : charsOf;
  const masks = resultMasks(window);
  const result: M[] = [...messages];
  let maskedCount = 0;
  let maskedChars = 0;
  let maskedRemaining = 0;
  for (const placed of placeResults(units, window).toReversed()) {
    const { part } = placed;
    const text = placed.isOutside ? masks.textFor(placed) : undefined;
    if (text !== undefined || masks.isMasked(part)) maskedRemaining++;
    if (text === undefined) continue;
    for (const [[index, ...path], change] of part.edits(text))
      result[Number(index)] = withValue(result[Number(index)], path, change) as M;
    maskedCount++;
    maskedChars += part.chars - text.length;
  }
  const parts = units.flatMap((unit) => unit.parts);
  const beforeChars = parts.reduce((sum, part) => sum + sizeOf(part), 0);
  return {
    messages: maskedCount === 0 ? (messages as M[]) : result,
    reduced: maskedCount > 0,
    droppedCount: 0,
    invariantStatus: "ok",
    maskedCount,
    maskedChars,
    ...(maskedCount > 0 && { reductionStage: "masking" as const }),
    beforeChars,
    afterChars: beforeChars - maskedChars,
    fits: true,
    targetMet: true,
    maskedRemaining,
  };
}

/** Shapes in which only `content` is counted. */
const COUNTING_CONTENT: ReadonlySet<string> = new Set(["openai-chat", "chat-message"]);

function contentChars({ path, chars }: LoopPart): number {
  return path[1] === "content" ? chars : 0;
}

function charsOf({ chars }: LoopPart): number {
  return chars;
}
