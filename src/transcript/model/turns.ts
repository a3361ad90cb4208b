import { Column } from "../columns/column.ts";
import type { MessageAbout } from "./heads.ts";
import { type Role, SYNTHETIC_TAG } from "./message.ts";
import { type Sequence, sequence } from "./sequence.ts";

/** The turns of a transcript, numbered from 1; messages before the first are in 0. */
export interface Turns {
  readonly count: number;
  /** How many earlier turns are counted whose messages are not there: 0, but in a context after a compaction. */
  readonly before: number;
  /** The turn of message `index`: the newest that had begun by then. */
  of(index: number): number;
  /** How many tool turns there are among the turns up to `turn`. */
  toolTurnsUpTo(turn: number): number;
  /** The turn that is tool turn number `ordinal`, from 1; of those that are not there the last. */
  toolTurn(ordinal: number): number | undefined;
  /** The messages with calls, in order; of those that share a reply id, the first. */
  readonly callMessages: Sequence<number>;
  /** The number of these up to message `index`. */
  callMessagesUpTo(index: number): number;
  /** The number of messages in turns up to `turn`. */
  messagesUpTo(turn: number): number;
}

/**
 * Divides messages into turns incrementally. A turn is one reply of the model with its results: assistant messages
 * that share a reply id or, without one, a run of assistant messages with no observation and no user message
 * between them. A tool turn has a call, answered or not, or an observation whose call was not recorded.
 */
export class TurnCounter implements Turns {
  count = 0;
  readonly before: number = 0;
  private readonly turnOf = new Column();
  /** By turn: the number of messages up to it. */
  protected readonly ends = new Column();
  private readonly toolTurns = new Column();
  /** By turn, from 0: the number of tool turns up to it. */
  protected readonly toolTurnsAt = new Column();
  readonly callMessages: Sequence<number>;
  private readonly callMessageColumn = new Column();
  /** The reply id of the newest message with a call. */
  private callReply: string | undefined;
  private reply: string | undefined;
  private isAnswered = true;
  private isFixed = false;

  constructor() {
    this.callMessages = sequence(
      () => this.callMessageColumn.length,
      (index) => this.callMessageColumn.at(index),
    );
    this.clear();
  }

  /** The next message. */
  message(role: Role, { reply, fixed = false, tags }: MessageAbout): void {
    this.isFixed = fixed;
    const isReply = role === "assistant" && !fixed && !tags?.includes(SYNTHETIC_TAG);
    if (isReply) {
      const goesOn = reply === undefined ? !this.isAnswered : reply === this.reply;
      if (!goesOn || !this.hasBegun) {
        this.count++;
        this.ends.push(this.turnOf.length);
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
    if (this.isFixed || !this.hasBegun) return;
    this.callMessage(this.turnOf.length - 1);
    this.tool();
  }

  /** The message has a call, or an observation whose call was not recorded. */
  tool(): void {
    const { toolTurns, toolTurnsAt } = this;
    if (this.isFixed || !this.hasBegun) return;
    if (toolTurns.at(toolTurns.length - 1) === this.count) return;
    toolTurns.push(this.count);
    toolTurnsAt.set(toolTurnsAt.length - 1, toolTurns.length);
  }

  private get hasBegun(): boolean {
    return this.ends.length > 0;
  }

  private callMessage(index: number): void {
    const { callMessageColumn: column, reply } = this;
    const isSame = column.length > 0 && column.at(column.length - 1) === index;
    const goesOn = reply !== undefined && reply === this.callReply && column.length > 0;
    if (!isSame && !goesOn) column.push(index);
    this.callReply = reply;
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

  callMessagesUpTo(index: number): number {
    return this.callMessageColumn.firstAbove(index);
  }

  messagesUpTo(turn: number): number {
    return turn >= this.count ? this.turnOf.length : this.ends.at(turn);
  }

  clear(): void {
    this.count = 0;
    this.reply = undefined;
    this.callReply = undefined;
    this.isAnswered = true;
    this.callMessageColumn.clear();
    this.turnOf.clear();
    this.ends.clear();
    this.toolTurns.clear();
    this.toolTurnsAt.clear();
    this.toolTurnsAt.push(0);
  }
}
