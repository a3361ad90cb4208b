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
export function windowOf(transcript: Transcript, policy: WindowPolicy): WindowEnds {
  const { unit, size, every = 1, counter = chars4 } = policy;
  const units = unitsOf(transcript, policy);
  if (units === undefined) return tokenWindow(transcript, size, counter);
  const leavesAfter = leavingAfter(units, { size, every });
  // The number of first units outside; negative while the window is not full.
  const outsideOf = (count: number) => Math.floor(count / every) * every - size;
  return {
    leaves: (part) => leavesAfter(units.ordinal(part), transcript.turns.of(part.message)),
    start:
      unit === "turns" ? turnStart(transcript, outsideOf) : unitStart(transcript, units, outsideOf),
  };
}

/** The units that a window counts, numbered from 1 in order. */
export interface Units {
  /** The number of the unit that an observation is or is in. */
  ordinal(observation: ObservationPart): number;
  /** The turn that a unit is in; undefined past the last unit. */
  turn(ordinal: number): Step | undefined;
  /** The messages of units that are messages. */
  readonly messages: Int32Array;
}

/** The units of a window; undefined where it counts tokens. */
export function unitsOf(
  transcript: Transcript,
  { unit, countTask = false }: Pick<WindowPolicy, "unit" | "countTask">,
): Units | undefined {
  switch (unit) {
    case "turns":
      return toolTurns(transcript);
    case "call-messages":
      return callMessagesOf(transcript);
    case "observations":
      return observationMessages(transcript, { countTask });
    case "messages":
      return messagesOf(transcript, ({ role }) => role !== "system");
    case "events":
      return messagesOf(transcript, () => true);
    case "tokens":
      return undefined;
    default:
      return unit satisfies never;
  }
}

/**
 * When an observation leaves a window, by the number of its unit and the turn that it came in: once as many units
 * came after its own as the window has, at the next of the window's steps. Undefined while it stays inside.
 */
export function leavingAfter(
  { turn }: Pick<Units, "turn">,
  { size, every = 1 }: Pick<WindowPolicy, "size" | "every">,
): (ordinal: number, seen: Step) => Step | undefined {
  return (ordinal, seen) => {
    const pusher = Math.ceil((ordinal + size) / every) * every;
    // With a window of 0, a result before the first unit is outside at once.
    if (pusher === 0) return seen;
    const pushedOut = turn(pusher);
    // A result may come after the unit that moves its call outside.
    return pushedOut === undefined ? undefined : Math.max(seen, pushedOut);
  };
}

function toolTurns(transcript: Transcript): Units {
  const { turns } = transcript;
  return {
    messages: NO_MESSAGES,
    ordinal: (observation) => turns.toolTurnsUpTo(turnOfObservation(transcript, observation)),
    turn: (ordinal) => turns.toolTurn(ordinal),
  };
}

const NO_MESSAGES = new Int32Array(0);

function turnStart(
  { turns, messages }: Transcript,
  outsideOf: (count: number) => number,
): WindowEnds["start"] {
  return (step) => {
    const end = turns.messagesUpTo(step);
    const count = turns.toolTurnsUpTo(step);
    const outside = outsideOf(count);
    if (outside < 0) return 0;
    if (outside < count) return turns.messagesUpTo((turns.toolTurn(outside + 1) ?? 0) - 1);
    let at = end;
    while (at > 0 && !messages.at(at - 1)?.parts.some(isCallOrObservation)) at--;
    return at;
  };
}

function unitStart(
  { turns }: Transcript,
  { messages }: Units,
  outsideOf: (count: number) => number,
): WindowEnds["start"] {
  return (step) => {
    const end = turns.messagesUpTo(step);
    let seen = 0;
    while ((messages[seen] ?? end) < end) seen++;
    const outside = outsideOf(seen);
    return outside < 0 ? 0 : outside === seen ? end : (messages[outside] ?? 0);
  };
}

function unitsAt({ turns }: Transcript, messages: Int32Array, ordinal: Units["ordinal"]): Units {
  return {
    messages,
    ordinal,
    turn(number) {
      const message = messages[number - 1];
      return message === undefined ? undefined : turns.of(message);
    },
  };
}

/** An observation belongs to the message of its call. */
function callMessagesOf(transcript: Transcript): Units {
  const { turns, pairs, messageOf } = transcript;
  return unitsAt(transcript, Int32Array.from(turns.callMessages), ({ index, message }) => {
    const call = pairs.mate(index);
    return turns.callMessagesUpTo(call === undefined ? message : messageOf(call));
  });
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
  return unitsAt(transcript, Int32Array.from(messages), ({ index }) => ordinals.get(index) ?? 1);
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
  return unitsAt(
    transcript,
    Int32Array.from(messages),
    ({ message }) => ordinals.get(message) ?? 1,
  );
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
