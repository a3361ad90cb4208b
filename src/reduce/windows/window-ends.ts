import type { ObservationPart } from "../../transcript/model/message.ts";
import { chars4, type TokenCounter, tokensOf } from "../../transcript/model/size.ts";
import { type Transcript, taskOf, turnOfObservation } from "../../transcript/model/transcript.ts";
import type { WindowPolicy } from "../pipeline/checked-policy.ts";

/**
 * How many complete turns the agent had seen: at step `s` it sees the messages of turns 1 to `s`.
 */
export type Step = number;

/** The newest part of a transcript, at every step. */
export interface WindowEnds {
  /** The step from which an observation is outside; undefined while it never is. */
  leaves(observation: ObservationPart): Step | undefined;
  /** The index of the first message that is inside at a step. */
  start(step: Step): number;
}

/** The window of a policy over a transcript: exactly `size` units stay inside. */
export function windowOf(
  transcript: Transcript,
  { unit, size, every = 1, countTask = false, counter = chars4 }: WindowPolicy,
): WindowEnds {
  // The number of units at which unit number `ordinal` (from 1) is outside.
  const pushedOutAt = (ordinal: number) => Math.ceil((ordinal + size) / every) * every;
  // The number of first units outside; negative while the window is not full.
  const outsideOf = (count: number) => Math.floor(count / every) * every - size;
  switch (unit) {
    case "turns":
      return turnWindow(transcript, { pushedOutAt, outsideOf });
    case "call-messages":
      return countingWindow(transcript, callMessagesOf(transcript), { pushedOutAt, outsideOf });
    case "observations":
      return countingWindow(transcript, observationMessages(transcript, { countTask }), {
        pushedOutAt,
        outsideOf,
      });
    case "messages":
      return countingWindow(
        transcript,
        messagesOf(transcript, ({ role }) => role !== "system"),
        {
          pushedOutAt,
          outsideOf,
        },
      );
    case "events":
      return countingWindow(
        transcript,
        messagesOf(transcript, () => true),
        {
          pushedOutAt,
          outsideOf,
        },
      );
    case "tokens":
      return tokenWindow(transcript, size, counter);
    default:
      return unit satisfies never;
  }
}

/** How a window moves over units, numbered from 1. */
interface Motion {
  pushedOutAt(ordinal: number): number;
  outsideOf(count: number): number;
}

function turnWindow(transcript: Transcript, { pushedOutAt, outsideOf }: Motion): WindowEnds {
  const { turns, messages } = transcript;
  return {
    leaves(observation) {
      const seen = turns.of(observation.message);
      const ordinal = turns.toolTurnsUpTo(turnOfObservation(transcript, observation));
      const pusher = pushedOutAt(ordinal);
      if (pusher <= ordinal) return seen;
      const pushedOutBy = turns.toolTurn(pusher);
      return pushedOutBy === undefined ? undefined : Math.max(seen, pushedOutBy);
    },
    start(step) {
      const end = turns.messagesUpTo(step);
      const count = turns.toolTurnsUpTo(step);
      const outside = outsideOf(count);
      if (outside < 0) return 0;
      if (outside < count) return turns.messagesUpTo((turns.toolTurn(outside + 1) ?? 0) - 1);
      let at = end;
      while (at > 0 && !messages.at(at - 1)?.parts.some(isCallOrObservation)) at--;
      return at;
    },
  };
}

/** The units of a window in order: the message of each, ascending. */
interface Units {
  readonly messages: Int32Array;
  /** The number, from 1, of the unit that an observation is or is in. */
  ordinal(observation: ObservationPart): number;
}

function countingWindow(
  { turns }: Transcript,
  { messages, ordinal }: Units,
  { pushedOutAt, outsideOf }: Motion,
): WindowEnds {
  return {
    leaves(observation) {
      const pusher = pushedOutAt(ordinal(observation));
      // With a window of 0, a result before the first unit is outside at once.
      if (pusher === 0) return turns.of(observation.message);
      const pushedOutBy = messages[pusher - 1];
      // A result may come after the message that moves its call outside.
      return pushedOutBy === undefined
        ? undefined
        : turns.of(Math.max(observation.message, pushedOutBy));
    },
    start(step) {
      const end = turns.messagesUpTo(step);
      let seen = 0;
      while ((messages[seen] ?? end) < end) seen++;
      const outside = outsideOf(seen);
      return outside < 0 ? 0 : outside === seen ? end : (messages[outside] ?? 0);
    },
  };
}

/** An observation belongs to the message of its call. */
function callMessagesOf({ turns, pairs, messageOf }: Transcript): Units {
  return {
    messages: Int32Array.from(turns.callMessages),
    ordinal({ index, message }) {
      const call = pairs.mate(index);
      return turns.callMessagesUpTo(call === undefined ? message : messageOf(call));
    },
  };
}

function observationMessages(
  transcript: Transcript,
  { countTask }: { readonly countTask: boolean },
): Units {
  const ordinals = new Map<number, number>();
  const messages: number[] = [];
  let task = countTask ? taskOf(transcript)?.index : undefined;
  for (const part of transcript.observations()) {
    if (transcript.isFixed(part.message)) continue;
    if (task !== undefined && task < part.message) {
      messages.push(part.message); // The task counts once there is an observation after it.
      task = undefined;
    }
    ordinals.set(part.index, messages.push(part.message));
  }
  return {
    messages: Int32Array.from(messages),
    ordinal: ({ index }) => ordinals.get(index) ?? 1,
  };
}

function messagesOf(
  transcript: Transcript,
  counts: (message: { readonly role: string }) => boolean,
): Units {
  const ordinals = new Map<number, number>();
  const messages: number[] = [];
  for (const message of transcript.messages) {
    if (message.fixed || !counts(message)) continue;
    ordinals.set(message.index, messages.push(message.index));
  }
  return {
    messages: Int32Array.from(messages),
    ordinal: ({ message }) => ordinals.get(message) ?? 1,
  };
}

/**
 * The newest `size` tokens of observations stay inside: an observation is outside as soon as it and all after it
 * have more (opencode's `prune`, Gemini CLI's tool output masking).
 */
function tokenWindow(transcript: Transcript, size: number, counter: TokenCounter): WindowEnds {
  const { turns } = transcript;
  const parts = [...transcript.observations()].filter(
    ({ message }) => !transcript.isFixed(message),
  );
  const tokens = parts.map((part) => tokensOf(part, transcript, counter));
  const leaving = new Map<number, Step>();
  let oldest = 0;
  let sum = 0;
  parts.forEach((part, newest) => {
    sum += tokens[newest] ?? 0;
    for (; sum > size && oldest <= newest; oldest++) {
      sum -= tokens[oldest] ?? 0;
      leaving.set(parts[oldest]?.index ?? 0, turns.of(part.message));
    }
  });
  return {
    leaves: ({ index }) => leaving.get(index),
    start(step) {
      const end = turns.messagesUpTo(step);
      const inside = parts.find((part) => (leaving.get(part.index) ?? step + 1) > step);
      return Math.min(end, inside?.message ?? end);
    },
  };
}

function isCallOrObservation({ kind }: { readonly kind: string }): boolean {
  return kind === "call" || kind === "observation";
}
