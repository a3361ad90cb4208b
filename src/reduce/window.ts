import type { ObservationPart } from "../transcript/message.ts";
import { type Transcript, turnOfObservation } from "../transcript/transcript.ts";
import type { Policy } from "./policy.ts";

/**
 * How many complete turns the agent had seen: at step `s` it sees the messages of turns 1 to `s`.
 */
export type Step = number;

/** The newest part of a transcript, at every step. */
export interface Window {
  /** The step from which an observation is outside; undefined while it never is. */
  leaves(observation: ObservationPart): Step | undefined;
  /** The index of the first message that is inside at a step. */
  start(step: Step): number;
}

/** The window of a policy over a transcript: exactly `size` units stay inside. */
export function windowOf(transcript: Transcript, { size, unit }: Policy["window"]): Window {
  switch (unit) {
    case "turns":
      return turnWindow(transcript, size);
    case "observations":
      return countingWindow(transcript, size, observationMessages(transcript));
    case "messages":
      return countingWindow(transcript, size, spokenMessages(transcript));
    default:
      return unit satisfies never;
  }
}

function turnWindow(transcript: Transcript, size: number): Window {
  const { turns, messages } = transcript;
  return {
    leaves(observation) {
      const seen = turns.of(observation.message);
      const ordinal = turns.toolTurnsUpTo(turnOfObservation(transcript, observation));
      if (size === 0) return seen;
      const pushedOutBy = turns.toolTurn(ordinal + size);
      return pushedOutBy === undefined ? undefined : Math.max(seen, pushedOutBy);
    },
    start(step) {
      const end = turns.messagesUpTo(step);
      const first = turns.toolTurnsUpTo(step) - size + 1;
      if (size > 0) return first < 1 ? 0 : turns.messagesUpTo((turns.toolTurn(first) ?? 0) - 1);
      let at = end;
      while (at > 0 && !messages.at(at - 1)?.parts.some(isCallOrObservation)) at--;
      return at;
    },
  };
}

/** A window over units that stand in a row; `units` holds the message of each, ascending. */
function countingWindow(
  transcript: Transcript,
  size: number,
  units: { readonly messages: Int32Array; ordinal(observation: ObservationPart): number },
): Window {
  const { turns } = transcript;
  return {
    leaves(observation) {
      const pushedOutBy = units.messages[units.ordinal(observation) + size];
      return pushedOutBy === undefined ? undefined : turns.of(pushedOutBy);
    },
    start(step) {
      const end = turns.messagesUpTo(step);
      let seen = 0;
      while ((units.messages[seen] ?? end) < end) seen++;
      return size === 0 ? end : seen < size ? 0 : (units.messages[seen - size] ?? 0);
    },
  };
}

function observationMessages(transcript: Transcript) {
  const ordinals = new Map<number, number>();
  const messages: number[] = [];
  for (const part of transcript.observations()) {
    if (transcript.isFixed(part.message)) continue;
    ordinals.set(part.index, messages.length);
    messages.push(part.message);
  }
  return {
    messages: Int32Array.from(messages),
    ordinal: (observation: ObservationPart) => ordinals.get(observation.index) ?? 0,
  };
}

function spokenMessages(transcript: Transcript) {
  const ordinals = new Map<number, number>();
  const messages: number[] = [];
  for (const message of transcript.messages) {
    if (message.role === "system" || message.fixed) continue;
    ordinals.set(message.index, messages.length);
    messages.push(message.index);
  }
  return {
    messages: Int32Array.from(messages),
    ordinal: (observation: ObservationPart) => ordinals.get(observation.message) ?? 0,
  };
}

function isCallOrObservation({ kind }: { readonly kind: string }): boolean {
  return kind === "call" || kind === "observation";
}
