import type { ReduceOptions } from "../reduce/options.ts";
import { createPolicy, looksForErrors, SEED_DEFAULTS } from "../reduce/policy.ts";
import { reduceTranscript } from "../reduce/reduce.ts";
import type { AnyChatMessage } from "./chat-message.ts";
import { editChat } from "./edit-chat.ts";
import { readChat } from "./read-chat.ts";

/** What was sent at a step, and what the model answered. */
export interface SentPrompt<M = AnyChatMessage> {
  /** How many turns the agent had seen. */
  readonly step: number;
  readonly messages: readonly M[];
  /** The turn that came of it: the reply, and what answered it. */
  readonly turn: readonly M[];
}

/**
 * What an agent with such a policy would have sent at every step of a finished conversation (seed 4's
 * masked context): a prompt for each reply of the model. One trains on these: in a conversation that
 * was masked once it had ended, later replies follow placeholders that their author never saw.
 *
 * Takes what `reduce` takes, and has its defaults. Nothing is changed in place.
 *
 * @throws {ElisionError} `bad-option` where an option makes no sense.
 */
export function* replay<M extends AnyChatMessage>(
  messages: readonly M[],
  options: ReduceOptions = {},
): Iterable<SentPrompt<M>> {
  const policy = createPolicy(options, SEED_DEFAULTS);
  const chat = readChat(messages, { findsErrors: looksForErrors(policy) });
  const { turns, messages: read } = chat.transcript;
  const placeOf = (end: number): number => {
    const message = read.at(end);
    return message === undefined ? messages.length : chat.indexOf(message);
  };
  for (let step = 0; step < turns.count; step++) {
    const end = placeOf(turns.messagesUpTo(step));
    const { replacements, condensation } = reduceTranscript(chat.transcript, policy, { step });
    const sent = editChat(messages.slice(0, end), chat, {
      replacements: replacements(),
      condensation,
    });
    yield {
      step,
      messages: sent,
      turn: messages.slice(end, placeOf(turns.messagesUpTo(step + 1))),
    };
  }
}
