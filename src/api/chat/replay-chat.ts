import type { Policy } from "../../reduce/pipeline/checked-policy.ts";
import {
  createPolicy,
  forObservationsAlone,
  looksForErrors,
  REDUCER_DEFAULTS,
} from "../../reduce/pipeline/policy.ts";
import { reduceTranscript } from "../../reduce/pipeline/reduce-transcript.ts";
import { type ChatReduceOptions, checkChatOptions } from "./chat-options.ts";
import type { AnyMessage } from "./chat-types.ts";
import { editChat } from "./edit-chat.ts";
import { type ChatTranscript, readChat } from "./read-chat.ts";
import { messagesBetween, placeBefore } from "./turn-places.ts";

/** The prompt of a step and the model's reply. */
export interface SentPrompt<M = AnyMessage> {
  /** How many turns the agent had seen. */
  readonly step: number;
  readonly messages: M[];
  /** The turn that came of it: the reply, and what answered it. */
  readonly turn: M[];
}

/**
 * The prompts that an agent with this policy would have sent in a finished conversation: one for each reply of the
 * model. Use these for training: in a conversation that was masked after its end, later replies follow
 * placeholders that the model never saw.
 *
 * Takes what `reduce` takes, and has its defaults. Nothing is changed in place.
 *
 * @throws {ElisionError} `bad-option` where an option makes no sense, `unknown-shape` for messages of no shape
 * that is read, or of two.
 */
export function replay<M extends AnyMessage>(
  messages: readonly M[],
  options: ChatReduceOptions = {},
): Iterable<SentPrompt<M>> {
  checkChatOptions(options);
  const { shape, ...policyOptions } = options;
  const policy = forObservationsAlone(createPolicy(policyOptions, REDUCER_DEFAULTS));
  return promptsOf(
    messages,
    readChat(messages, { shape, findsErrors: looksForErrors(policy) }),
    policy,
  );
}

function* promptsOf<M extends AnyMessage>(
  messages: readonly M[],
  chat: ChatTranscript,
  policy: Policy,
): Iterable<SentPrompt<M>> {
  const { turns } = chat.transcript;
  const placeAt = (step: number) => placeBefore(chat, turns.messagesUpTo(step));
  let least = 0;
  for (let step = 0; step < turns.count; step++) {
    const end = placeAt(step);
    const reduction = reduceTranscript(chat.transcript, policy, { step, least });
    const { replacements, condensation } = reduction;
    // What a budget masked at a step stays masked.
    least = reduction.level;
    const sent = editChat(messagesBetween(messages, START, end), chat, {
      replacements: replacements(),
      condensation,
    });
    yield {
      step,
      messages: sent as M[],
      turn: messagesBetween(messages, end, placeAt(step + 1)),
    };
  }
}

const START = [0] as const;
