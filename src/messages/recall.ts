import { drawnFrom, type Recall, recallShare } from "../compare/recall/recall.ts";
import { settingsOf } from "../compare/setting.ts";
import type { ReduceOptions } from "../reduce/options.ts";
import { looksForErrors } from "../reduce/policy.ts";
import { mayHideCalls, replay } from "../reduce/replay/replay.ts";
import { inChars, requestsOf } from "../reduce/replay/requests.ts";
import type { AnyChatMessage } from "./chat-message.ts";
import { readChat } from "./read-chat.ts";

/** What would have been missed with a window. */
export interface WindowRecall extends Recall {
  readonly window: number;
  /** The part of the references that was visible; 1 where there are none. */
  readonly share: number;
}

/**
 * What later turns of a finished conversation drew on, and how much of it each window would have shown
 * them (science: forward-reference recall). It is measured on what the agent did with everything in
 * view, and says nothing of whether tasks succeed.
 *
 * Options and defaults are those of `compact`: the window counts tool turns, and errors stay raw.
 *
 * @throws {ElisionError} `bad-option` where an option makes no sense.
 */
export function recall(
  messages: readonly AnyChatMessage[],
  windows: readonly number[],
  options: ReduceOptions = {},
): readonly WindowRecall[] {
  const settings = settingsOf({ windows, every: [options.every ?? 1] }, options);
  const findsErrors = settings.some(({ policy }) => looksForErrors(policy));
  const { transcript } = readChat(messages, { findsErrors });
  const requests = requestsOf(transcript, inChars);
  const mayDrop = settings.some(({ policy }) => mayHideCalls(policy));
  const drawn = drawnFrom(transcript, { mayDrop });
  return settings.map(({ window, policy }) => {
    const found = drawn.recall(replay(requests, policy));
    return { window, ...found, share: recallShare(found) };
  });
}
