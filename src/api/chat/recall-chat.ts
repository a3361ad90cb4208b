import { type Recall, recallShare } from "../../analyses/compare/recall/recall.ts";
import { drawnFrom } from "../../analyses/compare/recall/window-recall.ts";
import { settingsOf } from "../../analyses/compare/setting.ts";
import { checkArgument, checkOptions, VALUE } from "../../base/arguments.ts";
import { REDUCE_OPTIONS } from "../../reduce/pipeline/option-kinds.ts";
import { looksForErrors } from "../../reduce/pipeline/policy.ts";
import type { ReduceOptions } from "../../reduce/pipeline/policy-options.ts";
import { mayHideCalls, replay } from "../../reduce/replay/replay-transcript.ts";
import { inChars, requestsOf } from "../../reduce/replay/requests.ts";
import type { AnyMessage } from "./chat-types.ts";
import { readChat } from "./read-chat.ts";
import { SHAPE_OPTION, type ShapeOption } from "./sdk-shapes.ts";

/** The references that a window would have hidden. */
export interface WindowRecall extends Omit<Recall, "missedBy"> {
  readonly window: number;
  /** The part of the references that was visible; 1 where there are none. */
  readonly share: number;
}

/**
 * Measures forward-reference recall: the share of identifiers from tool results that later turns of a finished
 * conversation used and each window would still have shown. It is measured on what the agent did with everything
 * in view, and says nothing about task success.
 *
 * Options and defaults are those of `compact`: `windows` are in tool turns unless `windowUnit` says otherwise, and
 * errors stay raw.
 *
 * @throws {ElisionError} `bad-option` where an option makes no sense, `bad-input` for windows that are
 * not numbers, `unknown-shape` for messages of no shape that is read, or of two.
 */
export function recall(
  messages: readonly AnyMessage[],
  windows: readonly number[],
  options: ReduceOptions & ShapeOption = {},
): readonly WindowRecall[] {
  checkArgument("windows", windows, VALUE.numbers);
  checkOptions(options, { ...SHAPE_OPTION, ...REDUCE_OPTIONS });
  const { shape, ...policyOptions } = options;
  const settings = settingsOf({ windows, every: [policyOptions.every ?? 1] }, policyOptions);
  const findsErrors = settings.some(({ policy }) => looksForErrors(policy));
  const { transcript } = readChat(messages, { shape, findsErrors });
  const requests = requestsOf(transcript, inChars);
  const mayDrop = settings.some(({ policy }) => mayHideCalls(policy));
  const drawn = drawnFrom(transcript, { mayDrop });
  return settings.map(({ window, policy }) => {
    const { missedBy: _, ...found } = drawn.recall(replay(requests, policy));
    return { window, ...found, share: recallShare(found) };
  });
}
