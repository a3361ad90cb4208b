import type { Message } from "./message.ts";
import type { Sequence } from "./sequence.ts";

/** The turns of a transcript, numbered from 1; 0 is what stands before the first. */
export interface Turns {
  readonly count: number;
  /** The turn of message `index`: the newest that had begun by then. */
  of(index: number): number;
  /** How many tool turns there are among the turns up to `turn`. */
  toolTurnsUpTo(turn: number): number;
  /** The turn that is tool turn number `ordinal`, from 1. */
  toolTurn(ordinal: number): number | undefined;
  /** The number of messages in turns up to `turn`. */
  messagesUpTo(turn: number): number;
}

/**
 * Divides messages into turns. A turn is one reply of the model with what answers it: assistant
 * messages that share a reply id or, without one, a run of assistant messages with no observation and
 * no user message between them. A tool turn has a call, answered or not.
 */
export function turnsOf(messages: Sequence<Message>): Turns {
  const turnOf = new Int32Array(messages.length);
  const toolTurnsUpTo = [0];
  const toolTurns: number[] = [];
  let turn = 0;
  let reply: string | undefined;
  let answered = true;

  for (const message of messages) {
    const { role, fixed, parts } = message;
    if (role === "assistant" && !fixed) {
      const goesOn = message.reply === undefined ? !answered : message.reply === reply;
      if (!goesOn || turn === 0) {
        turn++;
        toolTurnsUpTo[turn] = toolTurns.length;
      }
      reply = message.reply;
      answered = false;
      if (parts.some((part) => part.kind === "call") && toolTurns.at(-1) !== turn) {
        toolTurns.push(turn);
        toolTurnsUpTo[turn] = toolTurns.length;
      }
    }
    if (role === "user" || parts.some((part) => part.kind === "observation")) answered = true;
    turnOf[message.index] = turn;
  }

  return {
    count: turn,
    of: (index) => turnOf[index] ?? turn,
    toolTurnsUpTo: (upTo) => toolTurnsUpTo[Math.min(upTo, turn)] ?? 0,
    toolTurn: (ordinal) => toolTurns[ordinal - 1],
    messagesUpTo: (upTo) => firstAbove(turnOf, upTo),
  };
}

/** The index of the first of ascending numbers that is above `limit`. */
function firstAbove(ascending: Int32Array, limit: number): number {
  let low = 0;
  let high = ascending.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((ascending[middle] ?? 0) > limit) high = middle;
    else low = middle + 1;
  }
  return low;
}
