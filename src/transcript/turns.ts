import { Column } from "./column.ts";
import type { MessageAbout } from "./heads.ts";
import type { Role } from "./message.ts";

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
 * Divides messages into turns as they come. A turn is one reply of the model with what answers it:
 * assistant messages that share a reply id or, without one, a run of assistant messages with no
 * observation and no user message between them. A tool turn has a call, answered or not.
 */
export class TurnCounter implements Turns {
  count = 0;
  private readonly turnOf = new Column();
  private readonly toolTurns = new Column();
  private readonly toolTurnsAt = new Column();
  private reply: string | undefined;
  private isAnswered = true;
  private isFixed = false;

  constructor() {
    this.clear();
  }

  /** The next message. */
  message(role: Role, { reply, fixed = false }: MessageAbout): void {
    this.isFixed = fixed;
    if (role === "assistant" && !fixed) {
      const goesOn = reply === undefined ? !this.isAnswered : reply === this.reply;
      if (!goesOn || this.count === 0) {
        this.count++;
        this.toolTurnsAt.push(this.toolTurns.length);
      }
      this.reply = reply;
      this.isAnswered = false;
    }
    if (role === "user") this.isAnswered = true;
    this.turnOf.push(this.count);
  }

  /** The message has a call. */
  call(): void {
    if (this.isFixed || this.count === 0 || this.toolTurn(this.toolTurns.length) === this.count)
      return;
    this.toolTurns.push(this.count);
    this.toolTurnsAt.set(this.count, this.toolTurns.length);
  }

  /** The message has an observation. */
  observation(): void {
    this.isAnswered = true;
  }

  of(index: number): number {
    return index < this.turnOf.length ? this.turnOf.at(index) : this.count;
  }

  toolTurnsUpTo(turn: number): number {
    return this.toolTurnsAt.at(Math.min(turn, this.count));
  }

  toolTurn(ordinal: number): number | undefined {
    return ordinal < 1 || ordinal > this.toolTurns.length
      ? undefined
      : this.toolTurns.at(ordinal - 1);
  }

  messagesUpTo(turn: number): number {
    return turn >= this.count ? this.turnOf.length : this.turnOf.firstAbove(turn);
  }

  clear(): void {
    this.count = 0;
    this.reply = undefined;
    this.isAnswered = true;
    this.turnOf.clear();
    this.toolTurns.clear();
    this.toolTurnsAt.clear();
    this.toolTurnsAt.push(0);
  }
}
